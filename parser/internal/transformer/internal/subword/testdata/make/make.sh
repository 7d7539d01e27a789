#!/bin/sh -e
# Makes the vocabularies and expected ids of testdata, in the folder of this script's parent:
#
#     npm install --ignore-scripts @huggingface/transformers@4.3.1 @anush008/tokenizers@0.6.0   # in a folder NODE
#     NODE_PATH=NODE/node_modules make.sh
cd "$(dirname "$0")/.."
make=../../../testdata/make
text=$(mktemp)
cat ../../../../../../testdata/en/train.conllu ../../../../../../testdata/kinds/*.conllu | sed -n 's/^# text = //p' > "$text"
for i in 1 2 3 4 5; do # so that what occurs once is learned, too
	python3 -c 'import json
for s in json.load(open("sentences.json"))[:25]: print(" ".join(s.split()))'
done >> "$text"
python3 $make/wordpiece.py "$text" 700 cased
python3 $make/wordpiece.py "$text" 700 uncased --lower
python3 $make/bpe.py "$text" 700 bpe
python3 $make/unigram.py "$text" 700 unigram --seen
rm "$text"
for folder in cased uncased bpe unigram; do
	node make/expected.cjs $folder > $folder/expected.json
done
rm cased/tokenizer.json # its vocab.txt says the same
