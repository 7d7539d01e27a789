package meaning

import (
	_ "embed"
	"regexp"
	"strings"
)

//go:embed graphs.tsv
var graphTable string

var (
	numberedRole = regexp.MustCompile(`^(op|snt)[0-9]+$`)
	frame        = regexp.MustCompile(`^(.*[a-z].*)-([0-9][0-9]+)$`)
)

// Role returns the meaning of a role of a graph, given without its colon: ARG0, op1, ARG0-of. The
// meaning of an inverted role says that it is inverted.
func Role(role string) (text string, ok bool) {
	known := graphMeanings()
	if m := numberedRole.FindStringSubmatch(role); m != nil {
		role = m[1]
	}
	if text, ok = known[":"+role]; ok {
		return text, true
	}
	if strings.HasPrefix(role, "prep-") && len(role) > len("prep-") {
		return known[":prep-"] + ": " + strings.ReplaceAll(role[len("prep-"):], "-", " "), true
	}
	if direct, inverted := strings.CutSuffix(role, "-of"); inverted {
		if text, ok = Role(direct); ok {
			return "the other way round, what is above has this role here: " + text, true
		}
	}
	return "", false
}

// Concept returns the meaning of a concept or a constant of a graph. The meaning of an unknown frame
// is its word and the number of its sense.
func Concept(concept string) (text string, ok bool) {
	if text, ok = graphMeanings()[concept]; ok {
		return text, true
	}
	switch m := frame.FindStringSubmatch(concept); {
	case concept == "-":
		return "no, not", true
	case concept == "+":
		return "yes", true
	case m != nil && m[2] == "91":
		return "what joins its arguments: " + strings.ReplaceAll(m[1], "-", " "), true
	case m != nil:
		return "what happens or is so: " + strings.ReplaceAll(m[1], "-", " ") + ", sense " + strings.TrimPrefix(m[2], "0"), true
	}
	return "", false
}
