package oracle

import (
	"fmt"

	"parser/transition"
)

// Static is the static oracle of a system: one canonical derivation of the gold tree,
// read off it. Arcs are attached as early as they can. Where brackets over the same
// words commute, they come in the order of the gold tree; shift-label joins spans as
// soon as it can (Cross & Huang 2016, Section 3), so that constituents of several
// children branch to the left inside. The derivation's move costs 0, any other legal
// move WrongHead or, where there are brackets, 1, and so do labels. The answer means
// something only on that derivation, so that training with it must follow it.
type Static struct {
	System transition.System
	next   derivation
	geometry
	brackets spans // in constituency systems, instead
}

// derivation returns the next move of the canonical derivation, and its label if it is
// that of a bracket.
type derivation func(*Static, *transition.Config) (transition.Move, int32)

var _ Oracle = (*Static)(nil)

// static returns what makes the static oracle of a system by a derivation.
func static(next derivation) func(transition.System) (Oracle, error) {
	return func(s transition.System) (Oracle, error) { return &Static{System: s, next: next}, nil }
}

// Name returns "static".
func (*Static) Name() string { return "static" }

// Start reads the gold tree in. Under SingleRoot a tree with several roots has
// no derivation, ErrNotRooted, nor has one with brackets that the system cannot build:
// ErrNotDerivable.
func (o *Static) Start(g *Gold) error {
	if o.System.Kind() == transition.Constituents {
		return o.brackets.start(g, o.System.Params(), o.System.Chains())
	}
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
	wrong := int32(WrongHead)
	if c.Kind == transition.Constituents {
		wrong = 1
	}
	for m := range dst {
		dst[m] = wrong
	}
	m, _ := o.next(o, c)
	dst[m] = 0
	return nil
}

// Labels implements Oracle.
func (o *Static) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	if c.Kind != transition.Constituents {
		h, d, ok := o.System.Arc(c, m)
		return o.goldLabel(dst, h, d, ok)
	}
	dst.Reset(0)
	if next, label := o.next(o, c); next == m && m.Labelled() {
		dst.Reset(1)
		dst.Set(label, 0)
	}
	return nil
}

// earliest attaches the dependent of LA or RA as soon as the arc is gold's and it is
// complete: in arc-hybrid and arc-standard, where both pop it.
func (o *Static) earliest(c *transition.Config) (transition.Move, int32) {
	legal := o.System.Legal(c)
	for m := transition.Left; m <= transition.Right; m++ {
		if !legal.Has(m) {
			continue
		}
		if h, d, _ := o.System.Arc(c, m); o.head[d] == h && (m == transition.Left || o.dependentsFrom(c.Next, d) == 0) {
			return m, transition.None
		}
	}
	if legal.Has(transition.Shift) {
		return transition.Shift, transition.None
	}
	return transition.Right, transition.None
}
