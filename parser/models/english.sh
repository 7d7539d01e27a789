#!/usr/bin/env bash
# Trains the small English model and those of constituents and of graphs of meaning, each into the folder of its name here:
# english.sh DATA, a folder with eud/en, ptb/en-gum, amr and raw/en.txt.gz as shared/data has them. The models are the same,
# byte for byte, wherever they are trained. NOTICE beside each has its licence, source and scores.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$(cd "${1:?folder of treebanks}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/" .
parser=$work/parser
export PARSER_MODELS=$work/none # English is the model of the program
cd "$work"                      # so that the models remember no more of places than file names

# Dependencies without an encoder: first what cuts the text into words, as the treebank has them; then the words, from raw
# text; then the parser. There are no paragraphs, so that the model can read text that has none.
for part in train dev; do
	zcat "$data/eud/en/$part.conllu.gz" | grep -v '^# newpar\|^# newdoc' | gzip -n >$part.conllu.gz
done
ln -s "$data/raw/en.txt.gz" .
"$parser" train --pipeline --lang en --model cutter.npz --epochs 1 --train train.conllu.gz --dev dev.conllu.gz
"$parser" pretrain --lang en --segmenter cutter.npz --text en.txt.gz --forms 8000 --threads 2 --out words.npz
"$parser" train --pipeline --enhanced --lang en --model large.npz --epochs 20 --precision int8 --neural-rate 0.003 \
	--pretrained words.npz --segmenter cutter.npz \
	--train train.conllu.gz --dev dev.conllu.gz --source 'UD English EWT 2.16' --licence 'CC BY-SA 4.0'
"$parser" model pack --precision int4 large.npz en-small.npz
mkdir -p "$here/en-small"
cp en-small.npz "$here/en-small/"
zcat dev.conllu.gz >dev.conllu
"$parser" convert --to text dev.conllu | "$parser" parse --quiet --text --model en-small.npz >raw.conllu
"$parser" parse --quiet --retag --model en-small.npz dev.conllu >words.conllu
{
	cat <<-'END'
	The file en-small.npz in this folder is a model that was trained on UD English EWT 2.16, the
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

	It was trained by english.sh:

	END
	"$parser" model info en-small.npz | sed '/^$/,$d'
	printf '\nFrom the raw text of dev, scored as in the CoNLL 2018 shared task:\n\n'
	"$parser" eval --conll18 --verbose dev.conllu raw.conllu
	printf '\nFrom the words of dev, without their tags:\n\n'
	"$parser" eval --conll18 --verbose dev.conllu words.conllu
} >"$here/en-small/NOTICE"

# Graphs, of trees that the English model of the program makes. The model does not hold that one, and parse has it.
for part in train dev; do
	zcat "$data/amr/qald.$part.amr.gz" >$part.amr
	sed -n 's/^# ::snt //p' $part.amr | "$parser" parse --quiet --text --lines --lang english >$part.trees.conllu
done
"$parser" train --system amr --lang en --model en-amr.npz --train train.amr --dev dev.amr \
	--trees train.trees.conllu --dev-trees dev.trees.conllu \
	--source 'QALD-9-AMR, commit 5f1f224' --licence 'Apache 2.0'
mkdir -p "$here/en-amr"
cp en-amr.npz "$here/en-amr/"
"$parser" parse --quiet --model en-amr.npz dev.amr >raw.amr
{
	cat <<-'END'
	The file en-amr.npz in this folder is a model that was trained on QALD-9-AMR, graphs of questions in
	IBM/AMR-annotations (commit 5f1f224), which are licensed under the Apache License 2.0,
	https://www.apache.org/licenses/LICENSE-2.0. The model is licensed under the same licence, unlike the
	rest of this project. Every eighth graph of the training part is dev, and the model has learned from the
	others. It holds weights, counts and concepts, and no sentence. The English model of this program
	(parser/english, CC BY-SA 4.0) made the dependency trees that it has learned from. It does not hold that
	model, but needs it for text. It was trained by english.sh:

	END
	"$parser" model info en-amr.npz | sed '/^$/,$d'
	printf '\nFrom the raw text of dev, a text for each graph; dev has no words of its own:\n\n'
	"$parser" eval --amr --quiet dev.amr raw.amr
} >"$here/en-amr/NOTICE"

# Of GUM's genres, only those whose texts may be used commercially. Trees have no names, but their dependencies do.
wanted='^# sent_id = GUM_(bio|interview|news|speech|textbook|vlog|voyage)_'
for part in train dev; do
	zcat "$data/ptb/en-gum/$part.conllu.gz" >all.conllu
	awk -v RS= -v ORS='\n\n' -v wanted="$wanted" '$0 ~ wanted' all.conllu >$part.conllu
	grep '^# sent_id' all.conllu | paste - <(zcat "$data/ptb/en-gum/$part.mrg.gz") |
		grep -E "$wanted" | cut -f 2 >$part.mrg
done

# What cuts text into words as the treebank has them; then the words, from raw text; then the trees.
"$parser" train --pipeline --size small --lang en --model cutter.npz --epochs 1 \
	--train train.conllu --dev dev.conllu
"$parser" pretrain --lang en --segmenter cutter.npz --text en.txt.gz --forms 3000 --parts 3000 --threads 2 --out words.npz
"$parser" train --pipeline --system in-order --lang en --model large-brackets.npz --precision int8 \
	--epochs 12 --occurrences 6 --neural-rate 0.003 --pretrained words.npz \
	--segmenter cutter.npz --train train.mrg --dev dev.mrg \
	--source 'GUM, documents for commercial use, commit 72ce5ac' --licence 'CC BY-SA 4.0'
"$parser" model pack --precision int4 large-brackets.npz en-brackets.npz
mkdir -p "$here/en-brackets"
cp en-brackets.npz "$here/en-brackets/"
"$parser" convert --to text dev.conllu | "$parser" parse --quiet --text --model en-brackets.npz |
	"$parser" convert --to conllu --labels none >raw.conllu
"$parser" parse --quiet --retag --model en-brackets.npz dev.mrg >words.mrg
{
	cat <<-'END'
	The file en-brackets.npz in this folder is a model that was trained on constituents of GUM, the Georgetown
	University Multilayer corpus (Zeldes 2017, "The GUM Corpus: Creating Multilayer Resources in the Classroom",
	Language Resources and Evaluation 51(3), 581-612; https://gucorpling.org/gum), commit 72ce5ac of 2025-05-12,
	folders const/ and dep/. The annotation is licensed under CC BY 4.0. GUM says that a program made the
	constituents from the tags, so the scores tell how far the model agrees with that program. The model has
	learned from the texts of these genres, and no others:

	  news (Wikinews), interview    CC BY 2.5
	  bio (Wikipedia), voyage       CC BY-SA 3.0
	  textbook, vlog, speech        CC BY or in the public domain, as GUM says for each document

	CC BY-SA 3.0 allows adaptations under its later versions, and the model is licensed under CC BY-SA 4.0,
	https://creativecommons.org/licenses/by-sa/4.0/, unlike the rest of this project. It holds weights,
	counts and a vocabulary of words and their parts that occur several times, and no sentence.

	Before that, it learned words from raw text: sentences of Common Voice (CC0); "U.S. History" and
	"Introduction to Sociology" of OpenStax (CC BY 4.0); State of the Union and inaugural addresses (public
	domain); movie reviews (CC BY 4.0); and novels of 1840 to 1920 of ELTeC (texts in the public domain,
	markup CC BY 4.0). CC BY 4.0 is https://creativecommons.org/licenses/by/4.0/.

	It was trained by english.sh:

	END
	"$parser" model info en-brackets.npz | sed '/^$/,$d'
	printf '\nFrom the raw text of dev, scored as in the CoNLL 2018 shared task; XPOS are Penn tags. Brackets have no\n'
	printf 'such score, since sentences may differ:\n\n'
	"$parser" eval --conll18 --verbose dev.conllu raw.conllu | grep -E '^(Metric|-|Sentences|Words|XPOS)'
	printf '\nFrom the words of dev, without their tags, as EVALB scores them:\n\n'
	"$parser" eval --bracket --quiet dev.mrg words.mrg | sed -n '/^-- All/,/^$/p'
} >"$here/en-brackets/NOTICE"
