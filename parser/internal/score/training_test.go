package score_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/ptb"
)

// data returns a hundred training sentences and fifty others, for systems of any kind.
func data(t *testing.T) (learn, dev treebank.Data) {
	t.Helper()
	sentences, err := conll.ReadFile("../../../testdata/en/train.conllu")
	require.NoError(t, err)
	trees, err := ptb.ReadFile("../../../testdata/en/train.mrg")
	require.NoError(t, err)
	return treebank.Data{Sentences: sentences[:60], Trees: trees[:60]}, treebank.Data{Sentences: sentences[60:90], Trees: trees[60:90]}
}

// of returns what a system can learn from.
func of(system string, d treebank.Data) treebank.Data {
	if system == "in-order" {
		return treebank.Data{Trees: d.Trees}
	}
	return treebank.Data{Sentences: d.Sentences}
}

// withWindow returns options for the window scorer.
func withWindow(system string, twoStep bool) engine.Options {
	o := engine.DefaultsFor(system)
	o.UseScorer(window{}.Name())
	o.Kinds, o.TwoStep, o.Epochs = []score.Kind{window{}}, twoStep, 5
	return o
}

// modelFile returns what is saved of a parser.
func modelFile(t *testing.T, p *engine.Parser) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	return b.Bytes()
}

// TestAnotherScorer: a scorer with a state per sentence, known only to the caller that hands
// it in, learns structures of all kinds while exploring, is saved and loaded, and parses.
func TestAnotherScorer(t *testing.T) {
	learn, dev := data(t)
	for _, system := range []string{"arc-hybrid", "arc-eager", "in-order", "tag"} {
		for _, twoStep := range []bool{false, true} {
			o := withWindow(system, twoStep)
			require.Equal(t, "explore", o.Algorithm)
			var epochs []training.Epoch
			p, err := training.Run(t.Context(), of(system, learn), of(system, dev), o, training.Observer{Epoch: func(e training.Epoch) { epochs = append(epochs, e) }})
			require.NoError(t, err)
			require.Less(t, epochs[4].Loss, 0.7*epochs[0].Loss, system)
			require.Equal(t, "window", p.Meta().Scorer)

			name := filepath.Join(t.TempDir(), "model")
			require.NoError(t, p.Save(name))
			_, err = engine.Load(name)
			require.ErrorIs(t, err, npz.ErrFile)
			require.ErrorContains(t, err, `no scorer "window" (have [linear neural])`)
			q, err := engine.Reading{Kinds: o.Kinds}.Load(name)
			require.NoError(t, err)
			require.True(t, bytes.Equal(modelFile(t, p), modelFile(t, q)))

			bank := p.Bank(of(system, dev))
			want, err := p.Annotate(t.Context(), bank, 1)
			require.NoError(t, err)
			for _, workers := range []int{1, 3} {
				got, err := q.Annotate(t.Context(), q.Bank(of(system, dev)), workers)
				require.NoError(t, err)
				require.Equal(t, want.Digest(), got.Digest(), "%s, %d workers", system, workers)
			}
			require.NotEqual(t, bank.Data.Digest(), want.Digest())
			s, err := q.Scores(t.Context(), bank, 1)
			require.NoError(t, err)
			require.Greater(t, s.Main(), 20., system)

			if twoStep {
				continue
			}
			again, err := training.Run(t.Context(), of(system, learn), of(system, dev), o, training.Observer{})
			require.NoError(t, err)
			require.True(t, bytes.Equal(modelFile(t, p), modelFile(t, again)), "the same seed, the same model")
		}
	}
}

// TestScorersAndAlgorithms: online algorithms take any scorer; others need one that keeps
// examples, and say so.
func TestScorersAndAlgorithms(t *testing.T) {
	learn, _ := data(t)
	learn.Sentences = learn.Sentences[:10]
	for name, online := range map[string]bool{"explore": true, "l2s": true, "dagger": false, "lols": false, "searn": false} {
		o := withWindow("arc-hybrid", false)
		o.Algorithm, o.Epochs = name, 1
		p, err := training.Run(t.Context(), of("arc-hybrid", learn), treebank.Data{}, o, training.Observer{})
		if online {
			require.NoError(t, err)
			require.Contains(t, p.Describe(), "window")
			continue
		}
		require.ErrorIs(t, err, score.ErrNoExamples, name)
		require.ErrorContains(t, err, "window")
	}
}

// TestUnknownScorer: the error says which there are.
func TestUnknownScorer(t *testing.T) {
	o := withWindow("arc-hybrid", false)
	o.Scorer = "oracle-bones"
	_, err := training.New(o)
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, `no scorer "oracle-bones" (have [linear neural window])`)
}

// planning is the window scorer, and remembers how many epochs it was told of.
type planning struct {
	window
	epochs *int
}

func (p planning) New(l *score.TrainingSet) (score.Learner, error) {
	*p.epochs = l.Epochs
	return p.window.New(l)
}

// TestLearnersAreToldHowManyEpochsArePlanned: their rates may follow a schedule.
func TestLearnersAreToldHowManyEpochsArePlanned(t *testing.T) {
	learn, _ := data(t)
	epochs := 0
	o := withWindow("arc-hybrid", false)
	o.Kinds, o.Epochs = []score.Kind{planning{epochs: &epochs}}, 2
	_, err := training.Run(t.Context(), of("arc-hybrid", learn), treebank.Data{}, o, training.Observer{})
	require.NoError(t, err)
	require.Equal(t, 2, epochs)
}
