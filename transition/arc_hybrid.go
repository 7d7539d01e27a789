package transition

// ArcHybrid is the arc-hybrid system (Kuhlmann, Gómez-Rodríguez & Satta 2011)
// with ROOT at the bottom of the stack:
//
//	SH  (σ, b|β)      ⊢ (σ|b, β)
//	LA  (σ|s0, b|β)   ⊢ (σ, b|β)       adds b → s0
//	RA  (σ|s1|s0, β)  ⊢ (σ|s1, β)      adds s1 → s0
//
// It ends with an empty buffer and ROOT alone on the stack. A single root is
// ensured by letting a word be attached to ROOT only when the buffer is empty.
type ArcHybrid struct {
	arcs
	Roots Roots
}

// Name, Moves, Params and With say what system it is.
func (ArcHybrid) Name() string                  { return "arc-hybrid" }
func (ArcHybrid) Moves() Moves                  { return Of(Shift, Left, Right) }
func (s ArcHybrid) Params() Params              { return Params{Roots: s.Roots} }
func (ArcHybrid) With(p Params) (System, error) { return ArcHybrid{Roots: p.Roots}, nil }

// Legal:
//
//	SH: a buffer front.
//	LA: a buffer front and a word on the stack.
//	RA: a word on the stack; onto ROOT under SingleRoot only with an empty buffer.
func (s ArcHybrid) Legal(c *Config) Moves {
	front, word := !c.BufferEmpty(), len(c.Stack) > 1
	return Moves(0).
		addIf(front, Shift).
		addIf(front && word, Left).
		addIf(word && (len(c.Stack) > 2 || s.Roots == MultiRoot || !front), Right)
}

// Arc: LA adds b → s0, RA adds s1 → s0.
func (ArcHybrid) Arc(c *Config, m Move) (head, dep int32, ok bool) {
	switch m {
	case Left:
		return c.Front(), c.S(0), true
	case Right:
		return c.S(1), c.S(0), true
	}
	return None, None, false
}

// Apply carries out a legal move.
func (s ArcHybrid) Apply(c *Config, m Move, label int32) {
	if head, dep, ok := s.Arc(c, m); ok {
		c.attach(head, dep, label)
		c.pop()
	} else {
		c.push()
	}
	c.record(m, label)
}
