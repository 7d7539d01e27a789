package transition

// HeadOffset is dependency parsing as tagging: from left to right each word gets a tag, the distance
// of its head and the side on which it stands, and the label of the arc (the relative positional
// encoding of Strzyz, Vilares & Gómez-Rodríguez 2019, Section 2). The distance is spelled in unary, so
// that the alphabet is finite and no head is too far: the tag of a word is the sequence of moves from
// its reading to that of the next word (Gómez-Rodríguez, Strzyz & Vilares 2020, Section 3).
//
// The top of the stack, w, is the word to tag. Below it is l, the word d to its left, and the buffer
// front r is the word d to its right, for d = 1 at first:
//
//	LB  (σ|l|w, r|β)  ⊢  next          adds 0 → w;   d = 1       tag 0
//	LA  (σ|l|w, r|β)  ⊢  next          adds r → w                tag +d
//	RA  (σ|l|w, r|β)  ⊢  next          adds l → w                tag −d
//	FU  (σ|l|w, r|β)  ⊢  (σ|w, β)      d becomes d + 1
//
// where next is ([0 … w|w+1], w+2 …) and after the last word ([0], ∅), which ends the parse. Where there
// is no l or r, ROOT is below w or the buffer is empty.
//
// The arcs may cross. Each tree has exactly one derivation, and there are no dead ends: a word without
// head, w or one to its right, is not below w, and if w is the last one, only the words below w are not
// below the root, if there is one.
type HeadOffset struct {
	arcs
	Roots Roots
}

// Name, Moves, Params and With say what system it is.
func (HeadOffset) Name() string                  { return "head-offset" }
func (HeadOffset) Moves() Moves                  { return Of(Left, Right, Label, Further) }
func (s HeadOffset) Params() Params              { return Params{Roots: s.Roots} }
func (HeadOffset) With(p Params) (System, error) { return HeadOffset{Roots: p.Roots}, nil }

// Start reads the first of n words.
func (HeadOffset) Start(c *Config, n int) {
	c.Reset(n, Dependencies)
	if n > 0 {
		c.push()
	}
}

// Legal:
//
//	LB: before any FU; under SingleRoot only if ROOT has no dependent.
//	LA: there is r.
//	RA: there is l, which is not below w.
//	FU: a word further away could be the head.
func (s HeadOffset) Legal(c *Config) Moves {
	if s.Terminal(c) {
		return 0
	}
	w, l := c.S(0), c.S(1)
	return Moves(0).
		addIf(!c.BufferEmpty(), Left).
		addIf(l > 0 && c.Top(l) != w, Right).
		addIf(c.distance() == 1 && (s.Roots == MultiRoot || c.Nodes[0].RightValency == 0), Label).
		addIf(c.Next < c.N || c.anyAbove(l, w), Further)
}

// distance returns d. Where there is no l there is an r, unless w is the only word.
func (c *Config) distance() int32 {
	if w, l := c.S(0), c.S(1); l > 0 {
		return w - l
	}
	return c.Next - c.S(0)
}

// Top returns the node without head that k is or hangs below.
func (c *Config) Top(k int32) int32 {
	for c.HasHead(k) {
		k = c.Nodes[k].Head
	}
	return k
}

// anyAbove reports whether a word to the left of l is not below w.
func (c *Config) anyAbove(l, w int32) bool {
	for l--; l > 0; l-- {
		if c.Top(l) != w {
			return true
		}
	}
	return false
}

// Arc: LB adds 0 → w, LA adds r → w, RA adds l → w.
func (HeadOffset) Arc(c *Config, m Move) (head, dep int32, ok bool) {
	switch m {
	case Label:
		return 0, c.S(0), true
	case Left:
		return c.Front(), c.S(0), true
	case Right:
		return c.S(1), c.S(0), true
	}
	return None, None, false
}

// Apply carries out a legal move.
func (s HeadOffset) Apply(c *Config, m Move, label int32) {
	head, w, arc := s.Arc(c, m)
	if !arc {
		w = c.S(0)
		c.pop()
		if c.S(0) > 0 {
			c.pop()
		}
		c.Stack = append(c.Stack, w)
		c.Next = min(c.Next+1, c.N+1)
		c.record(m, label)
		return
	}
	c.attach(head, w, label)
	c.pop()
	if c.Next = w + 1; w == c.N {
		c.Stack = c.Stack[:1]
	} else {
		for k := c.S(0) + 1; k <= w+1; k++ {
			c.Stack = append(c.Stack, k)
		}
		c.Next++
	}
	c.record(m, label)
}
