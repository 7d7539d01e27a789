package learn

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

// TestBatches: learners read the sentences of a batch at once and are told where it ends; each
// sentence is in one batch of a round, and goes its way from the start to an end.
func TestBatches(t *testing.T) {
	for _, name := range Names() {
		for batch, sizes := range map[int][]int{0: {1, 1, 1, 1, 1, 1, 1}, 1: {1, 1, 1, 1, 1, 1, 1}, 3: {3, 3, 1}, 9: {7}} {
			l := newLesson(t, preset(t, name))
			l.maze.batch = batch
			var ends int
			l.Rolled = func(end Task, done int) {
				ends++
				require.Equal(t, ends, done)
				require.Len(t, end.(*mazeState).path, l.maze.depth, "terminal")
			}
			for round := range 3 {
				ends = 0
				_, stats := l.round(t)
				if name == "exact" && round > 0 {
					require.Zero(t, stats.Decisions, "there are examples already")
					continue
				}
				require.Equal(t, l.maze.inputs*l.maze.depth, stats.Decisions)
				require.Equal(t, l.maze.inputs, ends)
				s := l.students[len(l.students)-1]
				batches := batchesOf(t, s.heard)
				s.heard = nil
				var got, inputs []int
				for _, b := range batches {
					got, inputs = append(got, len(b.read)), append(inputs, b.read...)
					requireTrajectories(t, l, b)
				}
				require.ElementsMatch(t, sizes, got, name)
				slices.Sort(inputs)
				require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6}, inputs, name)
			}
			require.Len(t, l.maze.states, slices.Max(sizes))
		}
	}
}

// batchesOf returns the events of each batch as one event.
func batchesOf(t *testing.T, heard []event) []event {
	t.Helper()
	var batches []event
	open := false
	for _, e := range heard {
		switch {
		case e.read != nil:
			require.False(t, open, "a batch begins in another")
			batches, open = append(batches, e), true
		case e.learnt != nil:
			require.True(t, open)
			b := &batches[len(batches)-1]
			b.learnt = append(b.learnt, e.learnt...)
		default:
			require.True(t, open, "an update without a batch")
			open = false
		}
	}
	require.False(t, open)
	return batches
}

// requireTrajectories: an online learner that explores all is told, for each input of a batch, the
// places on one way through it, in their order.
func requireTrajectories(t *testing.T, l *lesson, b event) {
	t.Helper()
	if l.algorithm.Train != online {
		require.Empty(t, b.learnt)
		return
	}
	ways := map[int][]*place{}
	for _, p := range b.learnt {
		ways[p.input] = append(ways[p.input], p)
	}
	require.Len(t, ways, len(b.read))
	for _, i := range b.read {
		require.Len(t, ways[i], l.maze.depth)
		for n, p := range ways[i] {
			require.Len(t, p.path, n)
			if n > 0 {
				require.True(t, slices.Equal(ways[i][n-1].path, p.path[:n-1]), "a step from the last place")
			}
		}
	}
}

// TestBatchesOfAnySize: learners are told the same if no chance is involved, that is, if the expert
// or a learner that does not change rolls in and out.
func TestBatchesOfAnySize(t *testing.T) {
	told := func(name string, execute bool, batch int) [][]model.Decision {
		l := newLesson(t, preset(t, name, func(s *Settings) { s.Explore, s.Share, s.Decay, s.Execute = 1, 0, 1, execute }))
		l.maze.batch = batch
		var rounds [][]model.Decision
		for range 3 {
			d, _ := l.round(t)
			slices.SortFunc(d, func(x, y model.Decision) int {
				return cmp.Or(cmp.Compare(x.Features[0], y.Features[0]), slices.Compare(x.Costs, y.Costs))
			})
			rounds = append(rounds, d)
		}
		return rounds
	}
	for _, name := range []string{"explore", "exact", "dagger", "v-dagger", "searn", "lols"} {
		for _, execute := range []bool{false, true} {
			want := told(name, execute, 1)
			for _, batch := range []int{2, 3, 7, 100} {
				require.Equal(t, want, told(name, execute, batch), "%s, %d at once", name, batch)
			}
		}
	}
}

// TestEachOfABatchBeginsAnew: an actor chosen for a number of actions acts that often in each
// trajectory.
func TestEachOfABatchBeginsAnew(t *testing.T) {
	l := newLesson(t, algorithm{RollIn: mixture{Level: focused, Steps: 1}})
	l.maze.batch = 3
	expertAlone := 0
	l.Rolled = func(end Task, _ int) {
		s := end.(*mazeState)
		for n := range s.path {
			learned, byExpert := couldBe(s.at(s.path[:n+1]...))
			if n < 2 {
				require.True(t, learned, "both stages of the first action")
				continue
			}
			require.True(t, byExpert)
			if !learned {
				expertAlone++
			}
		}
	}
	for range 2 {
		l.round(t)
	}
	require.Positive(t, expertAlone)
}
