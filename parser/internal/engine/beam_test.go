package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/learn"
	"parser/parser/treebank"
)

// calibrated is a small parser that knows how sure it is, and what it learned from. Without edits it is trained once.
func calibrated(t *testing.T, system string, twoStep bool, edits ...func(*engine.Options)) (*engine.Parser, *structure.Bank) {
	t.Helper()
	learned := func() (*engine.Parser, treebank.Data) {
		p, bank := small(t, system, twoStep, edits...)
		p, err := p.Calibrated(bank)
		require.NoError(t, err)
		return p, bank.Data
	}
	if len(edits) == 0 {
		known, _ := calibratedParsers.LoadOrStore(fmt.Sprint(system, twoStep), sync.OnceValues(learned))
		learned = known.(func() (*engine.Parser, treebank.Data))
	}
	p, data := learned()
	return p, p.Bank(data)
}

var calibratedParsers sync.Map // from system and number of steps to what trains one

// withBeam returns a parser with a beam.
func withBeam(t *testing.T, p *engine.Parser, width int) *engine.Parser {
	t.Helper()
	return kit.Asked(t, p, func(r *treebank.Request) { r.Beam = width })
}

// annotated returns what a parser makes of a treebank.
func annotated(t *testing.T, p *engine.Parser, bank *structure.Bank, workers int) treebank.Data {
	t.Helper()
	d, err := p.Annotate(t.Context(), bank, workers)
	require.NoError(t, err)
	return d
}

// louder is a scorer whose scores are those of another times a factor.
type louder struct {
	score.Scorer
	by float32
}

type louderSession struct {
	score.Session
	by float32
}

func (l louder) NewSession() score.Session { return louderSession{l.Scorer.NewSession(), l.by} }

func (l louderSession) Score(decisions []*learn.Decision) {
	l.Session.Score(decisions)
	for _, d := range decisions {
		for i := range d.Scores {
			d.Scores[i] *= l.by
		}
	}
}

// TestBeamOfAllSystems: a beam of one is greedy, a wider one is not; the parser that it was
// made of stays as it is, the number of workers does not matter, and neither does the unit
// of the scores, to which the temperature adapts.
func TestBeamOfAllSystems(t *testing.T) {
	for _, system := range oracle.Systems() {
		for _, twoStep := range []bool{false, true} {
			p, bank := calibrated(t, system, twoStep)
			greedy := annotated(t, p, bank, 1)
			require.Equal(t, greedy, annotated(t, withBeam(t, p, 1), bank, 1), system)
			wide := withBeam(t, p, 8)
			found := annotated(t, wide, bank, 1)
			require.NotEqual(t, greedy, found, system)
			require.Equal(t, found, annotated(t, wide, bank, 3), system)
			require.Equal(t, greedy, annotated(t, p, bank, 1), system)
			require.Equal(t, greedy, annotated(t, withBeam(t, wide, 1), bank, 1), system)

			loud, err := engine.WithScorer(p, func(s score.Scorer) score.Scorer { return louder{s, 64} }).Calibrated(bank)
			require.NoError(t, err)
			require.InEpsilon(t, 64*p.Meta().Temperature, loud.Meta().Temperature, 1e-9, system)
			require.Equal(t, found, annotated(t, withBeam(t, loud, 8), bank, 1), system)
		}
	}
}

// TestBeamPays: on sentences that were not learned from.
func TestBeamPays(t *testing.T) {
	train, dev := kit.Sample(t, "en/train.conllu"), kit.Sample(t, "en/dev.conllu")
	for _, learner := range []string{"perceptron", "arow"} {
		o := kit.LinearFor("arc-hybrid")
		require.NoError(t, o.UseLearner(learner))
		o.Epochs = 2
		p, err := kit.TrainOn(context.Background(), train, dev, o, training.Observer{})
		require.NoError(t, err)
		require.Greater(t, kit.LAS(t, withBeam(t, p, 8), dev), kit.LAS(t, p, dev), learner)
	}
}

// TestTemperatureOfTraining: parsers that were trained with dev know it, their files do, and
// it changes nothing else; others cannot have a wide beam.
func TestTemperatureOfTraining(t *testing.T) {
	train, dev := kit.Sample(t, "en/train.conllu")[:25], kit.Sample(t, "en/dev.conllu")[:25]
	for _, k := range kit.Kinds() {
		o := kit.Options(2, k.Set)
		p := kit.Trained(t, train, o)
		require.Zero(t, p.Meta().Temperature)
		_, err := p.With(treebank.Request{Beam: 2})
		require.ErrorIs(t, err, engine.ErrBeam)
		require.ErrorContains(t, err, "trained with dev")
		withBeam(t, p, 1)

		q, err := kit.TrainOn(t.Context(), train, dev, o, training.Observer{})
		require.NoError(t, err)
		require.Positive(t, q.Meta().Temperature, "%v", k)
		again := kit.Reread(t, kit.File(t, q))
		require.Equal(t, q.Meta().Temperature, again.Meta().Temperature)
		require.Equal(t, kit.Arcs(kit.Parses(withBeam(t, q, 4), dev)), kit.Arcs(kit.Parses(withBeam(t, again, 4), dev)))
		require.True(t, bytes.Equal(kit.File(t, q), kit.File(t, withBeam(t, q, 4))), "the width is not in the file")
	}
}

// TestNoTemperature: dev without trees to learn from says nothing, and training goes on
// without.
func TestNoTemperature(t *testing.T) {
	train := kit.Sample(t, "en/train.conllu")[:20]
	o := kit.Options(1, func(o *engine.Options) { o.NonProjective = "skip" })
	crossed := kit.Tree(4, 3, 4, 0, 3)
	require.False(t, projective.Tree(crossed.Heads(nil)))
	p, err := kit.TrainOn(t.Context(), train, []*conll.Sentence{crossed}, o, training.Observer{})
	require.NoError(t, err)
	require.Zero(t, p.Meta().Temperature)
	_, err = p.Calibrated(p.Bank(treebank.Data{Sentences: []*conll.Sentence{crossed}}))
	require.ErrorIs(t, err, structure.ErrNoTree)
}

// TestCalibrateOnUnknownLabels: they are costs that no action can spare.
func TestCalibrateOnUnknownLabels(t *testing.T) {
	dev := kit.Clones(kit.Sample(t, "en/dev.conllu"))
	for _, s := range dev {
		s.Words[0].Deprel = "unheard-of"
	}
	for _, k := range kit.Kinds() {
		p, err := kit.TrainOn(t.Context(), kit.Sample(t, "en/train.conllu")[:20], dev, kit.Options(1, k.Set), training.Observer{})
		require.NoError(t, err)
		require.Positive(t, p.Meta().Temperature, "%v", k)
	}
}

// TestBeamRefused: what no beam can be, and what no temperature.
func TestBeamRefused(t *testing.T) {
	p, _ := calibrated(t, "arc-hybrid", false)
	for _, width := range []int{-1, treebank.MaxBeam + 1} {
		_, err := p.With(treebank.Request{Beam: width})
		require.ErrorIs(t, err, engine.ErrBeam)
	}
	m := *p.Meta()
	m.Temperature = -1
	_, err := engine.New(m, nil)
	require.ErrorContains(t, err, "temperature")
}

// TestTaggersStayGreedy: a beam is that of the parser which was asked for one.
func TestTaggersStayGreedy(t *testing.T) {
	tagger, _ := calibrated(t, "tag", false)
	p, _ := calibrated(t, "arc-hybrid", false)
	p, err := p.WithTaggers(tagger)
	require.NoError(t, err)
	require.Same(t, tagger, withBeam(t, p, 8).Taggers()[0])
}
