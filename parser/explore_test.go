package parser

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
)

// TestStepsExploreTogether asks for moves and labels whose features were never
// seen: the model says 0, the oracle 1. Both steps of an action are answered by
// the same one, which is the model with the probability of the option.
func TestStepsExploreTogether(t *testing.T) {
	const asked = 2000
	for _, p := range []float64{0, 0.25, 1} {
		train, err := conll.ReadFile("../testdata/en/train.conllu")
		require.NoError(t, err)
		o := DefaultOptions()
		o.TwoStep, o.Explore = true, p
		learning, err := newArcTrainer(train[:5], o)
		require.NoError(t, err)
		learning.explore = true
		followed, feature := 0, uint64(0)
		ask := func(stage int) model.Class {
			feature++
			return learning.choose(stage, &model.Decision{
				Features: []uint64{feature << 32}, Classes: []model.Class{0, 1}, Costs: []float32{3, 0},
			})
		}
		for range asked {
			move := ask(0)
			require.Equal(t, move, ask(1))
			followed += 1 - int(move)
		}
		require.InDelta(t, p, float64(followed)/asked, 0.04)
		require.EqualValues(t, 2*3*asked, learning.loss, "the loss is the model's, followed or not")

		learning.explore = false
		for range 20 {
			require.EqualValues(t, 1, ask(0))
			require.EqualValues(t, 1, ask(1))
		}
	}
}
