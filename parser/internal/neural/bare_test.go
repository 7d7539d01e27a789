package neural

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// TestGradientsWithoutEncoder: those of the cubes, of the slots and of the embeddings are right.
func TestGradientsWithoutEncoder(t *testing.T) { checkGradients(t, bare{}.name(), Losses()...) }

func TestCubes(t *testing.T) {
	sums := []float32{-2, -0.5, 0, 0.1, 3}
	results, slopes := append([]float32{}, sums...), []float32{1, 1, 1, 1, -1}
	cube(results)
	require.InDeltaSlice(t, []float32{-8, -0.125, 0, 0.001, 27}, results, 1e-6)
	cubeBack(slopes, results)
	require.InDeltaSlice(t, []float32{12, 0.75, 0, 0.03, -27}, slopes, 1e-5)
}

// TestWithoutEncoder: such a network learns, and comes from its file as it was.
func TestWithoutEncoder(t *testing.T) {
	settings, shape := tiny(), shapeOf(transition.ArcStandard{}, false)
	settings.Encoder, settings.Own.Layers, settings.Own.Hidden = bare{}.name(), 1, 40
	l, before, after, of := fitted(t, settings, shape)
	require.Less(t, before, of*7/10)
	require.Greater(t, after, of*9/10, "of %d, %d before", of, before)
	frozen := l.Freeze()
	require.Contains(t, frozen.Describe(), "the cubes of sums over form")
	again, err := Kind{}.Load(stored(t, frozen), "", &shape)
	require.NoError(t, err)
	require.Equal(t, frozen.Entries("x/"), again.Entries("x/"))
	want, got := asked(&shape, twoSentences()), asked(&shape, twoSentences())
	for _, one := range []struct {
		score.Scorer
		decisions []*learn.Decision
	}{{frozen, want}, {again, got}} {
		session := one.NewSession()
		session.Read(twoSentences()...)
		session.Score(one.decisions)
	}
	for i := range want {
		require.Equal(t, want[i].Scores, got[i].Scores)
	}

	for _, system := range systems() {
		other := shapeOf(system, false)
		_, err := Kind{}.Load(stored(t, frozen), "", &other)
		if k := (Kind{Settings: settings}).Check(&other); system.Kind() == transition.Dependencies {
			require.NoError(t, k)
		} else {
			require.ErrorIs(t, k, errNoContext)
			require.ErrorIs(t, err, errNoContext)
		}
	}
}

// TestGoingOnWithoutEncoder is refused: nothing says which rows of the slots belong to which column.
func TestGoingOnWithoutEncoder(t *testing.T) {
	settings, shape := tiny(), shapeOf(transition.ArcHybrid{}, false)
	settings.Encoder = bare{}.name()
	before := newLearner(t, settings, shape, nil).Freeze()
	_, err := Kind{Settings: settings}.New(&score.TrainingSet{Shape: shape, Sentences: twoSentences(), Epochs: 1,
		Random: rand.New(rand.NewPCG(1, 1)), Resources: score.Resources{"init": before}})
	require.ErrorContains(t, err, "has no encoder")
}
