#!/usr/bin/env bash
# Prints the list of models for parser get model: list.sh [FOLDER], where <lang>/<lang>.npz and <lang>/NOTICE lie, here
# without any. The list in the program is renewed by: parser/models/list.sh >parser/cli/internal/fetch/models.tsv
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")}"
export LC_ALL=C

printf '# Models of languages, which parser/models/list.sh lists. Scores are those of dev.\n#\n'
printf '# name\tfile\tbytes\tSHA-256\tlicence\ttreebank\tmeasure\twords\ttags\tscore\tscore from words\tformat\n'
for model in */*.npz; do
	if [[ ! -e $model ]]; then
		break # there is none
	fi
	lang=${model%/*}
	sum=$(sha256sum "$model")
	printf '%s\t%s\t%d\t%s\t' "$lang" "${model##*/}" "$(wc -c <"$model")" "${sum%% *}"
	# The facts are from "parser model info". Then come tables, from the raw text of dev and from its words: for dependencies
	# both; for constituents words and tags from raw text, and brackets from words; for graphs one from raw text. Where there
	# are several, for several treebanks, the first counts.
	awk -v OFS='\t' '
		BEGIN { measures["dependencies,"] = "LAS"; measures["constituents,"] = "F1"; measures["graphs,"] = "Smatch" }
		/^(format|source|licence)  / { name = $1; sub(/^[a-z]+ +/, ""); fact[name] = $0 }
		/^builds  / && !measure { measure = measures[$2] } # of the model, not of its parts
		/^From the raw text / { from = 1 }
		/^From the words / { from = 2 }
		/^(Words|UPOS|XPOS|LAS) +\|/ && !(($1, from) in score) { score[$1, from] = $7 }
		/^Bracketing FMeasure / { score["F1", from] = $NF } # the last counts sentences that EVALB leaves out
		/^Smatch / { score["Smatch", from] = $7 }
		function of(name, table) { return (name, table) in score ? score[name, table] : "-" }
		END {
			if (!("format" in fact && "source" in fact && "licence" in fact && measure)) {
				print FILENAME " lacks the format, the source, the licence or the kind of the model" >"/dev/stderr"
				exit 1
			}
			tags = measure == "F1" ? "XPOS" : "UPOS"
			print fact["licence"], fact["source"], measure, of("Words", 1), of(tags, 1), of(measure, 1), of(measure, 2), \
				fact["format"]
		}' "$lang/NOTICE"
done
