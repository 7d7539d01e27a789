#!/usr/bin/env bash
# Renews rows of the table of languages in README.md: table.sh DATA [LANG…], the folder of treebanks of train.sh, and
# languages, all without any. Scores are from the list in the program; words per second are measured, by one thread on the
# words of dev.
set -euo pipefail
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$(cd "${1:?folder of treebanks}" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/" .

langs=("$@")
if ((!$#)); then
	mapfile -t langs < <(grep -v '^#' "$here/treebanks.tsv" | cut -f 1 | uniq)
fi
for lang in "${langs[@]}"; do
	if [[ ! -e $here/$lang ]]; then
		continue
	fi
	awk -F'\t' -v lang="$lang" '$1 == lang' "$here/treebanks.tsv" >"$work/treebanks"
	zcat "$data/$(head -n 1 "$work/treebanks" | cut -f 3)dev.conllu.gz" >"$work/dev.conllu"
	"$work/parser" bench --json --seconds 3 --threads 1 --model "$here/$lang/$lang.npz" "$work/dev.conllu" >"$work/bench.json"
	speed=$(awk '/"threads": 1,/ { getline; gsub(/[^0-9.]/, ""); print 1e9 / $0; exit }' "$work/bench.json")
	while IFS=$'\t' read -r _ _ files learns name release licence _; do
		printf '%s\t%s\t%s\t%s\t%d\n' "$learns" "$name" "$release" "$licence" \
			"$(zcat "$data/${files}train.conllu.gz" | grep -c '^[0-9]*	')"
	done <"$work/treebanks" >"$work/words"
	awk -F'\t' -v lang="$lang" -v speed="$speed" '
		function grouped(n) { return n < 1000 ? n : grouped(int(n / 1000)) sprintf(",%03d", n % 1000) }
		NR == FNR { # a treebank: of a language with several, by the last part of its name, and related ones in brackets
			short = $2
			sub(/.* /, "", short)
			if (FNR == 1) name = $2 ", " $3
			else if ($1 == "trees") related = related (index(related, substr($2, 4)) ? "" : (related ? ", " : "") substr($2, 4))
			else name = name "; " short ", " $3
			words[$1 == "trees"] += $5
			next
		}
		$1 == lang {
			if (related) name = name " (with " related ")"
			printf "| %s | %s | %s | %s | %s | %s | %.2f | %s | %s | %s |\n", lang, $10, $11, $9, $8,
				grouped(100 * int(speed / 100 + 0.5)), $3 / 1e6,
				grouped(words[0]) (words[1] ? " (+ " grouped(words[1]) ")" : ""), $5, name
		}' "$work/words" "$here/../cli/internal/fetch/models.tsv"
done >"$work/rows"

# A new row takes the place of the old one of its language.
old='^| [a-z]* | .* | UD [^|]* |$'
grep "$old" "$here/README.md" | cat "$work/rows" - | sort -s -u -t '|' -k 2,2 >"$work/table"
awk -v table="$work/table" '
	!/^\| [a-z]+ \| .* \| UD [^|]* \|$/ { print; next }
	!done++ { while ((getline line <table) > 0) print line }' "$here/README.md" >"$work/README.md"
cp "$work/README.md" "$here/README.md"
