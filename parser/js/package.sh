#!/usr/bin/env bash
# Makes the package for npm in a folder: package.sh VERSION DIR
# It needs Go alone. From the same commit, by the same version of Go, the files are the same, byte for byte.
set -euo pipefail
if (($# != 2)); then
	echo 'usage: package.sh VERSION DIR' >&2
	exit 64
fi
version=${1#v}
mkdir -p "$2/models"
out=$(cd "$2" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

export LC_ALL=C CGO_ENABLED=0 GOFLAGS=-trimpath GOEXPERIMENT= GOWORK=off GOWASM=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
GOOS=js GOARCH=wasm go build -buildvcs=auto -ldflags '-s -w' -o "$work/parser.wasm" ./parser/js/wasm
gzip -9nc "$work/parser.wasm" >"$out/parser.wasm.gz"
cp parser/js/{index,document,worker}.js parser/js/index.d.ts parser/js/README.md parser/internal/loops/simd.js "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$out"
cp parser/models/en-small/en-small.npz "$out/models"
sed "s/\"version\": \"[^\"]*\"/\"version\": \"$version\"/" parser/js/package.json >"$out/package.json"

# The modules in parser.wasm are among those in the program, where they can be read.
go build -tags urfave_cli_no_docs -ldflags='-s -w' -o "$work/" . ./.ci/pack
SOURCE_DATE_EPOCH=0 "$work/pack" licences "$work/parser$(go env GOEXE)" |
	cat LICENSE parser/models/en-small/NOTICE parser/internal/lookup/han/NOTICE parser/internal/segment/abbreviations/LICENSE - >"$out/licences.txt"
printf 'npm: parser.wasm %s bytes, compressed %s bytes\n' "$(wc -c <"$work/parser.wasm")" "$(wc -c <"$out/parser.wasm.gz")"
