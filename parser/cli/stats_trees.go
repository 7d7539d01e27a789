package cli

import (
	"fmt"

	"parser/conll"
	"parser/ptb"
)

// treeStats are the counts of one file of constituency trees. But for EmptyElements
// and FullLabels they are those of the trees without empty elements, function tags
// and their outermost brackets.
type treeStats struct {
	File          string        `json:"file"`
	Trees         int           `json:"trees"`
	Words         int           `json:"words"`
	Longest       int           `json:"longest"`       // words of the longest sentence
	NoWords       int           `json:"without_words"` // trees
	EmptyElements int           `json:"empty_elements"`
	Constituents  int           `json:"constituents"`
	Deepest       int           `json:"deepest"`       // constituents around the same word, at most
	LongestChain  int           `json:"longest_chain"` // constituents over the same words, at most
	FullLabels    int           `json:"full_labels"`   // different ones, with function tags
	Labels        conll.Counter `json:"labels"`        // constituents
	Tags          conll.Counter `json:"tags"`          // words

	full map[string]bool
}

func newTreeStats(file string) *treeStats {
	return &treeStats{File: file, Labels: conll.Counter{}, Tags: conll.Counter{}, full: map[string]bool{}}
}

// add counts a tree.
func (s *treeStats) add(t *ptb.Tree) error {
	s.Trees++
	for _, leaf := range t.Leaves() {
		if ptb.Empty(leaf) {
			s.EmptyElements++
		}
	}
	for _, b := range (ptb.Steps{Root: true}).Apply(t).Spans()[1:] {
		s.full[b.Label] = true
	}
	s.FullLabels = len(s.full)
	t = ptb.Steps{Empties: true, Functions: true, Root: true}.Apply(t)
	if t == nil {
		s.NoWords++
		return nil
	}
	depth := -1 // the root does not count
	t.Walk(func(n *ptb.Tree) {
		if n.Leaf() {
			s.Tags[n.Label]++
			s.Deepest = max(s.Deepest, depth)
		} else {
			depth++
		}
	}, func(n *ptb.Tree) {
		if !n.Leaf() {
			depth--
		}
	})
	spans, chain := t.Spans(), 0 // of which the first is the root
	s.Words += spans[0].End
	s.Longest = max(s.Longest, spans[0].End)
	for i, b := range spans[1:] {
		s.Constituents++
		s.Labels[b.Label]++
		if above := spans[i]; i == 0 || above.Start != b.Start || above.End != b.End {
			chain = 0
		}
		chain++
		s.LongestChain = max(s.LongestChain, chain)
	}
	return nil
}

func (s *treeStats) rows() []row {
	return []row{
		{"treebank", s.File},
		{"trees", s.Trees},
		{"words", s.Words},
		{"words per tree", fmt.Sprintf("%.2f", float64(s.Words)/float64(max(s.Trees, 1)))},
		{"longest sentence", s.Longest},
		{"trees without words", s.NoWords},
		{"empty elements", s.EmptyElements},
		{"constituents", s.Constituents},
		{"deepest tree", s.Deepest},
		{"longest unary chain", s.LongestChain},
		{"different labels", len(s.Labels)},
		{"… with function tags", s.FullLabels},
		{"different tags", len(s.Tags)},
	}
}

func (s *treeStats) lists() []list { return []list{{"label", s.Labels}, {"tag", s.Tags}} }
