#!/usr/bin/env bash
# Makes Go modules of models: module.sh [FOLDER…], each with <lang>.npz and NOTICE, all folders here without any. Writes
# go.mod, go.sum, <lang>.go and an example with the sentence that sentences.tsv has for the language, or else the name of the
# language in the language itself. VERSION=v1.2.3 names the version of this project that they need.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
folders=("$@")
if ((!$#)); then
	folders=("$here"/*/)
fi
project=$(cd "$root" && go list -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$root" -o "$work/parser" .
export PARSER_MODELS=$work/none # a base is the English model of the program

# A model of dependencies reads a file or a stream.
dependencies_usage() {
	cat <<-'END'
	//	items, err := p.ParseText(ctx, raw)
	END
}

dependencies_example() {
	cat <<-END
	package ${package}_test

	import (
		"context"
		"fmt"

		"$project/parser/models/$lang"
	)

	// From text to trees.
	func ExampleLoad() {
		p, err := $package.Load()
		if err != nil {
			fmt.Println(err)
			return
		}
		items, err := p.ParseText(context.Background(), "$sentence")
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, it := range items {
			for i, w := range it.Words {
				fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
			}
		}
		// Output:
	END
	awk -F'\t' '$1 ~ /^[0-9]+$/ { printf "\t// %s %s %s %s %s\n", $1, $2, $4, $7, $8 }' "$work/parsed"
	printf '}\n'
}

# A model without a segmenter reads words; one of many languages is told which.
words_usage() {
	if [[ $following ]]; then
		printf '//	danish, err := p.Following("da", nil)\n//	err = danish.Parse(sentence)\n'
	else
		printf '//	err := p.Parse(sentence)\n'
	fi
}

words_example() {
	cat <<-END
	package ${package}_test

	import (
		"fmt"
		"strings"

		"$project/conll"
		"$project/parser/models/$lang"
	)

	// From words to trees.
	func ExampleLoad() {
		p, err := $package.Load()
		if err != nil {
			fmt.Println(err)
			return
		}
		${following}s := new(conll.Sentence)
		for _, form := range strings.Fields("$sentence") {
			s.Words = append(s.Words, conll.Word{Form: form})
		}
		if err := p.Parse(s); err != nil {
			fmt.Println(err)
			return
		}
		for i, w := range s.Words {
			fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
		}
		// Output:
	END
	awk -F'\t' '$1 ~ /^[0-9]+$/ { printf "\t// %s %s %s %s %s\n", $1, $2, $4, $7, $8 }' "$work/parsed"
	printf '}\n'
}

# Models of constituents and of graphs make items of text, in a field of their own.
items_usage() {
	cat <<-END
	//	items, err := p.ParseText(ctx, "$sentence")
	//	fmt.Println(items[0].$field)
	END
}

items_example() {
	cat <<-END
	package ${package}_test

	import (
		"context"
		"fmt"

		"$project/parser/models/$lang"
	)

	// From text to $builds.
	func ExampleLoad() {
		p, err := $package.Load()
		if err != nil {
			fmt.Println(err)
			return
		}
		items, err := p.ParseText(context.Background(), "$sentence")
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, it := range items {
			fmt.Println(it.$field)
		}
	END
	printf '\t// Output:\n' # with its tab: gofmt would take it for the comment of a declaration
	sed '/^$/d; s|^|\t// |' "$work/parsed"
	printf '}\n'
}

for folder in "${folders[@]}"; do
	folder=$(cd "$folder" && pwd)
	lang=${folder##*/} package=$(basename "${folder//-/}")
	example=$lang following='' option=()
	if [[ $lang == multi ]]; then
		example=da option=(--treebank da)
		following='if p, err = p.Following("da", nil); err != nil {
			fmt.Println(err)
			return
		}
		'
	fi
	sentence=$(awk -F'\t' -v lang="$example" '$1 == lang { print $2 }' "$here/sentences.tsv")
	if [[ $lang == multi ]]; then
		sentence=${sentence/%./ .}
	fi
	source=$(sed -n 's/^source  *//p' "$folder/NOTICE") licence=$(sed -n 's/^licence  *//p' "$folder/NOTICE")
	builds=$(sed -n 's/^builds  *\([a-z]*\),.*/\1/p' "$folder/NOTICE")
	if [[ -z $sentence ]]; then
		sentence=$(awk -F'\t' -v lang="$lang" '$1 == lang { print $4 ? $4 : $3 }' "$here/../cli/internal/fetch/languages.tsv")
	fi
	if [[ -z $sentence || -z $source || -z $licence ]]; then
		printf '%s: neither sentences.tsv nor languages.tsv has the language, or NOTICE no source or licence\n' "$lang" >&2
		exit 1
	fi
	form=items input=text what=$builds english='' based=''
	read='parser.Read(strings.NewReader(file), int64(len(file)))'
	load="return $read"
	case $builds in
	dependencies)
		form=dependencies what=trees
		if ! grep -q '^From the raw text ' "$folder/NOTICE"; then
			form=words input=words
		fi
		;;
	constituents) field=Tree ;;
	graphs)
		field=Graph
		english="\"$project/parser/english\"" based=', with the English model of package english as its base'
		load="p, err := $read
		if err != nil {
			return nil, err
		}
		base, err := english.Load()
		if err != nil {
			return nil, err
		}
		return p.WithBase(base)"
		;;
	*)
		printf '%s: NOTICE does not say what the model builds\n' "$lang" >&2
		exit 1
		;;
	esac
	replaced=$root
	if [[ ${folder%/*} == "$here" ]]; then
		replaced=../../..
	fi
	cat >"$folder/go.mod" <<-END
	module $project/parser/models/$lang

	go 1.26.0

	require $project ${VERSION:-v0.0.0}

	replace $project => $replaced
	END
	cat >"$folder/$lang.go" <<-END
	// Package $package is a parser, from ${input/text/raw text} to $what, that was trained on
	$(fold -s -w 140 <<<"$source ($licence)." | sed 's|^|// |; s| *$||')
	//
	//	p, err := $package.Load()
	$(${form}_usage)
	//
	// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
	// how good it is. It holds weights and a vocabulary, and no sentence.
	package $package

	import (
		_ "embed"
		"strings"

		"$project/parser"
		$english
	)

	//go:embed $lang.npz
	var file string

	// Load returns the parser$based.
	func Load() (*parser.Parser, error) {
		$load
	}
	END
	if [[ $input == text ]]; then
		printf '%s\n' "$sentence" | "$work/parser" parse --quiet --text --model "$folder/$lang.npz" >"$work/parsed"
	else
		tr ' ' '\n' <<<"$sentence" | awk -v OFS='\t' '{ print NR, $1, "_", "_", "_", "_", "_", "_", "_", "_" } END { print "" }' |
			"$work/parser" parse --quiet --model "$folder/$lang.npz" "${option[@]}" >"$work/parsed"
	fi
	${form}_example >"$folder/example_test.go"
	gofmt -w "$folder"
	(cd "$folder" && go mod tidy)
done
