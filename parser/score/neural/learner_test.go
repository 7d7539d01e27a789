package neural

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/score"
	"parser/transition"
)

// TestGraphsAreLearned: steps on the same decisions find their classes of least cost, but for
// states of random ways that look alike.
func TestGraphsAreLearned(t *testing.T) {
	for _, twoStep := range []bool{false, true} {
		settings := tiny()
		settings.Own.Units, settings.Own.Hidden, settings.Rate = 16, 80, 2e-2
		shape := shapeOf(transition.AMR{Reentrances: true}, twoStep)
		l := newLearner(t, settings, shape, nil)
		batch, decisions := twoSentences(), asked(&shape, twoSentences())
		l.planned = 1e6 // the rate stays
		right := func(s score.Session) (n, of int) {
			s.Read(batch...)
			s.Score(decisions)
			for _, d := range decisions {
				if least := slices.Min(d.Costs); slices.Max(d.Costs) > least {
					of++
					if d.Costs[slices.Index(d.Classes, d.Best())] == least {
						n++
					}
				}
			}
			return n, of
		}
		before, _ := right(l.Freeze().NewSession())
		for range 200 {
			l.Read(batch...)
			l.Score(decisions)
			l.Learn(decisions)
			require.NoError(t, l.Update())
		}
		after, of := right(l.Freeze().NewSession())
		require.Greater(t, of, 20)
		require.Less(t, before, of/2)
		require.Greater(t, after, of*8/10, "of %d, %d before", of, before)
	}
}
