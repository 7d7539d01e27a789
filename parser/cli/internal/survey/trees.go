package survey

import (
	"strings"

	"parser/parser/treebank"
	"parser/ptb"
)

// TreeStats are counts over constituency trees. Except for EmptyElements and FullLabels, they are those
// of the trees without empty elements, function tags and their outermost brackets.
type TreeStats struct {
	*brief
	Trees         int     `json:"trees"`
	Words         int     `json:"words"`
	Longest       int     `json:"longest"`       // words of the longest sentence
	NoWords       int     `json:"without_words"` // trees
	EmptyElements int     `json:"empty_elements"`
	Constituents  int     `json:"constituents"`
	Deepest       int     `json:"deepest"`       // maximal number of constituents around the same word
	LongestChain  int     `json:"longest_chain"` // maximal number of constituents over the same words
	FullLabels    int     `json:"full_labels"`   // number of different labels with function tags
	Labels        Counter `json:"labels"`        // constituents
	Tags          Counter `json:"tags"`          // words
	Chains        Counter `json:"unary_chains"`  // several constituents over the same words: "S VP"

	full map[string]bool
}

func newTrees(b *brief) *TreeStats {
	return &TreeStats{brief: b, Labels: Counter{}, Tags: Counter{}, Chains: Counter{}, full: map[string]bool{}}
}

func (s *TreeStats) add(it *treebank.Item) (forms []string) {
	t := it.Tree
	s.Trees++
	for _, leaf := range t.Leaves() {
		if ptb.Empty(leaf) {
			s.EmptyElements++
		} else {
			forms = append(forms, leaf.Word)
		}
	}
	for _, b := range (ptb.Steps{Root: true}).Apply(t).Spans()[1:] {
		s.full[b.Label] = true
	}
	s.FullLabels = len(s.full)
	t = ptb.Steps{Empties: true, Functions: true, Root: true}.Apply(t)
	if t == nil {
		s.NoWords++
		return forms
	}
	depth := -1 // the root does not count
	t.Walk(func(n *ptb.Tree) {
		if n.Leaf() {
			s.Tags.add(n.Label)
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
		s.Labels.add(b.Label)
		over := func(other int) bool { return spans[other].Start == b.Start && spans[other].End == b.End }
		if i == 0 || !over(i) {
			chain = nil
		}
		chain = append(chain, b.Label)
		s.LongestChain = max(s.LongestChain, len(chain))
		if last := i+2 == len(spans) || !over(i+2); last && len(chain) > 1 {
			s.Chains.add(strings.Join(chain, " "))
		}
	}
	return forms
}

func (s *TreeStats) table() ([]row, []list) {
	return append(s.size("tree", s.Trees, s.Words, s.Longest), []row{
		{"trees without words", s.NoWords},
		{"empty elements", s.EmptyElements},
		{"constituents", s.Constituents},
		{"deepest tree", s.Deepest},
		{"longest unary chain", s.LongestChain},
		{"different unary chains", len(s.Chains)},
		{"different labels", len(s.Labels)},
		{"… with function tags", s.FullLabels},
		{"different tags", len(s.Tags)},
	}...), []list{{"label", s.Labels, false}, {"tag", s.Tags, false}, {"unary chain", s.Chains, true}}
}
