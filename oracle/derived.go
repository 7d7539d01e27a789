package oracle

import (
	"errors"
	"fmt"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/transition"
)

// automata is an oracle that nothing was designed by hand for: the costs of moves follow from
// automata. It reads the steps that led to a configuration, never its stack.
//
//   - "fsa" has an automaton for the admissible moves and several for the loss: one for each gold
//     arc (problems.ArcTables), for the gold brackets at each start (problems.BracketTables,
//     problems.InOrderTables, problems.LabelTables), or for the tags (problems.Tagging). It is exact for the same trees and the same loss as the
//     hand-written oracles.
//   - "fsa-edit" and "fsa-paper" have a single transducer and are not exact; they exist for
//     comparison. For arc-hybrid the transducer counts edits between sequences of actions
//     (problems.EditDistance); under SingleRoot no sequence builds a tree with several roots,
//     ErrNotRooted. For the top-down system it is that of the paper's example, with better weights
//     or its own (problems.Bracketing.Problem), and costs are in half brackets. A machine that is
//     too large, as for more than about eighty words, is ErrTooLong; it may also become so during
//     the parse.
type automata struct {
	base
	unit fsa.Weight // of the loss they count, in costs
	// prepare returns the engine for the gold tree just read.
	prepare func(o *automata, g *Gold) (derived.Oracle, error)

	engine derived.Oracle
	names  []int32           // the labels it knows, ascending; all others share one number after these
	steps  []transition.Step // it has taken
	values []fsa.Weight      // of actions after these steps
	err    error             // of the engine, since Start
	spoken []problems.Span   // of bracketing
}

// mostStates bounds a machine built for a single sentence. That many states take seconds and most
// of a gigabyte.
const mostStates = 1_000_000

// overArcs has a factor for each gold arc.
func overArcs(t *problems.ArcTables, err error) *automata {
	return &automata{unit: WrongHead, prepare: func(_ *automata, g *Gold) (derived.Oracle, error) {
		if err != nil {
			return nil, err
		}
		return t, t.Start(g.Heads)
	}}
}

// overEdits counts edits of arc-hybrid's actions, with at most limit states.
func overEdits(limit int) *automata {
	return &automata{unit: WrongHead, prepare: func(o *automata, g *Gold) (derived.Oracle, error) {
		engine, err := derived.Compile(problems.EditDistance(o.system, g.Heads), limit)
		if errors.Is(err, derived.ErrNoSequence) {
			err = fmt.Errorf("%w but %d", ErrNotRooted, len(o.deps.of(0)))
		}
		return engine, err
	}}
}

// overBrackets has the paper's transducer with weights, and at most limit states.
func overBrackets(w problems.BracketWeights, limit int) *automata {
	return &automata{unit: 2, prepare: func(o *automata, g *Gold) (derived.Oracle, error) {
		return problems.NewDeepening(o.bracketing(g), w, limit)
	}}
}

// bracketing returns a gold tree in the form that the engines use.
func (o *automata) bracketing(g *Gold) problems.Bracketing {
	b := problems.Bracketing{Gold: o.spoken[:0], Words: o.n(), Labels: int32(len(o.names)) + 1, MaxOpens: o.system.Params().MaxOpens}
	for _, span := range g.Spans {
		b.Gold = append(b.Gold, problems.Span{Label: o.place(span.Label), Start: span.Start, End: span.End})
	}
	o.spoken = b.Gold
	return b
}

// overStarts has a factor for each start of gold brackets or spans.
func overStarts(t interface {
	derived.Oracle
	Start(gold []problems.Span, words, labels int32) error
}) *automata {
	return &automata{unit: 1, prepare: func(o *automata, g *Gold) (derived.Oracle, error) {
		b := o.bracketing(g)
		return t, t.Start(b.Gold, b.Words, b.Labels)
	}}
}

// overTags has a factor for each word.
func overTags() *automata {
	return &automata{unit: WrongTag, prepare: func(o *automata, g *Gold) (derived.Oracle, error) {
		var gold []fsa.Symbol
		for _, l := range g.Labels[1:] {
			gold = append(gold, 1+fsa.Symbol(o.place(l)))
		}
		return derived.Compile(problems.Tagging(gold, len(o.names)+1), mostStates)
	}}
}

// Start reads the gold tree.
func (o *automata) Start(g *Gold) error {
	if err := o.base.Start(g); err != nil {
		return err
	}
	o.names = o.names[:0] // the engines for arcs know no labels
	switch o.kind {
	case transition.Constituents:
		for _, b := range g.Spans {
			o.names = append(o.names, b.Label)
		}
	case transition.Tags:
		o.names = append(o.names, g.Labels[1:]...)
	}
	slices.Sort(o.names)
	o.names = slices.Compact(o.names)
	engine, err := o.prepare(o, g)
	if err != nil {
		return tooLong(err)
	}
	end := fsa.Symbol(0)
	for m := range o.system.Moves().All() {
		_, behind := o.actions(m)
		end = max(end, behind)
	}
	o.engine, o.steps, o.values = engine, o.steps[:0], slices.Grow(o.values[:0], int(end))[:end]
	o.err = tooLong(o.engine.Values(o.values))
	return o.err
}

// tooLong wraps the errors of engines that hit their limit in ErrTooLong, so that callers leave the
// sentence out.
func tooLong(err error) error {
	if errors.Is(err, fsa.ErrStateLimit) {
		return fmt.Errorf("%w: %w", ErrTooLong, err)
	}
	return err
}

// follow takes the steps that the engine has not taken yet, from the start if its own steps differ.
// An engine that has failed is not asked again.
func (o *automata) follow(steps []transition.Step) error {
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
		action, _ := o.actions(steps[i].Move)
		if l := steps[i].Label; l != transition.None {
			action += fsa.Symbol(o.place(l))
		}
		o.err = o.engine.Advance(action)
	}
	if o.err == nil {
		o.err = o.engine.Values(o.values)
	}
	o.err = tooLong(o.err)
	return o.err
}

// place returns the engine's number for a label: the one after all names, if it does not know it.
func (o *automata) place(label int32) int32 {
	if i, ok := slices.BinarySearch(o.names, label); ok {
		return int32(i)
	}
	return int32(len(o.names))
}

// actions returns the range [first, end) of the engine's actions for a move: one for each number of
// a label, if the move has labels.
func (o *automata) actions(m transition.Move) (first, end fsa.Symbol) {
	first = [transition.NumMoves]fsa.Symbol{
		transition.Shift: problems.Shift, transition.Left: problems.Left, transition.Right: problems.Right, transition.Reduce: problems.Reduce,
		transition.Open: problems.OpenLabel(0), transition.Close: problems.Close, transition.Label: 1,
		transition.Combine: problems.Close, transition.NoLabel: problems.NoLabel, transition.Finish: problems.Finish,
	}[m]
	if m.Labelled() && o.kind == transition.Constituents && !o.topDown() {
		first = problems.OpenAfter(0)
	}
	if m.Labelled() {
		return first, first + 1 + fsa.Symbol(len(o.names))
	}
	return first, first + 1
}

// topDown reports whether brackets are opened before their first child.
func (o *automata) topDown() bool { return o.system.Params().MaxOpens > 0 }

// of returns the values of the actions for a move.
func (o *automata) of(m transition.Move) []fsa.Weight {
	first, end := o.actions(m)
	return o.values[first:end]
}

func (o *automata) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	if err := o.follow(c.Steps); err != nil {
		return err
	}
	var values [transition.NumMoves]fsa.Weight
	best := fsa.Zero()
	for m := range legal.All() {
		values[m] = slices.Min(o.of(m))
		best = best.Plus(values[m])
	}
	for m := range legal.All() {
		dst[m] = int32(o.unit * (values[m] - best))
	}
	return nil
}

func (o *automata) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	if err := o.follow(c.Steps); err != nil {
		return err
	}
	known := o.names
	switch c.Kind {
	case transition.Dependencies:
		return o.base.Labels(dst, c, m)
	case transition.Constituents:
		if o.topDown() {
			known = o.labelsAt(c.Next - 1)
		} else if m == transition.Open {
			known = o.labelsAround(c, c.Nodes[c.S(0)].First-1)
		}
	}
	values := o.of(m)
	least, others := slices.Min(values), values[len(o.names)]
	dst.Reset(int32(o.unit * (others - least)))
	for _, l := range known {
		if v := values[o.place(l)]; o.topDown() || v != others {
			dst.Set(l, int32(o.unit*(v-least)))
		}
	}
	return nil
}
