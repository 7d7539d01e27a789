package align

import (
	_ "embed"
	"strconv"
	"strings"
)

// The tables are lines "key ...: value, ..." with comments after #. Their values are not tuned to
// any treebank.
var (
	//go:embed tables/words.txt
	wordsTable string
	//go:embed tables/countries.txt
	countriesTable string
	//go:embed tables/numerals.txt
	numeralsTable string
	//go:embed tables/suffixes.txt
	suffixesTable string
	//go:embed tables/wholes.txt
	wholesTable string
)

type tables struct {
	words    map[string][]string // what a word in lower case stands for: "label" or ":role label", perhaps after notRelative
	numerals map[string]float64  // values of number words
	suffixes map[string][]string // endings that may replace the ending of a word
	prefixes []string
	wholes   map[string][]string // roles of the parts of a concept; "*" for all others
}

func newTables() tables {
	t := tables{words: read(wordsTable), numerals: map[string]float64{}, suffixes: read(suffixesTable), wholes: read(wholesTable)}
	for word, names := range read(countriesTable) {
		for _, name := range names {
			t.words[word] = append(t.words[word], strings.ToLower(name))
		}
	}
	for word, value := range read(numeralsTable) {
		t.numerals[word], _ = strconv.ParseFloat(value[0], 64)
	}
	t.prefixes = t.suffixes["prefixes"]
	return t
}

func read(table string) map[string][]string {
	entries := map[string][]string{}
	for line := range strings.Lines(table) {
		line, _, _ = strings.Cut(line, "#")
		keys, values, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		for key := range strings.FieldsSeq(keys) {
			for value := range strings.SplitSeq(values, ",") {
				if value = strings.TrimSpace(value); value == "_" {
					value = ""
				}
				entries[key] = append(entries[key], value)
			}
		}
	}
	return entries
}
