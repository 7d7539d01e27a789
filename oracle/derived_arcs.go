package oracle

import (
	"errors"
	"fmt"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// arcSpeech is that of dependency trees. The automata know no labels.
type arcSpeech struct {
	system  transition.System
	prepare func(heads []int32) (derived.Oracle, error)
	actions int
	geometry
}

func derivedArcHybrid(s transition.System) (Oracle, error) {
	return newDerivedArcs(s, derived.NewArcHybridTables, derived.Right)
}

func derivedArcEager(s transition.System) (Oracle, error) {
	return newDerivedArcs(s, derived.NewArcEagerTables, derived.Reduce)
}

func newDerivedArcs(s transition.System, tables func(single bool) (*derived.ArcTables, error), last fsa.Symbol) (Oracle, error) {
	t, err := tables(single(s))
	prepare := func(heads []int32) (derived.Oracle, error) { return t, t.Start(heads) }
	return &Derived{System: s, name: "fsa", unit: WrongHead, speech: &arcSpeech{system: s, prepare: prepare, actions: int(last)}}, err
}

func editedArcHybrid(s transition.System) (Oracle, error) { return newEditedArcs(s, mostStates), nil }

func newEditedArcs(s transition.System, limit int) Oracle {
	prepare := func(heads []int32) (derived.Oracle, error) {
		return derived.Compile(derived.EditDistance(heads, single(s)), limit)
	}
	return &Derived{System: s, name: "fsa-edit", unit: WrongHead, speech: &arcSpeech{system: s, prepare: prepare, actions: int(derived.Right)}}
}

func single(s transition.System) bool { return s.Params().Roots == transition.SingleRoot }

func (o *arcSpeech) start(g *Gold) (derived.Oracle, int, error) {
	if err := o.geometry.start(g); err != nil {
		return nil, 0, err
	}
	engine, err := o.prepare(g.Heads)
	if errors.Is(err, derived.ErrNoSequence) {
		err = fmt.Errorf("%w but %d", ErrNotRooted, o.roots)
	}
	return engine, o.actions, err
}

func (*arcSpeech) action(s transition.Step) fsa.Symbol {
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

func (o *arcSpeech) label(dst *LabelCosts, c *transition.Config, m transition.Move, _ []fsa.Weight, _ fsa.Weight) {
	o.goldLabel(dst, o.system, c, m)
}
