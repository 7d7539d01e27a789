package survey

import (
	"strings"

	"parser/ptb"
)

// TreeStats are counts over constituency trees. Except for EmptyElements and FullLabels, they are those
// of the trees without empty elements, function tags and their outermost brackets. The zero value
// is ready for Add.
type TreeStats struct {
	Trees         int            `json:"trees"`
	Words         int            `json:"words"`
	Longest       int            `json:"longest"`       // words of the longest sentence
	NoWords       int            `json:"without_words"` // trees
	EmptyElements int            `json:"empty_elements"`
	Constituents  int            `json:"constituents"`
	Deepest       int            `json:"deepest"`       // maximal number of constituents around the same word
	LongestChain  int            `json:"longest_chain"` // maximal number of constituents over the same words
	FullLabels    int            `json:"full_labels"`   // number of different labels with function tags
	Labels        map[string]int `json:"labels"`        // constituents
	Tags          map[string]int `json:"tags"`          // words
	Chains        map[string]int `json:"unary_chains"`  // several constituents over the same words: "S VP"

	full map[string]bool
}

// Add counts a tree.
func (s *TreeStats) Add(t *ptb.Tree) {
	if s.full == nil {
		s.Labels, s.Tags, s.Chains, s.full = map[string]int{}, map[string]int{}, map[string]int{}, map[string]bool{}
	}
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
			return
		}
		depth++
		s.Deepest = max(s.Deepest, depth)
	}, func(n *ptb.Tree) {
		if !n.Leaf() {
			depth--
		}
	})
	spans, chain := t.Spans(), []string(nil) // the first is the root
	s.Words += spans[0].End
	s.Longest = max(s.Longest, spans[0].End)
	for i, b := range spans[1:] {
		s.Constituents++
		s.Labels[b.Label]++
		over := func(other int) bool { return spans[other].Start == b.Start && spans[other].End == b.End }
		if i == 0 || !over(i) {
			chain = nil
		}
		chain = append(chain, b.Label)
		s.LongestChain = max(s.LongestChain, len(chain))
		if last := i+2 == len(spans) || !over(i+2); last && len(chain) > 1 {
			s.Chains[strings.Join(chain, " ")]++
		}
	}
}

// MeanLength returns the words per tree, 0 without trees.
func (s *TreeStats) MeanLength() float64 { return float64(s.Words) / float64(max(s.Trees, 1)) }
