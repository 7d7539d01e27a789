// Package meaning explains the labels of treebanks and of graphs of meaning in a few words; "" is unknown.
//
//	text := meaning.Of("nsubj:pass")
//	text = meaning.Role("ARG0-of")
//
// It knows the relations, parts of speech and features of Universal Dependencies; the parts of
// speech, phrases and functions of the Penn treebanks; and the roles of Abstract Meaning
// Representation, with those of its concepts that are not words.
package meaning

import (
	"cmp"
	_ "embed"
	"maps"
	"strings"
	"sync"

	"parser/conll/textfile"
)

//go:embed meanings.tsv
var table string

//go:embed graphs.tsv
var graphTable string

// meanings and graphMeanings read the tables. A line has a label, a tab and its meaning; functions of
// phrases begin with a hyphen, and roles with a colon. Lines without a tab are comments.
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

// All returns the meanings of the labels of treebanks. Functions of phrases begin with a hyphen.
func All() map[string]string { return maps.Clone(meanings()) }

// Of returns the meaning of a relation, part of speech, feature or category. An unknown subtype, or
// value or layer of a feature, means what the name before it means. A phrase with functions
// (NP-SBJ-1) has the meanings of all.
func Of(label string) string {
	known := meanings()
	base := ""
	if end := strings.IndexAny(label, ":=["); end > 0 {
		base = label[:end]
	}
	if text := cmp.Or(known[label], known[base]); text != "" {
		return text
	}
	category, functions, _ := strings.Cut(label, "-")
	category, _, _ = strings.Cut(category, "=")
	text := known[category]
	for function := range strings.SplitSeq(functions, "-") {
		function, _, _ = strings.Cut(function, "=")
		if role := known["-"+function]; text != "" && role != "" {
			text += "; " + role
		}
	}
	return text
}

var (
	numberedRole = textfile.Pattern(`^(op|snt)[0-9]+$`)
	frame        = textfile.Pattern(`^(.*[a-z].*)-([0-9][0-9]+)$`)
)

// Role returns the meaning of a role of a graph, given without its colon: ARG0, op1, ARG0-of. The
// meaning of an inverted role says that it is inverted.
func Role(role string) string {
	known := graphMeanings()
	if m := numberedRole().FindStringSubmatch(role); m != nil {
		role = m[1]
	}
	if text := known[":"+role]; text != "" {
		return text
	}
	if word, ok := strings.CutPrefix(role, "prep-"); ok && word != "" {
		return known[":prep-"] + ": " + strings.ReplaceAll(word, "-", " ")
	}
	if direct, inverted := strings.CutSuffix(role, "-of"); inverted {
		if text := Role(direct); text != "" {
			return "the other way round, what is above has this role here: " + text
		}
	}
	return ""
}

// Concept returns the meaning of a concept or a constant of a graph. The meaning of an unknown frame
// is its word and the number of its sense.
func Concept(concept string) string {
	m := frame().FindStringSubmatch(concept)
	switch text := graphMeanings()[concept]; {
	case text != "" || m == nil && concept != "-" && concept != "+":
		return text
	case concept == "-":
		return "no, not"
	case concept == "+":
		return "yes"
	case m[2] == "91":
		return "what joins its arguments: " + strings.ReplaceAll(m[1], "-", " ")
	}
	return "what happens or is so: " + strings.ReplaceAll(m[1], "-", " ") + ", sense " + strings.TrimPrefix(m[2], "0")
}
