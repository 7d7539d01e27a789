package transition

// ArcHybridSwap is the arc-hybrid system with SWAP, which puts words into another order and so
// builds trees with crossing arcs (de Lhoneux, Stymne & Nivre 2017, Section 3, after Nivre 2009):
//
//	SW  (σ|s0, b|β)   ⊢ (σ, b|s0|β)    only if s0 is a word that stands before b in the sentence
//
// The other moves are those of [ArcHybrid]. Two words that were swapped are never swapped back, so
// that a parse of n words has at most n(n−1)/2 swaps, and with k of them 2(n+k) moves: each swap
// makes one more SH. Any tree can be built, whatever the number of roots: swaps sort the words by an
// order in which the tree is projective, in which arc-hybrid builds it.
type ArcHybridSwap struct{ ArcHybrid }

// Name, Moves and With say what system it is.
func (ArcHybridSwap) Name() string   { return "arc-hybrid-swap" }
func (s ArcHybridSwap) Moves() Moves { return s.ArcHybrid.Moves() | Of(Swap) }
func (ArcHybridSwap) With(p Params) (System, error) {
	return ArcHybridSwap{ArcHybrid{Roots: p.Roots}}, nil
}

// Legal: as in arc-hybrid, and SW if there are s0 and b and s0 stands before b in the sentence.
func (s ArcHybridSwap) Legal(c *Config) Moves {
	s0, b := c.S(0), c.Front()
	return s.ArcHybrid.Legal(c).addIf(0 < s0 && s0 < b, Swap)
}

// Apply carries out a legal move.
func (s ArcHybridSwap) Apply(c *Config, m Move, label int32) {
	if m != Swap {
		s.ArcHybrid.Apply(c, m, label)
		return
	}
	b := c.take()
	c.Returned = append(c.Returned, c.S(0), b)
	c.pop()
	c.record(m, label)
}
