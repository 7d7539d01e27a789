#!/usr/bin/env bash
# Trains the English model anew, and writes NOTICE: train.sh TREEBANK TEXT, a folder with train.conllu.gz and
# dev.conllu.gz of UD English EWT with enhanced dependencies, and a folder with the raw text en.txt.gz. The model is the
# same, byte for byte, wherever it is trained. It takes about half an hour.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
treebank=$(cd "${1:?folder of the treebank}" && pwd)
text=$(cd "${2:?folder of raw text}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/" .
cd "$work" # so that the model remembers no more of places than file names
ln -s "$text/en.txt.gz" .
for part in train dev; do # without paragraphs, so that the model can read text that has none
	zcat "$treebank/$part.conllu.gz" | grep -v '^# newpar\|^# newdoc' | gzip -n >$part.conllu.gz
done

# What cuts the text into words, as the treebank has them; then the words; then the parser.
./parser train --pipeline --lang en --model cutter.npz --epochs 1 --train train.conllu.gz --dev dev.conllu.gz
./parser pretrain --lang en --segmenter cutter.npz --text en.txt.gz --forms 8000 --threads 2 --out words.npz
./parser train --pipeline --enhanced --lang en --model english.npz --epochs 20 --precision int8 --neural-rate 0.003 \
	--pretrained words.npz --segmenter cutter.npz \
	--train train.conllu.gz --dev dev.conllu.gz --source 'UD English EWT 2.16' --licence 'CC BY-SA 4.0'
zcat dev.conllu.gz >dev.conllu
./parser convert --to text dev.conllu | ./parser parse --text --model english.npz >parsed.conllu
cp english.npz "$here/"
{
	cat <<-'END'
	The file english.npz in this folder is a model that was trained on UD English EWT 2.16, the
	Universal Dependencies English Web Treebank (Silveira et al. 2014, "A Gold Standard Dependency
	Corpus for English", LREC; https://universaldependencies.org), which is licensed under CC BY-SA
	4.0, https://creativecommons.org/licenses/by-sa/4.0/. The model is licensed under the same
	licence, unlike the rest of this project. It holds weights, counts and a vocabulary of words and
	their parts that occur several times, and no sentence.

	Before that, it learned words from six million words of raw text: sentences of Common Voice
	(CC0); "U.S. History" and "Introduction to Sociology" of OpenStax (CC BY 4.0); State of the Union
	and inaugural addresses (public domain); movie reviews (CC BY 4.0); and novels of 1840 to 1920 of
	ELTeC (texts in the public domain, markup CC BY 4.0). CC BY 4.0 is
	https://creativecommons.org/licenses/by/4.0/.

	It was trained by train.sh:

	END
	./parser model info english.npz | sed "/^$/,\$d"
	printf '\nFrom the raw text of the treebank'"'"'s dev, scored as in the CoNLL 2018 shared task:\n\n'
	./parser eval --conll18 --verbose dev.conllu parsed.conllu
} >"$here/NOTICE"
