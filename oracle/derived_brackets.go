package oracle

import (
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// DerivedBrackets is the oracle of the top-down system that nobody designed: what
// moves cost follows from automata for what may be done and for the gold brackets
// at each start (derived.Bracketing.Factored; derived.BracketTables). All labels
// that gold has not are one.
type DerivedBrackets struct {
	System   transition.Bracket
	tables   *derived.BracketTables
	brackets []derived.Span
	names    []int32 // the labels of gold, each once
	follower
	spans
}

var _ Oracle = (*DerivedBrackets)(nil)

// Name returns "fsa".
func (*DerivedBrackets) Name() string { return "fsa" }

func newDerivedBrackets(s transition.Bracket) *DerivedBrackets {
	o := &DerivedBrackets{System: s, tables: derived.NewBracketTables(s.MaxOpens)}
	o.engine, o.symbol = o.tables, o.symbolOf
	return o
}

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
	if err := o.tables.Start(o.brackets, o.n(), labels); err != nil {
		return err
	}
	return o.follower.start(int(derived.OpenLabel(labels)) - 1)
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
func (o *DerivedBrackets) Moves(dst *Costs, c *transition.Config) {
	o.follow(c.Steps)
	o.costs(dst, o.System.Legal(c), 1, func(m transition.Move) fsa.Weight {
		switch m {
		case transition.Shift:
			return o.values[derived.Word]
		case transition.Close:
			return o.values[derived.Close]
		}
		return slices.Min(o.values[derived.OpenLabel(0):])
	})
}

// Labels implements Oracle.
func (o *DerivedBrackets) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) {
	dst.Reset(0)
	if m != transition.Open {
		return
	}
	o.follow(c.Steps)
	opens := o.values[derived.OpenLabel(0):]
	least := slices.Min(opens)
	dst.Reset(int32(opens[len(o.names)] - least))
	for _, label := range o.labelsAt(c.Next - 1) {
		dst.Set(label, int32(opens[o.number(label)]-least))
	}
}
