package training

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/parser/internal/engine"
	"parser/parser/internal/ensemble"
)

// What parsers learn with when they go on from another one: measured in the README.md of package neural.
const (
	initRate   = 1e-3
	initEpochs = 10
)

// After returns the options and resources of a training that goes on from a parser: its shape, what it holds, how it
// was taught, and the usual settings of learning otherwise.
func After(p *engine.Parser) (engine.Options, Resources) {
	m := p.Meta()
	before, o := &m.Options, engine.DefaultsFor(m.System)
	if m.Scorer != o.Scorer && m.Scorer != "" {
		o.UseScorer(m.Scorer)
	}
	o.Lang, o.Licence, o.Source = m.Lang, before.Licence, before.Source
	given := append(Resources{{Name: Init, Value: p}}, taggerResources(p.Taggers())...)
	if m.Segmenter { // its own, not that of its base
		given = append(given, Resource{Name: Segmenter, Value: p.Segmenter()})
	}
	o.Encoding, o.Roots, o.TwoStep, o.Kinds = before.Encoding, m.Roots, m.TwoStep, before.Kinds
	o.Oracle, o.Settings, o.Loss = before.Oracle, before.Settings, before.Loss
	o.Templates, o.Learner, o.Dropout, o.Exact = before.Templates, before.Learner, before.Dropout, before.Exact
	o.Jackknife, o.Variants = before.Jackknife, before.Variants
	if n, old := &o.Neural, &before.Neural; n.Size != "" { // of a scorer
		n.Size, n.Own, n.Layers, n.Encoder = old.Size, old.Own, old.Layers, old.Encoder
		n.MultiTask, n.Precision = old.MultiTask, old.Precision
		if m.Packed != "" {
			n.Precision = m.Packed
		}
		n.Rate = initRate
	}
	o.Epochs = initEpochs
	return o, given
}

// checkInit returns what is wrong with the options for going on from a parser.
func (t *Trainer) checkInit(init *engine.Parser) error {
	o := &t.options
	m, others := init.Meta(), t.given.Names()
	switch {
	case m.Scorer == ensemble.Loader{}.Name():
		return errors.New("training cannot go on from an ensemble: begin with a parser of one scorer, such as the pupil of one (--teacher)")
	case m.Scorer == ensemble.MixtureLoader{}.Name():
		return errors.New("training cannot go on from a stochastic policy: begin with a parser of one scorer")
	case slices.Contains(others, Pretrained):
		return errors.New("of a pre-trained file and a parser to go on from (--pretrained, --init), only one can be what a network begins with")
	case slices.Contains(others, Vectors):
		return errors.New("word vectors cannot be added to a parser to go on from (--vectors, --init)")
	}
	usual, _ := After(init)
	var differ []string
	for _, part := range []struct {
		name      string
		here, was any
	}{
		{"system", o.System, m.System}, {"scorer", o.Scorer, usual.Scorer}, {"two-step", o.TwoStep, m.TwoStep}, {"roots", o.Roots, m.Roots},
		{"field", o.Field, usual.Field}, {"backwards", o.Backwards, usual.Backwards}, {"columns", o.Columns, usual.Columns},
		{"nonprojective", o.NonProjective, usual.NonProjective}, {"steps", o.Steps, usual.Steps}, {"unary", o.Unary, usual.Unary},
		{"reentrance", o.Reentrance, usual.Reentrance}, {"wikify", o.Wikify, usual.Wikify}, {"templates", o.Templates, usual.Templates},
		{"size", o.Neural.Size, usual.Neural.Size}, {"neural-layers", o.Neural.Layers, usual.Neural.Layers},
		{"neural-encoder", o.Neural.Encoder, usual.Neural.Encoder}, {"multi-task", o.Neural.MultiTask, usual.Neural.MultiTask},
	} {
		if part.here != part.was {
			differ = append(differ, fmt.Sprintf("%s is %q, not %q", part.name, fmt.Sprint(part.here), fmt.Sprint(part.was)))
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("training goes on from a parser of another shape: %s", strings.Join(differ, ", "))
	}
	if m.Lexicon != nil {
		t.encoder.SetLexicon(m.Lexicon)
	}
	return nil
}
