package transition

// ArcStandardSwap is the arc-standard system with SWAP, which puts words into another order and so
// builds trees with crossing arcs (Nivre 2009):
//
//	SW  (σ|s1|s0, β)  ⊢ (σ|s0, s1|β)    only if s1 is a word that stands before s0 in the sentence
//
// The other moves are those of [ArcStandard]. As in [ArcHybridSwap], two words are swapped at most
// once, each swap makes one more SH, and any tree can be built.
type ArcStandardSwap struct{ ArcStandard }

// Name, Moves and With say what system it is.
func (ArcStandardSwap) Name() string   { return "arc-standard-swap" }
func (s ArcStandardSwap) Moves() Moves { return s.ArcStandard.Moves() | Of(Swap) }
func (ArcStandardSwap) With(p Params) (System, error) {
	return ArcStandardSwap{ArcStandard{Roots: p.Roots}}, nil
}

// Legal: as in arc-standard, and SW if there are two words on the stack and the lower one stands
// before the other in the sentence.
func (s ArcStandardSwap) Legal(c *Config) Moves {
	s0, s1 := c.S(0), c.S(1)
	return s.ArcStandard.Legal(c).addIf(0 < s1 && s1 < s0, Swap)
}

// Apply carries out a legal move.
func (s ArcStandardSwap) Apply(c *Config, m Move, label int32) {
	if m != Swap {
		s.ArcStandard.Apply(c, m, label)
		return
	}
	s0, s1 := c.S(0), c.S(1)
	c.pop()
	c.Stack[len(c.Stack)-1] = s0
	c.Returned = append(c.Returned, s1)
	c.record(m, label)
}
