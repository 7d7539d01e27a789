// Package meaning says what labels of treebanks, and of graphs of meaning, mean, in a few words.
//
//	text, ok := meaning.Of("nsubj:pass")
//	text, ok = meaning.Role("ARG0-of")
//
// It knows the relations, parts of speech and features of Universal Dependencies, the
// parts of speech, phrases and functions of the Penn treebanks, and the roles of Abstract
// Meaning Representation with those of its concepts that are no words.
package meaning

import (
	_ "embed"
	"maps"
	"strings"
	"sync"
)

//go:embed meanings.tsv
var table string

// meanings and graphMeanings read the tables: a label, a tab and its meaning a line, functions of
// phrases with the hyphen before them and roles with the colon. Lines without a tab are comments.
var (
	meanings      = sync.OnceValue(func() map[string]string { return read(table) })
	graphMeanings = sync.OnceValue(func() map[string]string { return read(graphTable) })
)

func read(table string) map[string]string {
	known := map[string]string{}
	for line := range strings.Lines(table) {
		if label, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			known[label] = text
		}
	}
	return known
}

// All returns the meanings of labels of treebanks; those of phrases' functions begin with a hyphen.
func All() map[string]string { return maps.Clone(meanings()) }

// Of returns the meaning of a relation, part of speech, feature or category. Of a subtype, a
// feature's value or layer that is not known, it is what the name before it means. Phrases
// with functions (NP-SBJ-1) have the meanings of both.
func Of(label string) (text string, ok bool) {
	known := meanings()
	if text, ok = known[label]; ok {
		return text, true
	}
	if end := strings.IndexAny(label, ":=["); end > 0 {
		if base, isKnown := known[label[:end]]; isKnown {
			return base, true
		}
	}
	category, functions, _ := strings.Cut(label, "-")
	category, _, _ = strings.Cut(category, "=")
	if text, ok = known[category]; !ok {
		return "", false
	}
	for function := range strings.SplitSeq(functions, "-") {
		function, _, _ = strings.Cut(function, "=")
		if role, isKnown := known["-"+function]; isKnown {
			text += "; " + role
		}
	}
	return text, true
}
