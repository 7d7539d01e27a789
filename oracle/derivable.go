package oracle

import (
	"fmt"

	"parser/transition"
)

// derivable checks that a constituency system with parameters can derive the gold tree:
// ErrNotDerivable.
func (g *spans) derivable(p transition.Params, chains transition.Chains) error {
	if p.MaxOpens > 0 {
		if err := g.mostOpens(p.MaxOpens); err != nil {
			return err
		}
	}
	if chains != transition.KeepChains {
		p.MaxUnary = 1
	}
	if p.MaxUnary > 0 {
		if err := g.mostUnary(p.MaxUnary); err != nil {
			return err
		}
	}
	if chains == transition.CutUnary {
		return g.noSingle()
	}
	return nil
}

// mostOpens checks that no more than most brackets start at one word.
func (g *spans) mostOpens(most int32) error {
	for s := range g.n() {
		if k := g.from[s+1] - g.from[s]; k > most {
			return fmt.Errorf("%w: %d brackets start at word %d, more than %d", ErrNotDerivable, k, s+1, most)
		}
	}
	return nil
}

// mostUnary checks that no more than most brackets cover the same words.
func (g *spans) mostUnary(most int32) error {
	run := int32(1)
	for i, b := range g.gold[1:] {
		if before := g.gold[i]; b.Start == before.Start && b.End == before.End {
			run++
		} else {
			run = 1
		}
		if run > most {
			return fmt.Errorf("%w: %d brackets over words %d to %d, more than %d", ErrNotDerivable, run, b.Start+1, b.End, most)
		}
	}
	return nil
}

// noSingle checks that no bracket is over a single word, if there are more.
func (g *spans) noSingle() error {
	for _, b := range g.gold {
		if b.End-b.Start == 1 && g.n() > 1 {
			return fmt.Errorf("%w: a bracket over word %d alone", ErrNotDerivable, b.End)
		}
	}
	return nil
}
