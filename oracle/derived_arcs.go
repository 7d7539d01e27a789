package oracle

import (
	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// DerivedArcs is the oracle of arc-hybrid and arc-eager that nobody designed: what
// moves cost follows from automata for what may be done and for what each gold arc
// needs (derived.ArcHybrid, derived.ArcEager; derived.ArcTables). It is exact for the
// same trees and the same loss as ArcHybrid and ArcEager.
type DerivedArcs struct {
	System transition.System
	tables *derived.ArcTables
	follower
	geometry
}

var _ Oracle = (*DerivedArcs)(nil)

func newDerivedArcs(s transition.System) (*DerivedArcs, error) {
	tables := derived.NewArcHybridTables
	if _, eager := s.(transition.ArcEager); eager {
		tables = derived.NewArcEagerTables
	}
	t, err := tables(s.Params().Roots == transition.SingleRoot)
	return &DerivedArcs{System: s, tables: t, follower: follower{engine: t, symbol: symbolOf}}, err
}

// Name returns "fsa".
func (*DerivedArcs) Name() string { return "fsa" }

// Start reads the gold tree in.
func (o *DerivedArcs) Start(g *Gold) error {
	if err := o.geometry.start(g); err != nil {
		return err
	}
	if err := o.tables.Start(g.Heads); err != nil {
		return err
	}
	return o.follower.start(int(derived.Reduce))
}

// symbolOf returns the action of a step of a dependency system.
func symbolOf(s transition.Step) fsa.Symbol {
	switch s.Move {
	case transition.Left:
		return derived.Left
	case transition.Right:
		return derived.Right
	case transition.Reduce:
		return derived.Reduce
	}
	return derived.Shift
}

// Moves implements Oracle.
func (o *DerivedArcs) Moves(dst *Costs, c *transition.Config) {
	o.follow(c.Steps)
	o.costs(dst, o.System.Legal(c), WrongHead, func(m transition.Move) fsa.Weight {
		return o.values[symbolOf(transition.Step{Move: m})]
	})
}

// Labels implements Oracle.
func (o *DerivedArcs) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) {
	o.goldLabel(dst, o.System, c, m)
}
