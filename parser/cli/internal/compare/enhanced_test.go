package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/eval/conll18"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// compareEnhanced compares systems with the first list of sentences.
func compareEnhanced(t *testing.T, o Options, files ...[]*conll.Sentence) *Report {
	t.Helper()
	c, err := NewEnhanced(len(files)-1, o)
	require.NoError(t, err)
	require.NoError(t, Sentences(reading(files...), c.Add))
	r, err := c.Report(sampling(10, 0))
	require.NoError(t, err)
	return r
}

// Scores, and those by enhancement, are those of eval.
func TestEnhancedAsScored(t *testing.T) {
	t.Run("own", func(t *testing.T) {
		gold := evaltest.Read(t, "../../../../testdata/eval/enhanced.gold.conllu")
		sameAsScored(t, gold, evaltest.Read(t, "../../../../testdata/eval/enhanced.system.conllu"), gold)
	})
	for _, language := range []string{"en", "nl"} {
		t.Run(language, func(t *testing.T) {
			var files [][]*conll.Sentence
			for _, name := range []string{"gold", "perturbed", "basic", "noempty"} {
				files = append(files, evaltest.Read(t, testkit.Shared(t, "eval/enhanced/"+language+"."+name+".conllu.gz")))
			}
			sameAsScored(t, files...)
		})
	}
}

func sameAsScored(t *testing.T, files ...[]*conll.Sentence) {
	r := compareEnhanced(t, Options{}, files...)
	groups := map[string]Group{}
	for _, g := range r.Breakdowns[0].Groups {
		groups[g.Name] = g
	}
	for i, system := range files[1:] {
		want, err := conll18.ScoreEnhanced(files[0], system, false)
		require.NoError(t, err)
		for m, measure := range []conll18.Measure{want.ELAS, want.EULAS} {
			got := r.Scores[m].Systems[i]
			assert.Equal(t, eval.Counts{Right: measure.Correct, Gold: measure.Gold, System: measure.System}, got.Counts)
			assert.Equal(t, measure.F1(), got.Score)
		}
		for _, k := range want.Kinds {
			if g, there := groups[k.Label]; there {
				assert.Equal(t, k, g.Systems[i])
			} else {
				assert.Zero(t, k.Gold+k.System, k.Label)
			}
		}
	}
}

func TestEnhancedErrors(t *testing.T) {
	_, err := NewEnhanced(1, Options{Metrics: []Metric{las}})
	require.ErrorIs(t, err, ErrMetric)
	c, err := NewEnhanced(1, Options{})
	require.NoError(t, err)
	good := evaltest.Sentence(t, "good", 1, "a/N/0/root", "b/N/1/x")
	for cause, bad := range map[error]*conll.Sentence{
		eval.ErrWordCount: evaltest.Sentence(t, "bad", 1, "a/N/0/root"),
		eval.ErrWords:     evaltest.Sentence(t, "bad", 1, "a/N/0/root", "c/N/1/x"),
		conll.ErrCycle:    evaltest.Sentence(t, "bad", 1, "a/N/2/x", "b/N/1/x"),
		conll.ErrDeps:     evaltest.Sentence(t, "bad", 1, "a/N/0/root", "b/N/1/x"),
	} {
		bad.Words[0].Deps = "3:x"
		require.ErrorIs(t, c.Add(good, evaltest.List(bad)), cause)
		require.ErrorIs(t, c.Add(bad, evaltest.List(good)), cause)
	}
	require.NoError(t, c.Add(good, evaltest.List(good)))
	require.Equal(t, 1, c.result.Sentences, "errors count nothing")
	_, err = c.Report(sampling(DefaultSamples, 0))
	require.ErrorIs(t, err, conll18.ErrNoDeps)
}
