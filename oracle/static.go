package oracle

import "parser/transition"

// static is the static oracle of a system: it reads one canonical derivation off the gold tree.
// Arcs are attached as early as they can be. Where brackets over the same words commute, they come
// in the order of the gold tree; shift-label joins spans as soon as it can (Cross & Huang 2016,
// Section 3), so that constituents of several children branch to the left inside; split takes the first
// place that cuts no bracket. The derivation's move costs 0, any other legal move WrongHead or, where
// there are brackets, 1, and so do labels. The answer means something only on that derivation, so
// training with it must follow it.
type static struct {
	base
	// next returns the next move of the derivation, and its label if it is that of a bracket.
	next func(o *static, c *transition.Config, legal transition.Moves) (transition.Move, int32)
}

// Start reads the gold tree. Under SingleRoot a tree with several roots has no derivation,
// ErrNotRooted, nor has one with brackets that the system cannot build, ErrNotDerivable.
func (o *static) Start(g *Gold) error {
	if err := o.base.Start(g); err != nil {
		return err
	}
	return o.rooted()
}

func (o *static) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	wrong := int32(WrongHead)
	if c.Kind == transition.Constituents {
		wrong = 1
	}
	m, _ := o.next(o, c, legal)
	dst.only(m, wrong)
	return nil
}

func (o *static) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	if c.Kind != transition.Constituents {
		return o.base.Labels(dst, c, m)
	}
	dst.Reset(0)
	if next, label := o.next(o, c, o.system.Legal(c)); next == m {
		dst.Reset(1)
		dst.Set(label, 0)
	}
	return nil
}

// earliest attaches the dependent of LA or RA as soon as the arc is gold's and the dependent is
// complete. It is used in arc-hybrid and arc-standard, where both moves pop it.
func (o *static) earliest(c *transition.Config, legal transition.Moves) (transition.Move, int32) {
	for m := transition.Left; m <= transition.Right; m++ {
		if !legal.Has(m) {
			continue
		}
		if h, d, _ := o.system.Arc(c, m); o.head[d] == h && (m == transition.Left || o.dependentsFrom(c.Next, d) == 0) {
			return m, transition.None
		}
	}
	if legal.Has(transition.Shift) {
		return transition.Shift, transition.None
	}
	return transition.Right, transition.None
}
