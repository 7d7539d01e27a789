package oracle

import (
	"fmt"

	"parser/transition"
)

// Static is the static oracle of a system: one canonical derivation of the gold
// tree, which attaches as early as it can. Its move costs 0, any other legal
// move WrongHead. The answer means something only on that derivation, so that
// training with it must follow it.
type Static struct {
	System transition.System
	next   func(*Static, *transition.Config) transition.Move
	geometry
}

var _ Oracle = (*Static)(nil)

// Name returns "static".
func (*Static) Name() string { return "static" }

// Start reads the gold tree in. Under SingleRoot a tree with several roots has
// no derivation: ErrNotRooted.
func (o *Static) Start(g *Gold) error {
	if err := o.start(g); err != nil {
		return err
	}
	if o.roots > 1 && o.System.Params().Roots == transition.SingleRoot {
		return fmt.Errorf("%w but %d", ErrNotRooted, o.roots)
	}
	return nil
}

// Moves implements Oracle.
func (o *Static) Moves(dst *Costs, c *transition.Config) error {
	for m := range dst {
		dst[m] = WrongHead
	}
	dst[o.next(o, c)] = 0
	return nil
}

// Labels implements Oracle.
func (o *Static) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	o.goldLabel(dst, o.System, c, m)
	return nil
}
