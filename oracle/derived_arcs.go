package oracle

import (
	"errors"
	"fmt"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// DerivedArcs is an oracle of arc-hybrid or arc-eager that nobody designed: what
// moves cost follows from automata.
//
//   - "fsa" has one for what may be done and one for each gold arc
//     (derived.ArcHybrid, derived.ArcEager; derived.ArcTables). It is exact for the
//     same trees and the same loss as ArcHybrid and ArcEager.
//   - "fsa-edit" counts the edits between sequences of actions
//     (derived.EditDistance). It is not exact, and is there to be compared. Under
//     SingleRoot no sequence builds a tree with several roots: ErrNotRooted. Of more
//     than some eighty words its machine is too large: ErrTooLong.
type DerivedArcs struct {
	System  transition.System
	name    string
	prepare func(heads []int32) (derived.Oracle, error)
	follower
	geometry
}

var _ Oracle = (*DerivedArcs)(nil)

func derivedArcHybrid(s transition.System) (Oracle, error) {
	return newDerivedArcs(s, derived.NewArcHybridTables)
}

func derivedArcEager(s transition.System) (Oracle, error) {
	return newDerivedArcs(s, derived.NewArcEagerTables)
}

func newDerivedArcs(s transition.System, tables func(single bool) (*derived.ArcTables, error)) (Oracle, error) {
	t, err := tables(single(s))
	return arcsBy("fsa", s, func(heads []int32) (derived.Oracle, error) { return t, t.Start(heads) }), err
}

func editedArcHybrid(s transition.System) (Oracle, error) {
	return newEditedArcs(s, mostStates), nil
}

func newEditedArcs(s transition.System, limit int) *DerivedArcs {
	return arcsBy("fsa-edit", s, func(heads []int32) (derived.Oracle, error) {
		return derived.Compile(derived.EditDistance(heads, single(s)), limit)
	})
}

// arcsBy returns an oracle whose engine for a sentence is made by prepare.
func arcsBy(name string, s transition.System, prepare func(heads []int32) (derived.Oracle, error)) *DerivedArcs {
	return &DerivedArcs{System: s, name: name, prepare: prepare, follower: follower{symbol: symbolOf}}
}

func single(s transition.System) bool { return s.Params().Roots == transition.SingleRoot }

// Name returns "fsa" or "fsa-edit".
func (o *DerivedArcs) Name() string { return o.name }

// Start reads the gold tree in.
func (o *DerivedArcs) Start(g *Gold) error {
	if err := o.geometry.start(g); err != nil {
		return err
	}
	engine, err := o.prepare(g.Heads)
	if errors.Is(err, derived.ErrNoSequence) {
		return fmt.Errorf("%w but %d", ErrNotRooted, o.roots)
	}
	if err != nil {
		return tooLong(err)
	}
	return o.follower.start(engine, int(derived.Reduce))
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
func (o *DerivedArcs) Moves(dst *Costs, c *transition.Config) error {
	if err := o.follow(c.Steps); err != nil {
		return err
	}
	o.costs(dst, o.System.Legal(c), WrongHead, func(m transition.Move) fsa.Weight {
		return o.values[symbolOf(transition.Step{Move: m})]
	})
	return nil
}

// Labels implements Oracle.
func (o *DerivedArcs) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	o.goldLabel(dst, o.System, c, m)
	return o.err
}
