#!/usr/bin/env bash
# Trains the English model anew, of train.conllu.gz and dev.conllu.gz of UD English EWT in a
# folder, and writes NOTICE. The model is the same, byte for byte, wherever it is trained.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/" .
parser=$work/parser
cd "${1:?folder of the treebank}" # so that the model remembers no more of its place than file names
"$parser" train --pipeline --lang en --model "$here/english.npz" --epochs 20 --precision int8 \
	--train train.conllu.gz --dev dev.conllu.gz --source 'UD English EWT 2.16' --licence 'CC BY-SA 4.0'
cd "$here"
zcat "$OLDPWD/dev.conllu.gz" >"$work/dev.conllu"
"$parser" convert --to text "$work/dev.conllu" | "$parser" parse --text --model english.npz >"$work/parsed.conllu"
{
	cat <<-'END'
	The file english.npz in this folder is a model that was trained on UD English EWT 2.16, the
	Universal Dependencies English Web Treebank (Silveira et al. 2014, "A Gold Standard Dependency
	Corpus for English", LREC; https://universaldependencies.org), which is licensed under CC BY-SA
	4.0, https://creativecommons.org/licenses/by-sa/4.0/. The model is licensed under the same
	licence, unlike the rest of this project. It holds weights, counts and a vocabulary of words and
	their parts that occur several times, and no sentence. It was trained by train.sh:

	END
	"$parser" model info english.npz | sed "/^$/,\$d"
	printf '\nFrom the raw text of the treebank'"'"'s dev, scored as in the CoNLL 2018 shared task:\n\n'
	"$parser" eval --conll18 --verbose "$work/dev.conllu" "$work/parsed.conllu"
} >NOTICE
