package learn

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

// TestBandit: the action taken and a random one are compared, in as many states as there are draws, and one policy
// completes both: the expert or the learned one, which here always takes its favourite.
func TestBandit(t *testing.T) {
	l := newLesson(t, preset(t, "scb-lols", func(s *Settings) { s.Draws = 3 }))
	_, _ = l.round(t) // where nothing is learned yet, the expert completes all
	l.forget(t)
	told, stats := l.round(t)
	require.Len(t, told, 3*l.maze.inputs)
	byExpert, byModel, compared := 0, 0, 0
	for _, d := range told {
		if len(d.Classes) == 1 {
			continue // the random one is the one taken
		}
		compared++
		here, loss := l.maze.where(&d), [2][2]float64{}
		for i, k := range d.Classes {
			end := here.after(k)
			loss[0][i] = end.least()
			for len(end.path) < l.maze.depth {
				end = end.after(l.learners[0].favourite)
			}
			loss[1][i] = end.least()
		}
		gaps := [2]float64{loss[0][0] - loss[0][1], loss[1][0] - loss[1][1]}
		gap := float64(d.Costs[0]) - float64(d.Costs[1])
		require.Contains(t, gaps, gap)
		require.Zero(t, min(d.Costs[0], d.Costs[1]))
		if gaps[0] != gaps[1] {
			byExpert += indicator(gap == gaps[0])
			byModel += indicator(gap == gaps[1])
		}
	}
	require.Equal(t, 2*compared, stats.RollOuts)
	require.Positive(t, byExpert)
	require.Positive(t, byModel)
}

// TestOneLoss: a random action of all K costs K times the loss after it, and the others nothing.
func TestOneLoss(t *testing.T) {
	l := newLesson(t, preset(t, "scb-lols", func(s *Settings) { s.Draws, s.OneLoss = 3, true }))
	told, stats := l.round(t) // where nothing is learned yet, the expert completes all
	require.Len(t, told, 3*l.maze.inputs)
	require.Equal(t, len(told), stats.RollOuts)
	drawn := map[model.Class]bool{}
	for _, d := range told {
		require.Len(t, d.Classes, l.maze.branches)
		for i, k := range d.Classes {
			if d.Costs[i] != 0 {
				drawn[k] = true
				require.InDelta(t, float64(l.maze.branches)*l.maze.where(&d).after(k).least(), d.Costs[i], 1e-5)
				require.Zero(t, d.Costs[(i+1)%3]+d.Costs[(i+2)%3])
			}
		}
	}
	require.Len(t, drawn, l.maze.branches)
}
