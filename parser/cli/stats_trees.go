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
func (s *treeStats) add(t *ptb.Tree) {
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
		return
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
	s.brackets(t.Spans())
}

// brackets counts constituents, of which the first is the root.
func (s *treeStats) brackets(spans []ptb.Span) {
	s.Words += spans[0].End
	s.Longest = max(s.Longest, spans[0].End)
	chain := 0
	for i, b := range spans[1:] {
		s.Constituents++
		s.Labels[b.Label]++
		if above := spans[i]; i == 0 || above.Start != b.Start || above.End != b.End {
			chain = 0
		}
		chain++
		s.LongestChain = max(s.LongestChain, chain)
	}
}

func treeTable() table[*treeStats] {
	return table[*treeStats]{
		[]measure[*treeStats]{
			{"treebank", func(s *treeStats) any { return s.File }},
			{"trees", func(s *treeStats) any { return s.Trees }},
			{"words", func(s *treeStats) any { return s.Words }},
			{"words per tree", func(s *treeStats) any { return fmt.Sprintf("%.2f", float64(s.Words)/float64(max(s.Trees, 1))) }},
			{"longest sentence", func(s *treeStats) any { return s.Longest }},
			{"trees without words", func(s *treeStats) any { return s.NoWords }},
			{"empty elements", func(s *treeStats) any { return s.EmptyElements }},
			{"constituents", func(s *treeStats) any { return s.Constituents }},
			{"deepest tree", func(s *treeStats) any { return s.Deepest }},
			{"longest unary chain", func(s *treeStats) any { return s.LongestChain }},
			{"different labels", func(s *treeStats) any { return len(s.Labels) }},
			{"… with function tags", func(s *treeStats) any { return s.FullLabels }},
			{"different tags", func(s *treeStats) any { return len(s.Tags) }},
		},
		[]list[*treeStats]{
			{"label", func(s *treeStats) conll.Counter { return s.Labels }},
			{"tag", func(s *treeStats) conll.Counter { return s.Tags }},
		},
	}
}
