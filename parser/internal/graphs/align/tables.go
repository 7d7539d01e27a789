package align

import (
	"embed"
	"strconv"
	"strings"
)

// The tables are lines "key ...: value, ..." with comments after #. Their values are not tuned to any treebank.
//
//go:embed tables/*.txt
var tables embed.FS

// Aligner aligns words with nodes by tables. It is immutable and safe for concurrent use.
type Aligner struct {
	words    map[string][]string // what a word in lower case stands for: "label" or ":role label", perhaps after notRelative
	numerals map[string]float64  // values of number words
	suffixes map[string][]string // endings that may replace the ending of a word
	prefixes []string
	wholes   map[string][]string // roles of the parts of a concept; "*" for all others
}

// New returns an aligner with the tables of this package.
func New() *Aligner {
	a := &Aligner{words: read("words"), numerals: map[string]float64{}, suffixes: read("suffixes"), wholes: read("wholes")}
	for word, names := range read("countries") {
		for _, name := range names {
			a.words[word] = append(a.words[word], strings.ToLower(name))
		}
	}
	for word, value := range read("numerals") {
		a.numerals[word], _ = strconv.ParseFloat(value[0], 64)
	}
	a.prefixes = a.suffixes["prefixes"]
	return a
}

func read(table string) map[string][]string {
	text, _ := tables.ReadFile("tables/" + table + ".txt") // which is there
	entries := map[string][]string{}
	for line := range strings.Lines(string(text)) {
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
