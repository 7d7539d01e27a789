#!/usr/bin/env bash
# Prints the table of languages in README.md: table.sh DATA, the folder of treebanks of train.sh. Scores are from the list
# in the program; words per second are measured, by one thread on the words of dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$(cd "${1:?folder of treebanks}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/" .

printf '| | treebank | licence | words in train | MB | words | UPOS | LAS from raw text | LAS from words | words/s |\n'
printf '| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: |\n'
while IFS=$'\t' read -r lang folder _; do
	if [[ $lang == '#'* || ! -e $here/$lang ]]; then
		continue
	fi
	zcat "$data/$folder/dev.conllu.gz" >"$work/dev.conllu"
	"$work/parser" bench --json --seconds 3 --threads 1 --model "$here/$lang/$lang.npz" "$work/dev.conllu" >"$work/bench.json"
	speed=$(awk '/"threads": 1,/ { getline; gsub(/[^0-9.]/, ""); print 1e9 / $0; exit }' "$work/bench.json")
	words=$(zcat "$data/$folder/train.conllu.gz" | grep -c '^[0-9]*	')
	awk -F'\t' -v lang="$lang" -v words="$words" -v speed="$speed" '
		function grouped(n) { return n < 1000 ? n : grouped(int(n / 1000)) sprintf(",%03d", n % 1000) }
		$1 == lang {
			printf "| %s | %s | %s | %s | %.2f | %s | %s | %s | %s | %s |\n",
				lang, $6, $5, grouped(words), $3 / 1e6, $8, $9, $10, $11, grouped(100 * int(speed / 100 + 0.5))
		}' "$here/../internal/fetch/models.tsv"
done <"$here/treebanks.tsv"
