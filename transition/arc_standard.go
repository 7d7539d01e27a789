package transition

// ArcStandard is the arc-standard system (Nivre 2004) with ROOT at the bottom
// of the stack:
//
//	SH  (σ, b|β)      ⊢ (σ|b, β)
//	LA  (σ|s1|s0, β)  ⊢ (σ|s0, β)      adds s0 → s1
//	RA  (σ|s1|s0, β)  ⊢ (σ|s1, β)      adds s1 → s0
//
// It ends with an empty buffer and ROOT alone on the stack. A single root is
// ensured by letting a word be attached to ROOT only when the buffer is empty.
type ArcStandard struct {
	arcs
	Roots Roots
}

// Name, Moves, Params and With say what system it is.
func (ArcStandard) Name() string                  { return "arc-standard" }
func (ArcStandard) Moves() Moves                  { return Of(Shift, Left, Right) }
func (s ArcStandard) Params() Params              { return Params{Roots: s.Roots} }
func (ArcStandard) With(p Params) (System, error) { return ArcStandard{Roots: p.Roots}, nil }

// Legal:
//
//	SH: a buffer front.
//	LA: two words on the stack.
//	RA: a word on the stack; onto ROOT under SingleRoot only with an empty buffer.
func (s ArcStandard) Legal(c *Config) Moves {
	front, words := !c.BufferEmpty(), len(c.Stack)-1
	return Moves(0).
		addIf(front, Shift).
		addIf(words > 1, Left).
		addIf(words > 1 || words == 1 && (s.Roots == MultiRoot || !front), Right)
}

// Arc: LA adds s0 → s1, RA adds s1 → s0.
func (ArcStandard) Arc(c *Config, m Move) (head, dep int32, ok bool) {
	switch m {
	case Left:
		return c.S(0), c.S(1), true
	case Right:
		return c.S(1), c.S(0), true
	}
	return None, None, false
}

// Apply carries out a legal move.
func (s ArcStandard) Apply(c *Config, m Move, label int32) {
	if head, dep, ok := s.Arc(c, m); ok {
		c.attach(head, dep, label)
		c.pop()
		c.Stack[len(c.Stack)-1] = head
	} else {
		c.push()
	}
	c.record(m, label)
}
