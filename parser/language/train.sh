#!/usr/bin/env bash
# Makes table.bin, by which languages are told apart: train.sh DATA TEXTS, the folder of treebanks and raw texts that
# sources.tsv lists, and one for the texts that texts.sh makes of packages of Debian, if it is not there yet. Then it says
# how many dev sentences of 5, 10 and 20 words are identified. The table is the same, byte for byte, wherever it is made
# from the same texts on the same kind of processor.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$(cd "${1:?folder of treebanks}" && pwd)
if [[ ! -d ${2:?folder for texts}/debian ]]; then
	"$here/texts.sh" "$2"
fi
texts=$(cd "$2" && pwd)
go run -C "$here" ./internal/learn "$here/sources.tsv" "$here/table.bin" "$data" "$texts"
for words in 5 10 20; do
	go run -C "$here" ./internal/learn -dev "$words" "$data"
done
