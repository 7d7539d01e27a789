package oracle

import (
	"fmt"

	"parser/transition"
)

// derivable checks that a constituency system with parameters can derive the gold tree,
// ErrNotDerivable: no more brackets start at one word than MaxOpens, or cover the same
// words than MaxUnary, where these are bounds; chains of them, and brackets over a single
// word of several, are there only if the system builds such.
func (g *spans) derivable(p transition.Params, chains transition.Chains) error {
	if chains != transition.KeepChains {
		p.MaxUnary = 1
	}
	run := int32(0)
	for i, b := range g.gold {
		if run++; i > 0 && (b.Start != g.gold[i-1].Start || b.End != g.gold[i-1].End) {
			run = 1
		}
		switch starts := int32(len(g.starting(b.Start))); {
		case p.MaxOpens > 0 && starts > p.MaxOpens:
			return fmt.Errorf("%w: %d brackets start at word %d, more than %d", ErrNotDerivable, starts, b.Start+1, p.MaxOpens)
		case p.MaxUnary > 0 && run > p.MaxUnary:
			return fmt.Errorf("%w: %d brackets over words %d to %d, more than %d", ErrNotDerivable, run, b.Start+1, b.End, p.MaxUnary)
		case chains == transition.CutUnary && b.End-b.Start == 1 && g.n() > 1:
			return fmt.Errorf("%w: a bracket over word %d alone", ErrNotDerivable, b.End)
		}
	}
	return nil
}
