package transition

// Split is the top-down system of Stern, Andreas & Klein (2017, Section 4) for constituency trees:
// each span, from that of all words down, gets a label or none and then, if it has several words,
// is split in two, the left part first. So it builds the binary trees that ShiftLabel builds.
//
// The stack holds ROOT and the spans that wait, the leftmost on top. Where to split the topmost one,
// s0, is found by walking from both ends, so that the moves are the same for spans of all lengths. A
// candidate is the word k with which the right part would begin. Those that are left are the words
// from i to j, at first all of s0 but its first one, and k is i or j, at first i. The buffer begins
// with k or, before s0 has its label or none, after s0.
//
//	LB-X  (σ|s0, β)   ⊢ (σ|X, k|β)      s0 is a constituent X
//	NL    (σ|s0, β)   ⊢ (σ|s0, k|β)     s0 is no constituent; its parts are children of a larger one
//	HE    (σ|s0, k|β) ⊢ (σ|r|l, k|β)    l has the words of s0 before k, r the others
//	FU    (σ|s0, k|β) ⊢ (σ|s0, k'|β)    k' is j if k is i, and i if k is j; k is left no more
//
// LB and NL pop a word. A label stands for a whole chain of unary brackets, and the span of all words
// must get one. Each binary tree has exactly one derivation: its labels, and for each split as many
// FU as there are candidates before it.
type Split struct{ brackets }

// Name, Moves, With and Chains say what system it is; there are no parameters.
func (Split) Name() string                  { return "split" }
func (Split) Moves() Moves                  { return Of(Label, NoLabel, Here, Further) }
func (s Split) With(Params) (System, error) { return s, nil }
func (Split) Chains() Chains                { return JoinChains }

// Start puts the span of all n words on the stack.
func (Split) Start(c *Config, n int) {
	c.Reset(n, Constituents)
	if n > 0 {
		c.Stack = append(c.Stack, c.span(1, c.N))
		c.Next, c.Unlabelled = c.N+1, true
	}
}

// Legal:
//
//	LB: before s0 has its label or none.
//	NL: likewise, unless s0 is the span of all words.
//	HE: after that.
//	FU: likewise, if more than one candidate is left.
func (s Split) Legal(c *Config) Moves {
	if s.Terminal(c) {
		return 0
	}
	if top := &c.Nodes[c.S(0)]; c.Unlabelled {
		return Of(Label).addIf(top.First > 1 || top.Last < c.N, NoLabel)
	}
	i, j := s.Candidates(c)
	return Of(Here).addIf(i < j, Further)
}

// Candidates returns i and j, if the topmost span has its label or none.
func (Split) Candidates(c *Config) (i, j int32) {
	top := &c.Nodes[c.S(0)]
	opposite := top.First + top.Last + 1 - c.Next
	if c.Next <= opposite {
		return c.Next, opposite
	}
	return opposite + 1, c.Next
}

// Apply carries out a legal move.
func (s Split) Apply(c *Config, m Move, label int32) {
	node := c.S(0)
	first, last := c.Nodes[node].First, c.Nodes[node].Last
	switch m {
	case Here:
		l, r := c.span(first, c.Next-1), c.span(c.Next, last)
		c.adopt(node, l)
		c.adopt(node, r)
		c.Stack = append(c.Stack[:len(c.Stack)-1], r, l)
		c.Unlabelled = true
	case Further:
		i, j := s.Candidates(c)
		c.Next = i + j - c.Next
	default:
		if m == Label {
			c.Nodes[node].Label = label
		}
		if c.Unlabelled = first == last; !c.Unlabelled {
			c.Next = first + 1
			break
		}
		if c.pop(); c.S(0) != 0 {
			c.Next = c.Nodes[c.S(0)].Last + 1
			break
		}
		c.Unlabelled = false
		c.adopt(0, c.whole())
	}
	c.record(m, label)
}

// span returns the node of a span: a word, or a new bracket without label and children.
func (c *Config) span(first, last int32) int32 {
	if first == last {
		return first
	}
	node := c.open(None, first)
	c.Nodes[node].Last = last
	return node
}

// whole returns the node that Start made: that of all words.
func (c *Config) whole() int32 {
	if c.N == 1 {
		return 1
	}
	return c.N + 1
}
