#!/usr/bin/env bash
# Makes multi, the model of many languages: multi.sh DATA, a folder of the treebanks that multi.tsv lists, with an encoder e5
# (multilingual-e5-small) in PARSER_ENCODERS. It takes some hours of two cores and 8 GB of memory. When it was ended, the same
# command goes on. It cuts no text and makes no lemmas: the small model of a language does.
set -euo pipefail
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=functions.sh
. "$here/functions.sh"
data=$(cd "${1:?folder of treebanks}" && pwd)
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -C "$here/../.." -o "$program/" .
parser=$program/parser
work=${TMPDIR:-/tmp}/parser-models/multi
mkdir -p "$work"
cd "$work" # so that the model remembers no more of places than file names
grep -v '^#' "$here/multi.tsv" >table
while IFS=$'\t' read -r bank files _; do
	if [[ $files == ptb/en-gum/ ]]; then # of GUM's genres, only those whose texts may be used commercially
		for part in train dev; do
			zcat "$data/$files$part.conllu.gz" |
				awk -v RS= -v ORS='\n\n' '/^# sent_id = GUM_(bio|interview|news|speech|textbook|vlog|voyage)_/' |
				gzip -n >"$bank.$part.conllu.gz"
		done
	elif [[ $files == ud-more/lt/ ]]; then # half of its train has relations of an older scheme: most of dev is lt, and train by itself
		ln -sf "$data/${files}train.conllu.gz" "$bank.train.conllu.gz"
		documents() { zcat "$data/${files}dev.conllu.gz" | awk -v RS= -v ORS='\n\n' "/(^|\n)# newdoc/ { d++ } $1" | gzip -n; }
		documents 'd > 14' >"$bank.dev.conllu.gz"
		if [[ $bank == lt ]]; then
			rm "$bank.train.conllu.gz"
			documents 'd <= 14' >"$bank.train.conllu.gz"
		fi
	elif tested "$data/$files" "$bank"; then
		printf '%s: sentences of dev that train has, too, are left out of dev\n' "$bank" >&2
	fi
	printf '%s\t%d\n' "$bank" "$(words "$bank.train.conllu.gz")"
done <table >sizes

# An epoch reads 500,000 words: of a language of n words in proportion to n to the power of 0.3, so that small ones count, and
# of its treebanks in proportion to the root of their words, twice that of the first.
awk -F'\t' -v total=500000 '
	{
		bank[NR] = $1; size[NR] = $2; language[NR] = $1
		sub(/-.*/, "", language[NR])
		weight[NR] = sqrt($2) * ($1 ~ /-/ ? 1 : 2)
		words[language[NR]] += $2; weights[language[NR]] += weight[NR]
	}
	END {
		for (l in words) all += words[l] ^ 0.3
		for (i = 1; i <= NR; i++) {
			share = total * words[language[i]] ^ 0.3 / all * weight[i] / weights[language[i]] / size[i]
			printf "%s\t%.3f\n", bank[i], share < 1 ? share : 1
		}
	}' sizes >shares

# Subwords of the encoder are chosen by words as often as the training reads them, about.
while IFS=$'\t' read -r bank share; do
	zcat "$bank.train.conllu.gz" | awk -F'\t' -v share="$share" '
		BEGIN { times = int(20 * share + 0.5); if (times < 1) times = 1 }
		$1 ~ /^[0-9]+$/ { for (i = 0; i < times; i++) print $2 }'
done <shares >words.txt
count="$(wc -l <table) treebanks of $(sed 's/[-\t].*//' table | sort -u | wc -l) languages"
flags=()
while IFS=$'\t' read -r bank share; do
	flags+=(--train "$bank=$bank.train.conllu.gz" --treebank-share "$bank=$share")
done <shares
if grep -qw amx_bf16 /proc/cpuinfo; then
	flags+=(--finetune-bfloat16)
fi
once large "$parser" train --resume --lang multi --model large.npz --epochs 11 --batch 300 --multi-task upos,xpos,feats \
	--occurrences 300 --tag-occurrences 5 --neural-rate 0.003 --precision int8 --encoder e5 --encoder-depth 6 \
	--encoder-vocabulary 28000,words.txt --embed-encoder int4 --encoder-int8 --finetune 3 --finetune-rate 1e-4 --workers 2 "${flags[@]}" \
	--source "Universal Dependencies, $count" --licence 'CC BY-SA 4.0'
once multi "$parser" model pack --precision int4 --deflate large.npz multi.npz

# scores prints UPOS, features and LAS of a parse of a gold file, as in the CoNLL 2018 shared task, or dashes where words of the
# gold file are not as in its text.
scores() {
	"$parser" eval --conll18 --verbose "$1" "$2" |
		awk -F'|' '/^(UPOS|UFeats|LAS) / { printf " %6.2f", $4 } /^LAS / && $4 == "" { printf "      -" }' ||
		printf '      -      -      -'
}

# Small models, and multi beside them, by the names that --model takes.
mkdir -p models
ln -sf ../multi.npz models/multi.npz
for model in "$here"/*/*.npz; do
	ln -sf "$model" models/
done
export PARSER_MODELS=$work/models
mkdir -p "$here/multi"
{
	printf 'The file multi.npz in this folder is a model that was trained on Universal Dependencies\n'
	printf '(https://universaldependencies.org), on these treebanks, by the names that the model has for them,\n'
	printf 'and under their licences:\n\n'
	awk -F'\t' '{ printf "  %-16s %s (%s), %s\n", $1, $3, $4, $5 }' table
	printf '\nThe model is licensed under CC BY-SA 4.0, unlike the rest of this project. It holds weights, counts\n'
	printf 'and a vocabulary of words and their parts that occur often, and no sentence. It reads words; the model\n'
	printf 'of a language cuts its text and makes lemmas.\n'
	printf 'Its words are read by lower layers and the more frequent subwords of multilingual-e5-small\n'
	printf '(https://huggingface.co/intfloat/multilingual-e5-small, Wang et al. 2024, "Multilingual E5 Text\n'
	printf 'Embeddings", arXiv 2402.05672; MIT Licence, Copyright (c) Microsoft Corporation); the layers have\n'
	printf 'learned further, and all was rounded to 8 and 4 bits. That licence:\n\n'
	cat "$here/encoders.txt"
	printf '\nIt was trained by multi.sh:\n\n'
	"$parser" model info multi.npz | sed '/^$/,$d' | cut -c 1-1000
	printf '\nThe devs of all treebanks, scored as in the CoNLL 2018 shared task: from their words, without tags, and\n'
	printf 'from raw text, as people write it, which the model of the language cuts; beside it the model of the\n'
	printf 'language alone, if there is one, which may have learned from fewer treebanks; at the end LAS from words\n'
	printf 'without punctuation, and the interval of 95 %%.\n\n'
	printf '%-16s %6s  %-20s  %-20s  %-20s  %-20s\n' '' '' 'multi, from words' 'the small model' 'multi, from raw text' 'the small model'
	printf '%-16s %6s' treebank words
	for _ in 1 2 3 4; do
		printf '    UPOS  feats    LAS'
	done
	printf '  LAS, interval\n'
	while IFS=$'\t' read -r bank files _; do
		lang=${bank%%-*}
		small=$lang
		if [[ $lang == en ]]; then
			small=english
		fi
		zcat "$bank.dev.conllu.gz" >dev.conllu
		"$parser" convert --to text --usual-spacing dev.conllu >dev.txt
		printf '%-16s %6d ' "$bank" "$(words "$bank.dev.conllu.gz")"
		"$parser" parse --quiet --retag --model "multi:$lang" --treebank "$bank" dev.conllu >multi.conllu
		scores dev.conllu multi.conllu
		own=() raw=''
		if [[ $small == english || -e $here/$small ]]; then
			if [[ $(awk -F'\t' -v lang="$lang" '$1 == lang' "$here/treebanks.tsv" | wc -l) -gt 1 ]]; then
				name=$(awk -F'\t' -v lang="$lang" -v files="$files" '$1 == lang && $3 == files { print $2 }' "$here/treebanks.tsv")
				own=(${name:+--treebank "$name"})
			fi
			"$parser" parse --quiet --retag --model "$small" "${own[@]}" dev.conllu >small.conllu
			printf ' '
			scores dev.conllu small.conllu
			if [[ $small == english ]] || grep -q '^From the raw text ' "$here/$small/NOTICE"; then
				raw=yes
			fi
		else
			printf '       -      -      -'
		fi
		if [[ $raw ]]; then
			"$parser" parse --quiet --text --model "multi:$lang" --treebank "$bank" dev.txt >raw.conllu
			printf ' '
			scores dev.conllu raw.conllu
			"$parser" parse --quiet --text --model "$small" "${own[@]}" dev.txt >raw.conllu
			printf ' '
			scores dev.conllu raw.conllu
		else
			printf '       -      -      -       -      -      -'
		fi
		"$parser" compare --quiet --metric las dev.conllu multi.conllu | awk '$1 == "A" { print "  " $3, $4, $5 }'
	done <table
} >NOTICE
cp multi.npz NOTICE "$here/multi/"
"$here/module.sh" "$here/multi"
(cd "$here/multi" && go vet . && go test .)
"$here/list.sh" >"$program/models.tsv"
cp "$program/models.tsv" "$here/../cli/internal/fetch/models.tsv"
cd "$here"
rm -rf "$work"
