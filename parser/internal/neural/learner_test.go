package neural

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/score"
	"parser/transition"
)

// fitted returns a learner after steps on the same decisions, of random ways, and for how many of them
// classes of least cost had the highest score before and after.
func fitted(t *testing.T, settings Settings, shape score.Shape) (l *learner, before, after, of int) {
	t.Helper()
	settings.Rate = 2e-2
	l = newLearner(t, settings, shape, nil)
	batch, decisions := twoSentences(), asked(&shape, twoSentences())
	l.planned = 1e6 // the rate stays
	right := func(s score.Session) (n int) {
		s.Read(batch...)
		s.Score(decisions)
		of = 0
		for _, d := range decisions {
			if least := slices.Min(d.Costs); slices.Max(d.Costs) > least {
				of++
				if d.Costs[slices.Index(d.Classes, d.Best())] == least {
					n++
				}
			}
		}
		return n
	}
	before = right(l.Freeze().NewSession())
	for range 200 {
		l.Read(batch...)
		l.Score(decisions)
		l.Learn(decisions)
		require.NoError(t, l.Update())
	}
	return l, before, right(l.Freeze().NewSession()), of
}

// TestGraphsAreLearned: all states are learned, except those of random ways that look alike.
func TestGraphsAreLearned(t *testing.T) {
	for _, twoStep := range []bool{false, true} {
		settings := tiny()
		settings.Own.Units, settings.Own.Hidden = 16, 80
		_, before, after, of := fitted(t, settings, shapeOf(transition.AMR{Reentrances: true}, twoStep))
		require.Greater(t, of, 20)
		require.Less(t, before, of/2)
		require.Greater(t, after, of*8/10, "of %d, %d before", of, before)
	}
}
