package ptb

// Stats are counts over constituency trees. But for EmptyElements and FullLabels they
// are those of the trees without empty elements, function tags and their outermost
// brackets. The zero value is ready for Add.
type Stats struct {
	Trees         int            `json:"trees"`
	Words         int            `json:"words"`
	Longest       int            `json:"longest"`       // words of the longest sentence
	NoWords       int            `json:"without_words"` // trees
	EmptyElements int            `json:"empty_elements"`
	Constituents  int            `json:"constituents"`
	Deepest       int            `json:"deepest"`       // constituents around the same word, at most
	LongestChain  int            `json:"longest_chain"` // constituents over the same words, at most
	FullLabels    int            `json:"full_labels"`   // different ones, with function tags
	Labels        map[string]int `json:"labels"`        // constituents
	Tags          map[string]int `json:"tags"`          // words

	full map[string]bool
}

// Add counts a tree.
func (s *Stats) Add(t *Tree) {
	if s.full == nil {
		s.Labels, s.Tags, s.full = map[string]int{}, map[string]int{}, map[string]bool{}
	}
	s.Trees++
	for _, leaf := range t.Leaves() {
		if Empty(leaf) {
			s.EmptyElements++
		}
	}
	for _, b := range (Steps{Root: true}).Apply(t).Spans()[1:] {
		s.full[b.Label] = true
	}
	s.FullLabels = len(s.full)
	t = Steps{Empties: true, Functions: true, Root: true}.Apply(t)
	if t == nil {
		s.NoWords++
		return
	}
	depth := -1 // the root does not count
	t.Walk(func(n *Tree) {
		if n.Leaf() {
			s.Tags[n.Label]++
			s.Deepest = max(s.Deepest, depth)
		} else {
			depth++
		}
	}, func(n *Tree) {
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
}

// MeanLength returns the words per tree, 0 without trees.
func (s *Stats) MeanLength() float64 { return float64(s.Words) / float64(max(s.Trees, 1)) }
