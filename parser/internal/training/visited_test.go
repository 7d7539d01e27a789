package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/transition"
)

// TestVisitedIsEverySentence in every epoch, as a path that training takes: without
// exploration one to the gold tree.
func TestVisitedIsEverySentence(t *testing.T) {
	for _, k := range kit.Kinds() {
		o := kit.Options(2, k.Set, func(o *engine.Options) { o.Explore = 0 })
		s, err := oracle.NewSystem(k.System, transition.Params{})
		require.NoError(t, err)
		sentences := 0
		_, err = kit.TrainOn(t.Context(), kit.Some(t)[:30], nil, o, learn.Observer{
			Visited: func(gold *oracle.Gold, steps []transition.Step) {
				sentences++
				var c transition.Config
				s.Start(&c, gold.Len())
				for _, step := range steps {
					require.True(t, s.Legal(&c).Has(step.Move))
					s.Apply(&c, step.Move, step.Label)
				}
				require.True(t, s.Terminal(&c))
				for d := 1; d <= gold.Len(); d++ {
					require.Equal(t, gold.Heads[d], c.Nodes[d].Head)
					require.Equal(t, gold.Labels[d], c.Nodes[d].Label)
				}
			},
		})
		require.NoError(t, err)
		require.Equal(t, 60, sentences, k)
	}
}
