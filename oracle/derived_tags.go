package oracle

import (
	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

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
