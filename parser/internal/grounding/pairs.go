package grounding

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"parser/conll"
	"parser/eval/layout"
	"parser/parser"
	"parser/parser/amr"
	"parser/parser/internal/structure"
)

var (
	// ErrNoText is the cause if a graph does not have the text of its sentence.
	ErrNoText = errors.New("the graph has no text (# ::snt)")
	// ErrPairs is the cause if graphs and trees do not belong to the same sentences.
	ErrPairs = errors.New("graphs and trees are no pairs")
)

// Texts returns the text of each graph. The error is an ErrNoText and names the graph.
func Texts(graphs []*amr.Graph) ([]string, error) {
	texts := make([]string, len(graphs))
	for i, g := range graphs {
		t, err := TextOf(g)
		if err != nil {
			return nil, err
		}
		texts[i] = t.Text
	}
	return texts, nil
}

// CheckPairs returns an ErrPairs unless there are as many graphs as trees: it names the first pair
// whose letters differ, or else the first graph or tree without a partner. For heads that are not a
// tree it returns their error ([conll.Sentence.CheckTree]), and for a sentence that is too long a
// parser.ErrGraphWords.
func CheckPairs(graphs []*amr.Graph, trees []*conll.Sentence) error {
	both := min(len(graphs), len(trees))
	if len(graphs) != len(trees) {
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%w: %s and %s; %s", ErrPairs, layout.Count(len(graphs), "graph"), layout.Count(len(trees), "tree"), fmt.Sprintf(format, args...))
		}
		for i, g := range graphs[:both] {
			if text, ok := g.Get("snt"); ok && letters(text) != letters(forms(trees[i])) {
				return wrong("at %s:%d the graph is of %q, at %s:%d the tree of %q", g.File, g.Line, text, trees[i].File, trees[i].Line, forms(trees[i]))
			}
		}
		if len(trees) > both {
			return wrong("the tree at %s:%d has no graph", trees[both].File, trees[both].Line)
		}
		return wrong("the graph at %s:%d has no tree", graphs[both].File, graphs[both].Line)
	}
	for _, s := range trees {
		if err := s.CheckTree(false); err != nil {
			return err
		}
		if s.Len() > structure.MaxGraphWords {
			return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: parser.ErrGraphWords}
		}
	}
	return nil
}

func forms(s *conll.Sentence) string {
	var all []string
	for i := range s.Words {
		all = append(all, s.Words[i].Form)
	}
	return strings.Join(all, " ")
}

// letters returns the part of a text that does not depend on how it is cut into words.
func letters(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, text)
}
