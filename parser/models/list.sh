#!/usr/bin/env bash
# Prints the list of models for parser get model: list.sh [FOLDER], where <lang>/<lang>.npz and <lang>/NOTICE lie, here
# without any. The list in the program is renewed by: parser/models/list.sh >parser/internal/fetch/models.tsv
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")}"
export LC_ALL=C

printf '# Models of languages, which parser/models/list.sh lists. Scores are those of dev.\n#\n'
printf '# name\tfile\tbytes\tSHA-256\tlicence\ttreebank\twords\tUPOS\tLAS\tLAS from words\tformat\n'
for model in */*.npz; do
	if [[ ! -e $model ]]; then
		break # there is none
	fi
	lang=${model%/*}
	sum=$(sha256sum "$model")
	printf '%s\t%s\t%d\t%s\t' "$lang" "${model##*/}" "$(wc -c <"$model")" "${sum%% *}"
	# The facts are from "parser model info", then come two tables: scores from raw text, and from words.
	awk -v OFS='\t' '
		/^(format|source|licence)  / { name = $1; sub(/^[a-z]+ +/, ""); fact[name] = $0 }
		/^(Words|UPOS|LAS) +\|/ { score[$1, ++tables[$1]] = $7 }
		function of(name, table) { return (name, table) in score ? score[name, table] : "-" }
		END {
			if (!("format" in fact && "source" in fact && "licence" in fact)) {
				print FILENAME " lacks the format, the source or the licence of the model" >"/dev/stderr"
				exit 1
			}
			print fact["licence"], fact["source"], of("Words", 1), of("UPOS", 1), of("LAS", 1), of("LAS", 2), fact["format"]
		}' "$lang/NOTICE"
done
