package transition

// ArcEager is the arc-eager system (Nivre 2003, 2008) with ROOT at the bottom
// of the stack and an ending that always completes the tree:
//
//	SH  (σ, b|β)      ⊢ (σ|b, β)
//	RA  (σ|s0, b|β)   ⊢ (σ|s0|b, β)    adds s0 → b
//	LA  (σ|s0, b|β)   ⊢ (σ, b|β)       adds b → s0;   s0 a headless word
//	RE  (σ|s0, β)     ⊢ (σ, β)         s0 has a head
//
// With an empty buffer the headless words left on the stack are attached one
// by one, so that only the label is left to choose:
//
//	RA  (σ|s1|s0, ∅)  ⊢ (σ|s1, ∅)      s0 headless; adds 0 → s0 (MultiRoot)
//	                                   or s1 → s0 (SingleRoot)
//
// Under SingleRoot the one word attached to ROOT stays on the stack until the
// buffer is empty, and ROOT takes no second dependent; the word directly above
// ROOT is then the root of the tree, whether it got there by RA or is left for
// the ending. There are no dead ends.
type ArcEager struct {
	arcs
	Roots Roots
}

// Name, Moves, Params and With say what system it is.
func (ArcEager) Name() string                  { return "arc-eager" }
func (ArcEager) Moves() Moves                  { return Of(Shift, Left, Right, Reduce) }
func (s ArcEager) Params() Params              { return Params{Roots: s.Roots} }
func (ArcEager) With(p Params) (System, error) { return ArcEager{Roots: p.Roots}, nil }

// Legal:
//
//	SH: a buffer front.
//	LA: a buffer front and a headless word on top of the stack.
//	RA: a buffer front, or a headless word on top of the stack.
//	RE: a headed word on top of the stack; under SingleRoot the root word
//	    only with an empty buffer. Until then it covers ROOT, so that RA
//	    cannot give ROOT a second dependent.
func (s ArcEager) Legal(c *Config) Moves {
	word := len(c.Stack) > 1
	headed := word && c.HasHead(c.S(0))
	headless := word && !headed
	if c.BufferEmpty() {
		return Moves(0).addIf(headless, Right).addIf(headed, Reduce)
	}
	waits := s.Roots == SingleRoot && len(c.Stack) == 2
	return Of(Shift, Right).addIf(headless, Left).addIf(headed && !waits, Reduce)
}

// Arc: LA adds b → s0, RA adds s0 → b, or in the ending 0 → s0 or s1 → s0.
func (s ArcEager) Arc(c *Config, m Move) (head, dep int32, ok bool) {
	switch {
	case m == Left:
		return c.Next, c.S(0), true
	case m != Right:
		return None, None, false
	case !c.BufferEmpty():
		return c.S(0), c.Next, true
	case s.Roots == MultiRoot:
		return 0, c.S(0), true
	}
	return c.S(1), c.S(0), true
}

// Apply carries out a legal move.
func (s ArcEager) Apply(c *Config, m Move, label int32) {
	head, dep, ok := s.Arc(c, m)
	if ok {
		c.attach(head, dep, label)
	}
	if m == Shift || ok && dep == c.Next {
		c.push()
	} else {
		c.pop()
	}
	c.record(m, label)
}
