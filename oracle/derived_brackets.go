package oracle

import (
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// DerivedBrackets is an oracle of the top-down system that nobody designed: what
// moves cost follows from automata. All labels that gold has not are one.
//
//   - "fsa" has one for what may be done and one for the gold brackets at each start
//     (derived.Bracketing.Factored; derived.BracketTables). It is exact.
//   - "fsa-paper" has the single transducer of the paper's example, with its weights;
//     "fsa-edit" has it with better ones (derived.Bracketing.Problem). They are not
//     exact, and are there to be compared; their costs are in half brackets. A machine
//     that is too large is ErrTooLong, on the way too.
type DerivedBrackets struct {
	System   transition.Bracket
	name     string
	unit     int32 // of costs, in brackets
	prepare  func(gold []derived.Span, words, labels int32) (derived.Oracle, error)
	brackets []derived.Span
	names    []int32 // the labels of gold, each once
	follower
	spans
}

var _ Oracle = (*DerivedBrackets)(nil)

func factoredBrackets(s transition.System) (Oracle, error) {
	o, err := newDerivedBrackets("fsa", 1, s)
	if err != nil {
		return nil, err
	}
	t := derived.NewBracketTables(o.System.MaxOpens)
	o.prepare = func(gold []derived.Span, words, labels int32) (derived.Oracle, error) {
		return t, t.Start(gold, words, labels)
	}
	return o, nil
}

func editedBrackets(s transition.System) (Oracle, error) {
	return newEditedBrackets("fsa-edit", s, derived.CorrectedWeights(), mostStates)
}

func paperBrackets(s transition.System) (Oracle, error) {
	return newEditedBrackets("fsa-paper", s, derived.PaperWeights(), mostStates)
}

func newEditedBrackets(name string, s transition.System, w derived.BracketWeights, limit int) (Oracle, error) {
	o, err := newDerivedBrackets(name, 2, s)
	if err != nil {
		return nil, err
	}
	o.prepare = func(gold []derived.Span, words, labels int32) (derived.Oracle, error) {
		b := derived.Bracketing{Gold: gold, Words: words, Labels: labels, MaxOpens: o.System.MaxOpens}
		return derived.NewDeepening(b, w, limit)
	}
	return o, nil
}

// newDerivedBrackets returns what all of them have in common. The automata know no
// restriction of unary brackets.
func newDerivedBrackets(name string, unit int32, s transition.System) (*DerivedBrackets, error) {
	o := &DerivedBrackets{System: s.(transition.Bracket), name: name, unit: unit}
	if o.System.Unary != transition.AnyUnary {
		return nil, ErrNoOracle
	}
	o.symbol = o.symbolOf
	return o, nil
}

// Name returns "fsa", "fsa-edit" or "fsa-paper".
func (o *DerivedBrackets) Name() string { return o.name }

// Start reads the gold tree in.
func (o *DerivedBrackets) Start(g *Gold) error {
	if err := o.spans.start(g); err != nil {
		return err
	}
	if err := o.derivable(o.System); err != nil {
		return err
	}
	o.names = o.names[:0]
	o.brackets = o.brackets[:0]
	for _, s := range g.Spans {
		if !slices.Contains(o.names, s.Label) {
			o.names = append(o.names, s.Label)
		}
		o.brackets = append(o.brackets, derived.Span{Label: o.number(s.Label), Start: s.Start, End: s.End})
	}
	labels := int32(len(o.names)) + 1
	engine, err := o.prepare(o.brackets, o.n(), labels)
	if err != nil {
		return tooLong(err)
	}
	return o.follower.start(engine, int(derived.OpenLabel(labels))-1)
}

// number returns the label's place among those of gold, or behind them.
func (o *DerivedBrackets) number(label int32) int32 {
	if i := slices.Index(o.names, label); i >= 0 {
		return int32(i)
	}
	return int32(len(o.names))
}

func (o *DerivedBrackets) symbolOf(s transition.Step) fsa.Symbol {
	switch s.Move {
	case transition.Open:
		return derived.OpenLabel(o.number(s.Label))
	case transition.Close:
		return derived.Close
	}
	return derived.Word
}

// Moves implements Oracle.
func (o *DerivedBrackets) Moves(dst *Costs, c *transition.Config) error {
	if err := o.follow(c.Steps); err != nil {
		return err
	}
	o.costs(dst, o.System.Legal(c), o.unit, func(m transition.Move) fsa.Weight {
		switch m {
		case transition.Shift:
			return o.values[derived.Word]
		case transition.Close:
			return o.values[derived.Close]
		}
		return slices.Min(o.values[derived.OpenLabel(0):])
	})
	return nil
}

// Labels implements Oracle.
func (o *DerivedBrackets) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if m != transition.Open {
		return o.err
	}
	if err := o.follow(c.Steps); err != nil {
		return err
	}
	opens := o.values[derived.OpenLabel(0):]
	least := slices.Min(opens)
	dst.Reset(o.cost(opens[len(o.names)] - least))
	for _, label := range o.labelsAt(c.Next - 1) {
		dst.Set(label, o.cost(opens[o.number(label)]-least))
	}
	return nil
}

// cost returns what a weight costs.
func (o *DerivedBrackets) cost(w fsa.Weight) int32 { return int32(w * fsa.Weight(o.unit)) }
