package oracle

import (
	"errors"
	"fmt"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// speech says how the automata for a kind of structure speak of moves and labels.
type speech interface {
	// start reads a gold tree in and returns an engine, with the number of its actions.
	start(g *Gold) (derived.Oracle, int, error)
	// action returns that of a step; without label, the first of its move.
	action(s transition.Step) fsa.Symbol
	// label sets what labels add to the cost of the move, whose actions have the
	// values, of which 1 costs unit.
	label(dst *LabelCosts, c *transition.Config, m transition.Move, values []fsa.Weight, unit fsa.Weight)
}

// arcSpeech is that of dependency trees. The automata know no labels.
type arcSpeech struct {
	of      transition.System
	actions fsa.Symbol // the last of them
	prepare func(heads []int32) (derived.Oracle, error)
	geometry
}

// derivedArcs makes "fsa" of a dependency system, from tables for actions up to last.
func derivedArcs(tables func(single bool) (*derived.ArcTables, error), last fsa.Symbol) maker {
	return func(s transition.System) (Oracle, error) {
		t, err := tables(single(s))
		prepare := func(heads []int32) (derived.Oracle, error) { return t, t.Start(heads) }
		return &Derived{System: s, name: "fsa", unit: WrongHead, speech: &arcSpeech{of: s, actions: last, prepare: prepare}}, err
	}
}

// editedArcs makes "fsa-edit" of arc-hybrid, with so many states at most.
func editedArcs(limit int) maker {
	return func(s transition.System) (Oracle, error) {
		prepare := func(heads []int32) (derived.Oracle, error) {
			return derived.Compile(derived.EditDistance(heads, single(s)), limit)
		}
		return &Derived{System: s, name: "fsa-edit", unit: WrongHead, speech: &arcSpeech{of: s, actions: derived.Right, prepare: prepare}}, nil
	}
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
	return engine, int(o.actions), err
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
	h, d, ok := o.of.Arc(c, m)
	_ = o.goldLabel(dst, h, d, ok) // never fails
}

// bracketSpeech is that of the top-down system. All labels that gold has not are one.
type bracketSpeech struct {
	prepare  func(sentence derived.Bracketing) (derived.Oracle, error)
	sentence derived.Bracketing
	names
	spans
}

// derivedBrackets makes "fsa" of the top-down system.
func derivedBrackets(s transition.System) (Oracle, error) {
	t := derived.NewBracketTables(s.Params().MaxOpens)
	return newDerivedBrackets("fsa", s, 1, func(b derived.Bracketing) (derived.Oracle, error) {
		return t, t.Start(b.Gold, b.Words, b.Labels)
	})
}

// editedBrackets makes a heuristic of the top-down system by its name and weights, with
// so many states at most.
func editedBrackets(name string, w derived.BracketWeights, limit int) maker {
	return func(s transition.System) (Oracle, error) {
		return newDerivedBrackets(name, s, 2, func(b derived.Bracketing) (derived.Oracle, error) {
			return derived.NewDeepening(b, w, limit)
		})
	}
}

// newDerivedBrackets refuses restrictions of unary brackets: the automata know none.
func newDerivedBrackets(name string, s transition.System, unit fsa.Weight, prepare func(derived.Bracketing) (derived.Oracle, error)) (Oracle, error) {
	if s.Params().Unary != transition.AnyUnary {
		return nil, ErrNoOracle
	}
	return &Derived{System: s, name: name, unit: unit, speech: &bracketSpeech{
		prepare: prepare, sentence: derived.Bracketing{MaxOpens: s.Params().MaxOpens},
	}}, nil
}

func (o *bracketSpeech) start(g *Gold) (derived.Oracle, int, error) {
	b := &o.sentence
	if err := o.spans.start(g, transition.Params{MaxOpens: b.MaxOpens}, transition.KeepChains); err != nil {
		return nil, 0, err
	}
	o.read(o.labels)
	b.Gold, b.Words, b.Labels = b.Gold[:0], o.n(), int32(len(o.names))+1
	for _, s := range g.Spans {
		b.Gold = append(b.Gold, derived.Span{Label: o.place(s.Label), Start: s.Start, End: s.End})
	}
	engine, err := o.prepare(*b)
	return engine, int(derived.OpenLabel(b.Labels)) - 1, err
}

func (o *bracketSpeech) action(s transition.Step) fsa.Symbol {
	switch {
	case s.Move == transition.Shift:
		return derived.Word
	case s.Move == transition.Close:
		return derived.Close
	case s.Label == transition.None:
		return derived.OpenLabel(0)
	}
	return derived.OpenLabel(o.place(s.Label))
}

func (o *bracketSpeech) label(dst *LabelCosts, c *transition.Config, _ transition.Move, values []fsa.Weight, unit fsa.Weight) {
	o.set(dst, o.labelsAt(c.Next-1), values, unit)
}

// tagSpeech is that of tagging. All labels that gold has not are one.
type tagSpeech struct {
	gold []fsa.Symbol
	names
}

func derivedTags(s transition.System) (Oracle, error) {
	return &Derived{System: s, name: "fsa", unit: WrongTag, speech: &tagSpeech{}}, nil
}

func (o *tagSpeech) start(g *Gold) (derived.Oracle, int, error) {
	if err := g.allTagged(); err != nil {
		return nil, 0, err
	}
	o.read(g.Labels[1:])
	o.gold = o.gold[:0]
	for _, l := range g.Labels[1:] {
		o.gold = append(o.gold, fsa.Symbol(o.place(l))+1)
	}
	actions := len(o.names) + 1
	engine, err := derived.Compile(derived.Tagging(o.gold, actions), mostStates)
	return engine, actions, err
}

func (o *tagSpeech) action(s transition.Step) fsa.Symbol {
	if s.Label == transition.None {
		return 1
	}
	return fsa.Symbol(o.place(s.Label)) + 1
}

func (o *tagSpeech) label(dst *LabelCosts, _ *transition.Config, _ transition.Move, values []fsa.Weight, unit fsa.Weight) {
	o.set(dst, o.names, values, unit)
}

// names are the labels of a gold tree, each once, in ascending order. The automata
// know them by their places; all others have the place behind them.
type names []int32

// read collects labels.
func (k *names) read(labels []int32) {
	*k = append((*k)[:0], labels...)
	slices.Sort(*k)
	*k = slices.Compact(*k)
}

func (k names) place(label int32) int32 {
	if i, ok := slices.BinarySearch(k, label); ok {
		return int32(i)
	}
	return int32(len(k))
}

// set sets what labels cost whose actions have the values, of which others is a place
// that none has.
func (k names) set(dst *LabelCosts, labels []int32, values []fsa.Weight, unit fsa.Weight) {
	least := slices.Min(values)
	dst.Reset(int32(unit * (values[len(k)] - least)))
	for _, l := range labels {
		dst.Set(l, int32(unit*(values[k.place(l)]-least)))
	}
}
