package oracle

import (
	"fmt"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// newDerived returns an oracle of a system that nobody designed: the costs of moves
// follow from automata.
func newDerived(name string, s transition.System) (Oracle, error) {
	switch s := s.(type) {
	case transition.ArcHybrid:
		switch name {
		case "fsa":
			return newDerivedArcs(s)
		case "fsa-edit":
			return newEditedArcs(s), nil
		}
	case transition.ArcEager:
		if name == "fsa" {
			return newDerivedArcs(s)
		}
	case transition.Bracket:
		if s.Unary == transition.AnyUnary {
			return newDerivedBrackets(name, s), nil
		}
	}
	return nil, fmt.Errorf("%w: %s for %s %+v", ErrNoOracle, name, s.Name(), s.Params())
}

// mostStates bounds the machine of a sentence.
const mostStates = 10_000_000

// follower makes an oracle of one that follows actions: it reads the steps that
// led to a configuration, never its stack.
type follower struct {
	engine derived.Oracle
	symbol func(transition.Step) fsa.Symbol
	steps  []transition.Step // that the engine has taken
	values []fsa.Weight      // of actions, after these steps
	err    error             // of the engine
}

// start prepares for a sentence, for which the engine is ready. If an engine failed
// on the sentence before, it says so.
func (f *follower) start(engine derived.Oracle, actions int) error {
	f.engine, f.steps = engine, f.steps[:0]
	f.values = slices.Grow(f.values[:0], actions+1)[:actions+1]
	f.note(f.engine.Values(f.values))
	return f.err
}

func (f *follower) note(err error) {
	if f.err == nil {
		f.err = err
	}
}

// follow takes the steps that the engine has not taken yet; from the start, if it
// took others.
func (f *follower) follow(steps []transition.Step) {
	known := len(f.steps)
	if known > len(steps) || !slices.Equal(f.steps, steps[:known]) {
		f.note(f.engine.Reset())
		known = 0
	} else if known == len(steps) {
		return
	}
	f.steps = append(f.steps[:known], steps[known:]...)
	for _, s := range steps[known:] {
		f.note(f.engine.Advance(f.symbol(s)))
	}
	f.note(f.engine.Values(f.values))
}

// costs sets the costs of legal moves from their values, in units of loss.
func (f *follower) costs(dst *Costs, legal transition.Moves, unit int32, value func(transition.Move) fsa.Weight) {
	best := fsa.Zero()
	for m := range transition.NumMoves {
		if legal.Has(m) {
			best = best.Plus(value(m))
		}
	}
	for m := range transition.NumMoves {
		if legal.Has(m) {
			dst[m] = int32(fsa.Weight(unit) * (value(m) - best))
		}
	}
}
