package transition

// ArcEagerNonMonotonic is the non-monotonic arc-eager system (Honnibal, Goldberg & Johnson 2013)
// with ROOT at the bottom of the stack: the arc that RA adds is tentative until its dependent leaves the
// stack, and a word that SH has pushed may still get the word below it as its head.
//
//	SH  (σ, b|β)      ⊢ (σ|b, β)
//	RA  (σ|s0, b|β)   ⊢ (σ|s0|b, β)    adds s0 → b
//	LA  (σ|s0, b|β)   ⊢ (σ, b|β)       adds b → s0, instead of s1 → s0 if that is there
//	RE  (σ|s0, β)     ⊢ (σ, β)         s0 has a head
//	LB  (σ|s1|s0, β)  ⊢ (σ|s1, β)      adds s1 → s0;   s0 a headless word
//
// Two of these are repairs, which arc-eager lacks: LA of a word that has a head, the paper's non-monotonic
// Left-Arc, and LB, its non-monotonic Reduce, here with a label of its own. LB is the ending, too, where it
// attaches the headless words left on the stack.
//
// Only the item below a word on the stack can be its head. So the moves build the trees that the moves of
// [ArcHybrid] build, SH and RA read as its SH, RE and LB as its RA; what is new is when a head and its label
// are chosen. As there, a single root is ensured by RE and LB of the word above ROOT only when the buffer is empty.
type ArcEagerNonMonotonic struct {
	arcs
	Roots Roots
}

// Name, Moves, Params and With say what system it is.
func (ArcEagerNonMonotonic) Name() string     { return "arc-eager-nonmonotonic" }
func (ArcEagerNonMonotonic) Moves() Moves     { return Of(Shift, Left, Right, Reduce, Label) }
func (s ArcEagerNonMonotonic) Params() Params { return Params{Roots: s.Roots} }
func (ArcEagerNonMonotonic) With(p Params) (System, error) {
	return ArcEagerNonMonotonic{Roots: p.Roots}, nil
}

// Legal:
//
//	SH, RA: a buffer front.
//	LA: a buffer front and a word on the stack.
//	RE, LB: a word on the stack, for RE with a head and for LB without; the one above ROOT under
//	        SingleRoot only with an empty buffer.
func (s ArcEagerNonMonotonic) Legal(c *Config) Moves {
	front, word := !c.BufferEmpty(), len(c.Stack) > 1
	done := word && (len(c.Stack) > 2 || s.Roots == MultiRoot || !front)
	headed := word && c.HasHead(c.S(0))
	return Moves(0).
		addIf(front, Shift).
		addIf(front, Right).
		addIf(front && word, Left).
		addIf(done && headed, Reduce).
		addIf(done && !headed, Label)
}

// Arc: LA adds b → s0, RA adds s0 → b, LB adds s1 → s0.
func (ArcEagerNonMonotonic) Arc(c *Config, m Move) (head, dep int32, ok bool) {
	switch m {
	case Left:
		return c.Front(), c.S(0), true
	case Right:
		return c.S(0), c.Front(), true
	case Label:
		return c.S(1), c.S(0), true
	}
	return None, None, false
}

// Apply carries out a legal move.
func (s ArcEagerNonMonotonic) Apply(c *Config, m Move, label int32) {
	if head, dep, ok := s.Arc(c, m); ok {
		if c.HasHead(dep) {
			c.detach(dep)
		}
		c.attach(head, dep, label)
	}
	if m == Shift || m == Right {
		c.push()
	} else {
		c.pop()
	}
	c.record(m, label)
}

// detach removes the arc from the item of the stack below d, which has no dependent after d. It
// takes linear time.
func (c *Config) detach(d int32) {
	h := c.Nodes[d].Head
	c.Nodes[d].Head, c.Nodes[d].Label = None, None
	n := &c.Nodes[h]
	n.Right, n.RightValency, n.RightLabelSet = [2]int32{None, None}, 0, 0
	for k := h + 1; k < d; k++ {
		if c.Nodes[k].Head == h {
			c.attach(h, k, c.Nodes[k].Label)
		}
	}
}
