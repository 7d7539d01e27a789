#!/usr/bin/env bash
# Trains models of languages, each into the folder of its name here: train.sh DATA [LANG…], a folder with the treebanks
# that treebanks.tsv lists (train.conllu.gz and dev.conllu.gz in each), the raw text of texts.tsv, from which some models
# learn words first, and the lists of lexicons.tsv, as lexicons.py makes them; and languages, all without any. Models of
# encoders.tsv take their encoders from PARSER_ENCODERS. The models are the same, byte for byte, wherever they are trained.
# NOTICE beside each has its licence, source and scores.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$(cd "${1:?folder of treebanks}" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/" .
parser=$work/parser

# scores prints the table of CoNLL 2018 of what the model makes of dev: from raw text as people write it, and from its words.
scores() {
	zcat dev.conllu.gz >dev.conllu
	"$parser" convert --to text --usual-spacing dev.conllu >dev.txt
	"$parser" convert --to text dev.conllu | cmp -s - dev.txt ||
		printf '\nThe treebank has blanks around all marks; here and in training the text has those that people write.\n'
	"$parser" parse --quiet --text --model "$1" dev.txt >raw.conllu
	"$parser" parse --quiet --retag --model "$1" dev.conllu >words.conllu
	printf '\nFrom the raw text of dev, scored as in the CoNLL 2018 shared task:\n\n'
	"$parser" eval --conll18 --verbose dev.conllu raw.conllu
	printf '\nFrom the words of dev, without their tags:\n\n'
	"$parser" eval --conll18 --verbose dev.conllu words.conllu
}

while IFS=$'\t' read -r lang folder name release licence flags; do
	if [[ $lang == '#'* ]] || (($#)) && [[ " $* " != *" $lang "* ]]; then
		continue
	fi
	mkdir "$work/$lang"
	cd "$work/$lang" # so that the model remembers no more of places than file names
	ln -s "$data/$folder"/{train,dev}.conllu.gz .
	IFS=$'\t' read -r _ text about < <(grep "^$lang	" "$here/texts.tsv" || echo)
	IFS=$'\t' read -r _ encoded origin < <(grep "^$lang	" "$here/encoders.tsv" || echo)
	lists='' lemmas='' about_lists=''
	while IFS=$'\t' read -r _ file what; do
		ln -s "$data/$file" .
		lists+=" --lexicon ${file##*/}"
		[[ $(head -n 1 "${file##*/}" | cut -f 2) == _ ]] || lemmas+=" --lexicon ${file##*/}"
		about_lists+="${about_lists:+;$'\n'}$what"
	done < <(grep "^$lang	" "$here/lexicons.tsv" || true)
	if [[ $text || $encoded ]]; then
		# shellcheck disable=SC2086 # flags are several words
		"$parser" train --pipeline --lang "$lang" --model cutter.npz $flags $lists --epochs 1 --train train.conllu.gz --dev dev.conllu.gz
	fi
	if [[ $encoded ]]; then
		flags="--segmenter cutter.npz --neural-rate 0.003 $encoded" lists=$lemmas
	elif [[ $text ]]; then
		ln -s "$data/$text" "$lang.txt.gz"
		"$parser" pretrain --lang "$lang" --segmenter cutter.npz --text "$lang.txt.gz" --forms 3000 --parts 3000 \
			--threads 2 --out words.npz
		flags+=' --segmenter cutter.npz --pretrained words.npz --neural-rate 0.003' lists=$lemmas
	fi
	# shellcheck disable=SC2086 # flags are several words
	"$parser" train --pipeline --lang "$lang" --model "$lang.npz" --precision int8 $flags $lists \
		--train train.conllu.gz --dev dev.conllu.gz --source "$name, $release" --licence "$licence"
	if [[ $encoded ]]; then
		"$parser" model pack --precision int4 "$lang.npz" "$lang.npz"
	fi
	mkdir -p "$here/$lang"
	cp "$lang.npz" "$here/$lang/"
	{
		printf 'The file %s.npz in this folder is a model that was trained on the Universal Dependencies treebank\n' "$lang"
		printf '%s (%s; https://universaldependencies.org),\n' "$name" "$release"
		printf 'which is licensed under %s. The model is licensed under the same licence, unlike the rest\n' "$licence"
		printf 'of this project. It holds weights, counts and a vocabulary of words and their parts that occur several\n'
		printf 'times, and no sentence. '
		if [[ $release == *', traditional characters' ]]; then
			printf 'Simplified characters are looked up as traditional ones. '
		fi
		if [[ $encoded ]]; then
			printf 'Its words are read by lower layers and the more frequent subwords of\n%s;\n' "$origin"
			printf 'the layers have learned further, and all was rounded to 8 and 4 bits. That licence:\n\n'
			cat "$here/encoders.txt"
			printf '\n'
		elif [[ $text ]]; then
			printf 'First it learned words from raw text:\n%s.\n' "$about"
		fi
		if [[ $about_lists ]]; then
			printf 'What finds words in text keeps a number for each word of these lists, and none of the words:\n%s.\n' "$about_lists"
			cat "$here/lexicons.txt"
			printf '\n'
		fi
		printf 'It was trained by train.sh:\n\n'
		"$parser" model info "$lang.npz" | sed '/^$/,$d'
		scores "$lang.npz"
	} >"$here/$lang/NOTICE"
done <"$here/treebanks.tsv"
