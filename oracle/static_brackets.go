package oracle

import "parser/transition"

// StaticBrackets is the static oracle of a constituency system: one canonical
// derivation of the gold tree, read off it. Where brackets over the same words
// commute, they come in the order of the gold tree; shift-label joins spans as soon
// as it can (Cross & Huang 2016, Section 3), so that constituents of several
// children branch to the left inside. Its move costs 0, any other legal move 1, and
// so do labels. The answer means something only on that derivation, so that
// training with it must follow it.
type StaticBrackets struct {
	System transition.System
	next   func(*StaticBrackets, *transition.Config) (transition.Move, int32)
	spans
}

var _ Oracle = (*StaticBrackets)(nil)

// Name returns "static".
func (*StaticBrackets) Name() string { return "static" }

// Start reads the gold tree in. A tree that the system cannot derive is refused:
// ErrNotDerivable.
func (o *StaticBrackets) Start(g *Gold) error {
	if err := o.start(g); err != nil {
		return err
	}
	return o.derivable(o.System.Params(), transition.ChainsOf(o.System))
}

// Moves implements Oracle.
func (o *StaticBrackets) Moves(dst *Costs, c *transition.Config) error {
	for m := range dst {
		dst[m] = 1
	}
	m, _ := o.next(o, c)
	dst[m] = 0
	return nil
}

// Labels implements Oracle.
func (o *StaticBrackets) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if next, label := o.next(o, c); next == m && m.Labelled() {
		dst.Reset(1)
		dst.Set(label, 0)
	}
	return nil
}
