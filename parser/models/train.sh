#!/usr/bin/env bash
# Makes models of languages: train.sh DATA [LANG…], with a folder of the treebanks that treebanks.tsv lists, the raw text of
# texts.tsv, from which some models learn words first, and the lists of lexicons.tsv, as lexicons.py makes them; and
# languages, all without any. Models of encoders.tsv take their encoders from PARSER_ENCODERS. Each model goes into the folder
# of its name here, with NOTICE (licence, sources, how it was trained, scores) and its Go module, which is tested; then the
# list in the program and the table in README.md are renewed. First it says how long that will take. When it was ended, the
# same command goes on. The models are the same, byte for byte, wherever they are trained.
set -euo pipefail
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=functions.sh
. "$here/functions.sh"
data=$(cd "${1:?folder of treebanks}" && pwd)
shift
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -C "$here/../.." -o "$program/" .
parser=$program/parser

# rows prints the rows of a table for a language.
rows() {
	awk -F'\t' -v lang="$2" '$1 == lang' "$here/$1"
}

# licence_of prints the licence of a model that learns from treebanks with these licences, one a line: CC BY and CC BY-SA 3.0
# allow adaptations under CC BY-SA 4.0, and that allows them under the GNU GPL 3.0; LGPL-LR stands beside others.
licence_of() {
	sort -u | awk '
		/^GNU/ { gnu = $0 }
		/^LGPL-LR/ { lesser = $0 }
		/^CC/ { cc = cc ? "CC BY-SA 4.0" : $0 }
		END { print gnu ? gnu : cc && lesser ? cc " and " lesser : cc lesser }'
}

# scores prints the table of CoNLL 2018 of what the model makes of the dev of its first treebank: from raw text as people write
# it, unless the model reads words only, and from its words; then the surest of them once more, for each treebank of the language.
scores() {
	zcat "$1" >dev.conllu
	"$parser" convert --to text --usual-spacing dev.conllu >dev.txt
	"$parser" convert --to text dev.conllu | cmp -s - dev.txt ||
		printf '\nThe treebank has blanks around all marks; here and in training the text has those that people write.\n'
	if [[ $cuts ]]; then
		"$parser" parse --quiet --text --model "$lang.npz" dev.txt >raw.conllu
		printf '\nFrom the raw text of dev, scored as in the CoNLL 2018 shared task:\n\n'
		"$parser" eval --conll18 --verbose dev.conllu raw.conllu
	fi
	"$parser" parse --quiet --retag --model "$lang.npz" dev.conllu >words.conllu
	printf '\nFrom the words of dev, without their tags:\n\n'
	"$parser" eval --conll18 --verbose dev.conllu words.conllu
}

# others prints a row of scores for each treebank of the language: what its dev has, from its words.
others() {
	printf '\nThe devs of all treebanks of the language, from words (--treebank; LAS without punctuation, and the interval of 95 %%):\n\n'
	printf '%-13s %6s %6s %6s %6s %6s  %s\n' treebank words UPOS feats lemmas LAS 'LAS, interval'
	while IFS=$'\t' read -r _ bank _ learns _; do
		if [[ $learns == trees ]]; then
			continue
		fi
		zcat "$bank.dev.conllu.gz" >dev.conllu
		"$parser" parse --quiet --retag --model "$lang.npz" ${several:+--treebank "$bank"} dev.conllu >words.conllu
		"$parser" eval --conll18 --verbose dev.conllu words.conllu >scores
		printf '%-13s %6d' "$bank" "$(grep -c '^[0-9]*	' dev.conllu)"
		awk -F'|' '/^(UPOS|UFeats|Lemmas|LAS)/ { printf " %6.2f", $4 }' scores
		"$parser" compare --quiet --metric las dev.conllu words.conllu | awk '$1 == "A" { print "  " $3, $4, $5 }'
	done <table
}

langs=("$@")
if ((!$#)); then
	mapfile -t langs < <(grep -v '^#' "$here/treebanks.tsv" | cut -f 1 | uniq)
fi
for lang in "${langs[@]}"; do # all, before the first begins
	table=$(rows treebanks.tsv "$lang")
	if [[ ! $table ]]; then
		printf 'treebanks.tsv has no language %s\n' "$lang" >&2
		exit 1
	fi
	mapfile -t files < <(cut -f 3 <<<"$table")
	files=("${files[@]/#/$data/}")
	words=$(words "${files[@]/%/train.conllu.gz}")
	epochs=$(head -n 1 <<<"$table" | grep -o 'epochs [0-9]*' | cut -d ' ' -f 2)
	printf '%s: %s words, %s epochs, ' "$lang" "$words" "$epochs"
	if [[ $(rows texts.tsv "$lang") || $(rows encoders.tsv "$lang") ]]; then
		printf 'and words from raw text, or an encoder: an hour or more\n'
	else
		# As measured: 4,000 words/s by one core, and as much work besides as for two epochs; memory of thirty languages.
		printf 'about %d min of one core and up to 2 GB of memory\n' $((words * (epochs + 2) / 240000 + 1))
	fi
done

for lang in "${langs[@]}"; do
	work=${TMPDIR:-/tmp}/parser-models/$lang
	table=$(rows treebanks.tsv "$lang")
	text='' passes='' about='' encoded='' origin=''
	IFS=$'\t' read -r _ text passes about < <(rows texts.tsv "$lang") || true
	IFS=$'\t' read -r _ encoded origin < <(rows encoders.tsv "$lang") || true
	made="$("$parser" --version) $table $text $passes $encoded"
	if [[ ! -e $work/made ]] || [[ $(<"$work/made") != "$made" ]]; then
		rm -rf "$work"
		mkdir -p "$work"
		printf '%s\n' "$made" >"$work/made"
	fi
	cd "$work" # so that the model remembers no more of places than file names
	printf '%s\n' "$table" >table
	flags=$(head -n 1 table | cut -f 8)
	several='' cuts='' whole=yes lemmatiser='' own=() related=() shared='' trees='' texts='' sources='' lists='' lemmas='' about_lists=''
	if (($(wc -l <table) > 1)); then
		several=yes
	fi
	while IFS=$'\t' read -r _ bank files learns name release _; do
		if tested "$data/$files" "$bank" && [[ $learns != trees ]]; then
			shared+="${shared:+, }$bank"
		fi
		trees+=" --train ${several:+$bank=}$bank.train.conllu.gz"
		case $learns in
		all) texts+=" --train $bank.train.conllu.gz" cuts=${cuts:-$bank.dev.conllu.gz} own+=("$bank.train.conllu.gz") ;;
		words) whole='' own+=("$bank.train.conllu.gz") ;;
		trees) whole='' lemmatiser='--tagger cutter.npz' related+=("$bank") ;;
		*)
			printf 'treebanks.tsv: from %s of %s is learned all, words or trees, not %s\n' "$bank" "$lang" "$learns" >&2
			exit 1
			;;
		esac
		sources+="${sources:+; }$name, $release"
	done <table
	if ((${#related[@]})); then # an epoch reads at most twice as much of related languages as of the language itself
		share=$(awk -v own="$(words "${own[@]}")" -v related="$(words "${related[@]/%/.train.conllu.gz}")" \
			'BEGIN { share = 2 * own / related; print share < 1 ? sprintf("%.2f", share) : 1 }')
		for bank in "${related[@]}"; do
			trees+=" --treebank-share $bank=$share"
		done
	fi
	first=$(head -n 1 table | cut -f 2)
	while IFS=$'\t' read -r _ file what; do
		ln -sf "$data/$file" .
		lists+=" --lexicon ${file##*/}"
		[[ $(head -n 1 "${file##*/}" | cut -f 2) == _ ]] || lemmas+=" --lexicon ${file##*/}"
		about_lists+="${about_lists:+;$'\n'}$what"
	done < <(rows lexicons.tsv "$lang")

	# What cuts text into words, and what makes lemmas, is learned by itself where it learns from other files than trees, or
	# before these.
	learns=--pipeline
	if [[ ! $cuts ]]; then
		learns='--multi-task upos,xpos,feats --tag lemma'
	elif [[ $text || ! $whole ]]; then
		# shellcheck disable=SC2086 # flags are several words
		once cutter "$parser" train --resume --pipeline --lang "$lang" --model cutter.npz $flags $lists --epochs 1 $texts --dev "$cuts"
		learns+=" --segmenter cutter.npz $lemmatiser" lists=$lemmas
	fi
	if [[ $encoded ]]; then
		flags="--neural-rate 0.003 $encoded"
	elif [[ $text ]]; then
		raw=$lang.txt.gz
		if [[ -d $data/$text ]]; then # of which MANIFEST.tsv says which files may be learned from, and what they are
			raw=$lang.txt
			mkdir -p "$raw"
			about=''
			while IFS=$'\t' read -r _ file _ genre from _ terms _; do
				ln -sf "$data/$text/$file" "$raw/"
				about+="${about:+;$'\n'}$genre ($from; $terms)"
			done < <(awk -F'\t' -v lang="$lang" '$1 == lang && $8 == "yes"' "$data/${text%/*}/MANIFEST.tsv")
		else
			ln -sf "$data/$text" "$raw"
		fi
		read=()
		if [[ $passes != - ]]; then
			read=(--epochs "$passes")
		fi
		once words "$parser" pretrain --resume --lang "$lang" --segmenter cutter.npz --text "$raw" --forms 3000 --parts 3000 \
			--threads 2 "${read[@]}" --out words.npz
		learns+=' --pretrained words.npz --neural-rate 0.003'
	fi
	licence=$(cut -f 7 table | licence_of)
	# shellcheck disable=SC2086 # flags are several words
	once "$lang" "$parser" train --resume $learns --lang "$lang" --model "$lang.npz" --precision int8 $flags $lists $trees \
		--dev "$first.dev.conllu.gz" --source "$sources" --licence "$licence"
	if [[ $flags != *'precision int8'* ]]; then # of all parts, such as what cuts text
		once pack "$parser" model pack --precision int4 "$lang.npz" "$lang.npz"
	fi
	mkdir -p "$here/$lang"
	{
		printf 'The file %s.npz in this folder is a model that was trained on Universal Dependencies\n' "$lang"
		printf '(https://universaldependencies.org), on these treebanks and under their licences:\n\n'
		while IFS=$'\t' read -r _ bank _ learns name release licence_of _; do
			printf '  %s (%s), %s' "$name" "$release" "$licence_of"
			case $learns in
			all) printf '\n' ;;
			words) printf '; not how text is cut into words\n' ;;
			trees) printf '; trees and tags alone\n' ;;
			esac
		done <table
		printf '\nThe model is licensed under %s, unlike the rest of this project. It holds weights, counts\n' "$licence"
		printf 'and a vocabulary of words and their parts that occur several times, and no sentence.\n'
		if [[ ! $cuts ]]; then
			printf 'It reads words only: the files of the treebank do not say where text has blanks.\n'
		fi
		if grep -q 'traditional characters' table; then
			printf 'Simplified characters are looked up as traditional ones.\n'
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
			does=${lemmas:+'gives words tags and lemmas'}
			printf 'What %s keeps numbers for each word of these lists, and none of the words:\n%s.\n' \
				"${does:-finds words in text}" "$about_lists"
			awk -v lists="$about_lists" '
				/^[A-Z]+ [Ll]icence of .*:$/ { name = $4; sub(/:$/, "", name); shown = index(lists, name) }
				shown' "$here/lexicons.txt"
		fi
		printf '\nIt was trained by train.sh:\n\n'
		"$parser" model info "$lang.npz" | sed '/^$/,$d'
		if [[ $shared ]]; then
			printf '\nThe train file has many sentences of the dev file of %s, which were left out of the latter.\n' "$shared"
		fi
		scores "$first.dev.conllu.gz"
		others
	} >NOTICE
	cp "$lang.npz" NOTICE "$here/$lang/"
	"$here/module.sh" "$here/$lang"
	(cd "$here/$lang" && go vet . && go test .)
	cd "$here"
	rm -rf "$work"
done
"$here/list.sh" >"$program/models.tsv"
cp "$program/models.tsv" "$here/../cli/internal/fetch/models.tsv"
"$here/table.sh" "$data" "${langs[@]}"
