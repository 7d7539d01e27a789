package transition

// ShiftLabel is the system of Cross & Huang (2016) for constituency trees, in
// which structural moves and label moves take turns. The stack holds ROOT and
// spans; a span is a word or a pair of joined spans.
//
//	SH    (σ, b|β)      ⊢ (σ|b, β)      even moves
//	CO    (σ|s1|s0, β)  ⊢ (σ|s1s0, β)
//	LB-X  (σ|s0, β)     ⊢ (σ|X, β)      odd moves: s0 is a constituent X
//	NL    (σ|s0, β)     ⊢ (σ|s0, β)     s0 is no constituent; its parts are children of a larger one
//
// A label stands for a whole chain of unary brackets. The span of all words must get a label; that
// ends the parse, after 2(2n−1) moves. A word's label is that of the brackets over this word alone.
// Joined spans are nodes like brackets; those that are no constituent have no label.
type ShiftLabel struct{ brackets }

// Name, Moves, With and Chains say what system it is; there are no parameters.
func (ShiftLabel) Name() string                  { return "shift-label" }
func (ShiftLabel) Moves() Moves                  { return Of(Shift, Combine, Label, NoLabel) }
func (s ShiftLabel) With(Params) (System, error) { return s, nil }
func (ShiftLabel) Chains() Chains                { return JoinChains }

// Legal:
//
//	SH: a buffer front.
//	CO: two spans on the stack.
//	LB: always, at its turn.
//	NL: at its turn, unless the span is that of all words.
func (s ShiftLabel) Legal(c *Config) Moves {
	if c.Unlabelled {
		return Of(Label).addIf(!s.whole(c), NoLabel)
	}
	return Moves(0).addIf(!c.BufferEmpty(), Shift).addIf(len(c.Stack) > 2, Combine)
}

// whole reports whether the topmost span covers all words.
func (ShiftLabel) whole(c *Config) bool { return len(c.Stack) == 2 && c.BufferEmpty() }

// Apply carries out a legal move.
func (s ShiftLabel) Apply(c *Config, m Move, label int32) {
	c.Unlabelled = m == Shift || m == Combine
	switch m {
	case Shift:
		c.push()
	case Combine:
		s1, s0 := c.S(1), c.S(0)
		joined := c.open(None, c.Nodes[s1].First)
		c.adopt(joined, s1)
		c.adopt(joined, s0)
		c.close(joined)
		c.Stack = append(c.Stack[:len(c.Stack)-2], joined)
	case Label:
		c.Nodes[c.S(0)].Label = label
		if s.whole(c) {
			tree := c.S(0)
			c.pop()
			c.adopt(0, tree)
		}
	}
	c.record(m, label)
}
