package oracle

import (
	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// bracketSpeech is that of the top-down system. All labels that gold has not are one.
type bracketSpeech struct {
	prepare  func(sentence derived.Bracketing) (derived.Oracle, error)
	sentence derived.Bracketing
	names
	spans
}

func factoredBrackets(s transition.System) (Oracle, error) {
	t := derived.NewBracketTables(s.Params().MaxOpens)
	return newDerivedBrackets("fsa", s, 1, func(b derived.Bracketing) (derived.Oracle, error) {
		return t, t.Start(b.Gold, b.Words, b.Labels)
	})
}

func editedBrackets(s transition.System) (Oracle, error) {
	return newEditedBrackets("fsa-edit", s, derived.CorrectedWeights(), mostStates)
}

func paperBrackets(s transition.System) (Oracle, error) {
	return newEditedBrackets("fsa-paper", s, derived.PaperWeights(), mostStates)
}

func newEditedBrackets(name string, s transition.System, w derived.BracketWeights, limit int) (Oracle, error) {
	return newDerivedBrackets(name, s, 2, func(b derived.Bracketing) (derived.Oracle, error) {
		return derived.NewDeepening(b, w, limit)
	})
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
	if err := o.spans.start(g); err != nil {
		return nil, 0, err
	}
	b := &o.sentence
	if err := o.derivable(transition.Params{MaxOpens: b.MaxOpens}, transition.KeepChains); err != nil {
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
	switch s.Move {
	case transition.Shift:
		return derived.Word
	case transition.Close:
		return derived.Close
	}
	if s.Label == transition.None {
		return derived.OpenLabel(0)
	}
	return derived.OpenLabel(o.place(s.Label))
}

func (o *bracketSpeech) label(dst *LabelCosts, c *transition.Config, _ transition.Move, values []fsa.Weight, unit fsa.Weight) {
	o.set(dst, o.labelsAt(c.Next-1), values, unit)
}
