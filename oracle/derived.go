package oracle

import (
	"errors"
	"fmt"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// mostStates bounds the machine of a sentence that has one of its own. So many states
// take seconds and most of a gigabyte.
const mostStates = 1_000_000

// tooLong gives the errors of engines that met their limit the cause that those who
// leave out sentences know.
func tooLong(err error) error {
	if errors.Is(err, fsa.ErrStateLimit) {
		return fmt.Errorf("%w: %w", ErrTooLong, err)
	}
	return err
}

// follower makes an oracle of one that follows actions: it reads the steps that
// led to a configuration, never its stack.
type follower struct {
	engine derived.Oracle
	symbol func(transition.Step) fsa.Symbol
	steps  []transition.Step // that the engine has taken
	values []fsa.Weight      // of actions, after these steps
	err    error             // of the engine, since start
}

// start prepares for a sentence, for which the engine is ready.
func (f *follower) start(engine derived.Oracle, actions int) error {
	f.engine, f.steps = engine, f.steps[:0]
	f.values = slices.Grow(f.values[:0], actions+1)[:actions+1]
	f.err = tooLong(f.engine.Values(f.values))
	return f.err
}

// follow takes the steps that the engine has not taken yet; from the start, if it
// took others. An engine that has failed is not asked again.
func (f *follower) follow(steps []transition.Step) error {
	known := len(f.steps)
	switch {
	case f.err != nil:
		return f.err
	case known > len(steps) || !slices.Equal(f.steps, steps[:known]):
		f.err = f.engine.Reset()
		known = 0
	case known == len(steps):
		return nil
	}
	f.steps = append(f.steps[:known], steps[known:]...)
	for i := known; i < len(steps) && f.err == nil; i++ {
		f.err = f.engine.Advance(f.symbol(steps[i]))
	}
	if f.err == nil {
		f.err = f.engine.Values(f.values)
	}
	f.err = tooLong(f.err)
	return f.err
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
