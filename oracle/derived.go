package oracle

import (
	"errors"
	"fmt"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// Derived is an oracle of a system that nobody designed: the costs of moves follow
// from automata. It reads the steps that led to a configuration, never its stack.
//
//   - "fsa" has an automaton for what may be done and several for the loss: one for
//     each gold arc (derived.ArcTables), for the gold brackets at each start
//     (derived.BracketTables), or for the tags (derived.Tagging). It is exact for the
//     same trees and the same loss as the hand-written oracles.
//   - "fsa-edit" and "fsa-paper" have a single transducer, and are not exact: they are
//     there to be compared. Of arc-hybrid it counts edits between sequences of actions
//     (derived.EditDistance); under SingleRoot no sequence builds a tree with several
//     roots, ErrNotRooted. Of the top-down system it is the one of the paper's example,
//     with better weights or its own (derived.Bracketing.Problem), and costs are in half
//     brackets. A machine that is too large, as for more than some eighty words, is
//     ErrTooLong, on the way too.
type Derived struct {
	System transition.System
	name   string
	unit   fsa.Weight // of the loss that the automata count, in costs
	speech
	engine derived.Oracle
	steps  []transition.Step // that the engine has taken
	values []fsa.Weight      // of actions, after these steps
	err    error             // of the engine, since Start
}

var _ Oracle = (*Derived)(nil)

// mostStates bounds the machine of a sentence that has one of its own. So many states
// take seconds and most of a gigabyte.
const mostStates = 1_000_000

// Name returns the name under which New knows the oracle.
func (o *Derived) Name() string { return o.name }

// Start reads the gold tree in.
func (o *Derived) Start(g *Gold) error {
	engine, actions, err := o.speech.start(g)
	if err != nil {
		return tooLong(err)
	}
	o.engine, o.steps = engine, o.steps[:0]
	o.values = slices.Grow(o.values[:0], actions+1)[:actions+1]
	o.err = tooLong(o.engine.Values(o.values))
	return o.err
}

// tooLong gives the errors of engines that met their limit the cause that those who
// leave out sentences know.
func tooLong(err error) error {
	if errors.Is(err, fsa.ErrStateLimit) {
		return fmt.Errorf("%w: %w", ErrTooLong, err)
	}
	return err
}

// follow takes the steps that the engine has not taken yet; from the start, if it
// took others. An engine that has failed is not asked again.
func (o *Derived) follow(steps []transition.Step) error {
	known := len(o.steps)
	switch {
	case o.err != nil:
		return o.err
	case known > len(steps) || !slices.Equal(o.steps, steps[:known]):
		o.err = o.engine.Reset()
		known = 0
	case known == len(steps):
		return nil
	}
	o.steps = append(o.steps[:known], steps[known:]...)
	for i := known; i < len(steps) && o.err == nil; i++ {
		o.err = o.engine.Advance(o.action(steps[i]))
	}
	if o.err == nil {
		o.err = o.engine.Values(o.values)
	}
	o.err = tooLong(o.err)
	return o.err
}

// of returns the values of the actions of a move: one, or those of all labels, which
// come last.
func (o *Derived) of(m transition.Move) []fsa.Weight {
	first := o.action(transition.Step{Move: m, Label: transition.None})
	if m == transition.Open || m == transition.Label {
		return o.values[first:]
	}
	return o.values[first : first+1]
}

// Moves implements Oracle.
func (o *Derived) Moves(dst *Costs, c *transition.Config) error {
	if err := o.follow(c.Steps); err != nil {
		return err
	}
	var values [transition.NumMoves]fsa.Weight
	legal, best := o.System.Legal(c), fsa.Zero()
	for m := range transition.NumMoves {
		if legal.Has(m) {
			values[m] = slices.Min(o.of(m))
			best = best.Plus(values[m])
		}
	}
	for m := range transition.NumMoves {
		if legal.Has(m) {
			dst[m] = int32(o.unit * (values[m] - best))
		}
	}
	return nil
}

// Labels implements Oracle.
func (o *Derived) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if err := o.follow(c.Steps); err != nil || !m.Labelled() {
		return err
	}
	o.speech.label(dst, c, m, o.of(m), o.unit)
	return nil
}
