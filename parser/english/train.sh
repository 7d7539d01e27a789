#!/usr/bin/env bash
# Trains the English model anew, and writes NOTICE: train.sh DATA ENCODERS, a folder with eud/en, English EWT with enhanced
# dependencies, and ptb/en-gum, dependencies of GUM, as shared/data has them, and a folder with minilm, the files of the
# encoder all-MiniLM-L6-v2. The model is the same, byte for byte, wherever it is trained. It takes an hour or two.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$(cd "${1:?folder of treebanks}" && pwd)
PARSER_ENCODERS=$(cd "${2:?folder of encoders}" && pwd)
export PARSER_ENCODERS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/" .
cd "$work" # so that the model remembers no more of places than file names
for part in train dev; do # without paragraphs, so that the model can read text that has none
	zcat "$data/eud/en/$part.conllu.gz" | grep -v '^# newpar\|^# newdoc' | gzip -n >ewt.$part.conllu.gz
	# Of GUM's genres, only those whose texts may be used commercially.
	zcat "$data/ptb/en-gum/$part.conllu.gz" |
		awk -v RS= -v ORS='\n\n' '/^# sent_id = GUM_(bio|interview|news|speech|textbook|vlog|voyage)_/' |
		gzip -n >gum.$part.conllu.gz
done

# What cuts text into words stays that of the model in this folder. One that learns anew from EWT, by train --pipeline, finds
# more sentences of EWT (86.05 instead of 85.42), and fewer of other kinds of text.
cp "$here/english.npz" cutter.npz
./parser train --pipeline --enhanced --lang en --model large.npz --epochs 10 --precision int8 --neural-rate 0.003 \
	--encoder minilm --encoder-depth 3 --encoder-vocabulary 16000 --embed-encoder int4 --encoder-int8 --finetune 3 \
	--segmenter cutter.npz --train ewt=ewt.train.conllu.gz --train gum=gum.train.conllu.gz --dev ewt.dev.conllu.gz \
	--source 'UD English EWT, 2.16; GUM, documents for commercial use, commit 72ce5ac' --licence 'CC BY-SA 4.0'
./parser model pack --precision int4 large.npz english.npz
cp english.npz "$here/"
{
	cat <<-'END'
	The file english.npz in this folder is a model that was trained on UD English EWT 2.16, the
	Universal Dependencies English Web Treebank (Silveira et al. 2014, "A Gold Standard Dependency
	Corpus for English", LREC; https://universaldependencies.org), which is licensed under CC BY-SA
	4.0, https://creativecommons.org/licenses/by-sa/4.0/, and on GUM, the Georgetown University
	Multilayer corpus (Zeldes 2017, "The GUM Corpus: Creating Multilayer Resources in the Classroom",
	Language Resources and Evaluation 51(3), 581-612; https://gucorpling.org/gum), commit 72ce5ac of
	2025-05-12, folder dep/. The annotation of GUM is licensed under CC BY 4.0. Of its texts the model
	has learned from these genres, and no others:

	  news (Wikinews), interview    CC BY 2.5
	  bio (Wikipedia), voyage       CC BY-SA 3.0
	  textbook, vlog, speech        CC BY or in the public domain, as GUM says for each document

	CC BY-SA 3.0 allows adaptations under its later versions, and the model is licensed under CC BY-SA
	4.0, unlike the rest of this project. It holds weights, counts and a vocabulary of words and their
	parts that occur several times, and no sentence.

	Its words are read by the three lower layers, which learned further here, and the more frequent
	subwords of all-MiniLM-L6-v2 (https://www.sbert.net), which is licensed under the Apache License
	2.0, https://www.apache.org/licenses/LICENSE-2.0. That was made from MiniLM-L6-H384-uncased (Wang
	et al. 2020, "MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained
	Transformers", NeurIPS; Reimers & Gurevych 2019, "Sentence-BERT", EMNLP). The weights were changed:
	layers were left out, the others trained, and all rounded to 8 and 4 bits.

	It was trained by train.sh:

	END
	./parser model info english.npz | sed "/^$/,\$d"
	for bank in ewt gum; do
		zcat $bank.dev.conllu.gz >dev.conllu
		./parser convert --to text dev.conllu | ./parser parse --quiet --text --model english.npz --treebank $bank >raw.conllu
		./parser parse --quiet --retag --model english.npz --treebank $bank dev.conllu >words.conllu
		printf '\nFrom the raw text of the dev of %s, scored as in the CoNLL 2018 shared task:\n\n' "${bank^^}"
		./parser eval --conll18 --verbose dev.conllu raw.conllu
		printf '\nFrom the words of the dev of %s, without their tags:\n\n' "${bank^^}"
		./parser eval --conll18 --verbose dev.conllu words.conllu
	done
} >"$here/NOTICE"
