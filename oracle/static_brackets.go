package oracle

import "parser/transition"

// StaticBrackets is the static oracle of a constituency system: one canonical
// derivation of the gold tree. On a derivation of the gold tree the dynamic oracle
// is exact, so that what leads on to it costs nothing; of several such moves the
// first in a fixed order is canonical, and of several labels the outermost gold
// bracket's (bracket) or the innermost's (in-order). Shift-label joins spans as
// soon as it can (Cross & Huang 2016). The answer means something only on that
// derivation, so that training with it must follow it.
type StaticBrackets struct {
	System transition.System
	guide  Oracle
}

var _ Oracle = (*StaticBrackets)(nil)

// newStaticBrackets returns the static oracle of a constituency system.
func newStaticBrackets(s transition.System) (Oracle, error) {
	guide, err := newDynamic(s)
	if err != nil {
		return nil, err
	}
	return &StaticBrackets{System: s, guide: guide}, nil
}

// Name returns "static".
func (*StaticBrackets) Name() string { return "static" }

// Start reads the gold tree in.
func (o *StaticBrackets) Start(g *Gold) error { return o.guide.Start(g) }

// Moves implements Oracle.
func (o *StaticBrackets) Moves(dst *Costs, c *transition.Config) {
	var costs Costs
	o.guide.Moves(&costs, c)
	best := costs.Best(o.System.Legal(c))
	for m := range dst {
		dst[m] = 1
	}
	for _, m := range canonicalOrder() {
		if best.Has(m) {
			dst[m] = 0
			return
		}
	}
}

// canonicalOrder lists the moves that may be free side by side, the canonical
// one first.
func canonicalOrder() [7]transition.Move {
	return [...]transition.Move{
		transition.Open, transition.Close, transition.Finish, transition.Combine,
		transition.Shift, transition.Label, transition.NoLabel,
	}
}

// Labels implements Oracle.
func (o *StaticBrackets) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) {
	o.guide.Labels(dst, c, m)
	canonical := dst.First()
	dst.Reset(1)
	if canonical != transition.None {
		dst.Set(canonical, 0)
	}
}
