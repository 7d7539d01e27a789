package parser

import (
	"fmt"
	"slices"

	"parser/conll"
)

// The values of Options.NonProjective that name no pseudo-projective scheme.
const (
	skipNonProjective = "skip" // non-projective trees are left out of the training data
	keepNonProjective = "keep" // they are learned as they are, as far as projective parses can agree with them
)

// schemeOf returns the pseudo-projective scheme that the option names.
func schemeOf(option string) (conll.Scheme, error) {
	if option == skipNonProjective || option == keepNonProjective {
		return conll.None, nil
	}
	scheme, err := conll.ParseScheme(option)
	if err != nil || scheme == conll.None {
		return conll.None, fmt.Errorf("%w: non-projective trees: head, path, head+path, %s or %s, not %q", ErrOptions, keepNonProjective, skipNonProjective, option)
	}
	return scheme, nil
}

// goldTree returns the tree of s as it is to be learned: made projective by the
// scheme, unless a word's head is unknown. What is no tree is an error.
func goldTree(s *conll.Sentence, scheme conll.Scheme) (*tree, error) {
	t := &tree{heads: s.Heads(nil), labels: s.Labels(nil)}
	if slices.Contains(t.heads, conll.NoHead) {
		return t, nil
	}
	err := conll.CheckTree(t.heads, false)
	if err == nil && scheme != conll.None {
		_, err = scheme.Projectivize(t.heads, t.labels)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", s.File, s.Line, err)
	}
	return t, nil
}

// rareDecoration is how often a decorated label must occur to be learned. Rarer
// ones are more classes to choose among than they are worth; those arcs stay
// lifted.
const rareDecoration = 3

// dropRareDecorations makes rare decorated labels plain, in place.
func dropRareDecorations(trees []*tree) {
	count := map[string]int{}
	for _, t := range trees {
		for _, l := range t.labels {
			count[l]++
		}
	}
	for _, t := range trees {
		for i, l := range t.labels {
			if count[l] < rareDecoration {
				t.labels[i] = conll.Plain(l)
			}
		}
	}
}

// decorated tells for each label whether it belongs to a lifted arc or its path.
func decorated(labels []string) []bool {
	marked := make([]bool, len(labels))
	for i, l := range labels {
		marked[i] = conll.Plain(l) != l
	}
	return marked
}
