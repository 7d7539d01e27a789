package training_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/learn"
	"parser/testdata/testkit"
)

// TestEveryTeachingIsDeterministic: with every algorithm and every learner, training twice
// with one seed gives the same bytes, whatever the number of workers; with another seed the
// weights are others, so that there was chance in it.
func TestEveryTeachingIsDeterministic(t *testing.T) {
	train, dev := kit.Some(t)[:8], kit.Sample(t, "en/dev.conllu")[:4]
	for i, algorithm := range learn.Names() {
		for n, learner := range model.Names() {
			if (i+n)%3 > 0 && !testkit.Deep() { // by turns: each algorithm with three learners or more
				continue
			}
			learned := func(seed uint64, workers int) *engine.Parser {
				o := kit.Options(2, func(o *engine.Options) {
					require.NoError(t, o.UseLearner(learner))
					o.Algorithm, o.Seed, o.Workers, o.TwoStep = algorithm, seed, workers, true
					kit.SetLearner(o, "min-updates", 0)
					o.Templates = "S0w\nS0p N0p\nN0w\n"
				})
				p, _ := trainWith(t, train, dev, o)
				return p
			}
			first := learned(1, 1)
			require.True(t, bytes.Equal(kit.File(t, first), kit.File(t, learned(1, 3))), "%s, %s", algorithm, learner)
			require.NotEqual(t, weights(t, first), weights(t, learned(2, 1)), "%s, %s", algorithm, learner)
		}
	}
}
