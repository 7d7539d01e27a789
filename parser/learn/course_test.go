package learn

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

// TestExpertRollOutsAreReadOff: what an exact expert says about deviations is what rolling them out
// with it gives, cost by cost (Chang et al. 2015, Section 3).
func TestExpertRollOutsAreReadOff(t *testing.T) {
	for _, name := range []string{"explore", "l2s", "aggrevate"} {
		read := newLesson(t, preset(t, name))
		run := newLesson(t, preset(t, name, func(s *Settings) { s.Execute = true }))
		for range 3 {
			want, _ := read.round(t)
			got, stats := run.round(t)
			require.Equal(t, want, got, name)
			require.Positive(t, stats.RollOuts, name)
		}
	}
}

// TestReadAgainAfterAsking: after rounds that ask the expert, costs that can be read off are not
// rolled out.
func TestReadAgainAfterAsking(t *testing.T) {
	l := newLesson(t, preset(t, "explore", func(s *Settings) { s.AskFirst = 1 }))
	first, _ := l.round(t)
	second, stats := l.round(t)
	require.Zero(t, stats.RollOuts)
	for _, d := range first {
		require.Subset(t, []float32{0, 1}, d.Costs)
	}
	require.True(t, slices.ContainsFunc(second, func(d model.Decision) bool { return slices.Max(d.Costs) > 1 }))
}

// TestLearnedRollOuts: the cost of a deviation is the loss that the learned policy reaches from
// there, minus the least of these losses. The favourite of the learners is 0.
func TestLearnedRollOuts(t *testing.T) {
	l := newLesson(t, preset(t, "lols", func(s *Settings) { s.Share = 0 }))
	l.round(t)
	l.forget(t)
	told, stats := l.round(t)
	require.Len(t, told, l.maze.inputs*l.maze.depth)
	require.Equal(t, len(told)*l.maze.branches, stats.RollOuts)
	for _, d := range told {
		here := l.maze.where(&d)
		want := make([]float32, len(d.Classes))
		for i, k := range d.Classes {
			end := here.after(k)
			for len(end.path) < l.maze.depth {
				end = end.after(0)
			}
			want[i] = float32(end.least())
		}
		less(want)
		require.Equal(t, want, d.Costs, here.path)
	}
}

func less(costs []float32) {
	least := slices.Min(costs)
	for i := range costs {
		costs[i] -= least
	}
}

// TestOneStep: one example for each input, from each of its states equally often, with the action
// that was taken and at most one other.
func TestOneStep(t *testing.T) {
	l := newLesson(t, preset(t, "aggrevate", func(s *Settings) { s.Draws = 1 }))
	l.maze.inputs = 2000
	told, stats := l.round(t)
	require.Len(t, told, l.maze.inputs)
	require.Equal(t, l.maze.inputs, stats.Examples)
	depths := make([]float64, l.maze.depth)
	for _, d := range told {
		depths[len(l.maze.where(&d).path)]++
		require.LessOrEqual(t, len(d.Classes), 2)
		require.Zero(t, d.Costs[0], "the expert rolled in")
	}
	for _, n := range depths {
		require.InDelta(t, 0.25, n/float64(len(told)), 0.04)
	}
}

// TestDraws: the given number of states of a roll-in, each once; all of them if there are fewer.
func TestDraws(t *testing.T) {
	for _, draws := range []int{2, 4, 9} {
		l := newLesson(t, preset(t, "aggrevate", func(s *Settings) { s.Draws = draws }))
		told, _ := l.round(t)
		require.Len(t, told, l.maze.inputs*min(draws, l.maze.depth))
		seen := map[uint64]bool{}
		for _, d := range told {
			require.False(t, seen[d.Features[0]])
			seen[d.Features[0]] = true
		}
	}
}

// TestAskFirst: rounds that ask the expert come before those that roll out.
func TestAskFirst(t *testing.T) {
	l := newLesson(t, preset(t, "lols", func(s *Settings) { s.AskFirst = 1 }))
	first, stats := l.round(t)
	require.Zero(t, stats.RollOuts)
	for _, d := range first {
		require.Subset(t, []float32{0, 1}, d.Costs)
	}
	_, stats = l.round(t)
	require.Equal(t, l.maze.inputs*l.maze.depth*l.maze.branches, stats.RollOuts)

	l = newLesson(t, preset(t, "aggrevate", func(s *Settings) { s.AskFirst, s.Execute = 1, true }))
	drawn, stats := l.round(t)
	require.Zero(t, stats.RollOuts)
	for _, d := range drawn {
		require.Subset(t, []float32{0, 1}, d.Costs)
	}
	_, stats = l.round(t)
	require.Positive(t, stats.RollOuts)
}

// TestTargeted: the expert's action is explored, and those that score close to the best; at first
// some random ones. The scores of a favourite and the next are 0, −1, −2.
func TestTargeted(t *testing.T) {
	l := newLesson(t, preset(t, "v-dagger", func(s *Settings) { s.Target, s.TargetFirst = 1, 1 }))
	first, stats := l.round(t)
	for _, d := range first {
		require.LessOrEqual(t, len(d.Classes), 2)
		require.Zero(t, d.Costs[0], "the expert's")
	}
	all := l.maze.inputs * l.maze.depth
	require.Less(t, stats.RollOuts, all*l.maze.branches)
	l.forget(t)
	second, _ := l.round(t)
	for _, d := range second {
		require.Contains(t, d.Classes, model.Class(0), "the favourite")
		require.Contains(t, d.Classes, model.Class(1), "scored within 1 of it")
	}
}

// TestSingleActionsAreNotRolledOut: if only the expert's action is explored, roll-outs have nothing
// to tell.
func TestSingleActionsAreNotRolledOut(t *testing.T) {
	l := newLesson(t, preset(t, "v-dagger", func(s *Settings) { s.Target, s.TargetFirst = 0.5, 0 }))
	told, stats := l.round(t)
	require.Len(t, told, l.maze.inputs*l.maze.depth)
	require.Zero(t, stats.RollOuts)
	l.forget(t)
	told, stats = l.round(t)
	several, alone := 0, 0
	for _, d := range told {
		if n := len(d.Classes); n > 1 {
			several += n
		} else {
			alone++
			require.Zero(t, d.Costs[0])
		}
	}
	require.Positive(t, alone)
	require.Positive(t, several)
	require.Equal(t, several, stats.RollOuts)
}

// TestAskNear: the expert is asked about decisions that the learner is not sure of, the fewer the smaller b is, and the
// learner is told those.
func TestAskNear(t *testing.T) {
	asked := map[float64]int{}
	for _, b := range []float64{0, 1e-3, 1e9} {
		l := newLesson(t, preset(t, "l2s"))
		l.maze.inputs, l.Settings.AskNear = 300, b
		for range 2 {
			told, stats := l.round(t)
			require.Equal(t, l.maze.inputs*l.maze.depth, stats.Decisions)
			require.Equal(t, stats.Asked, stats.Examples)
			require.Len(t, told, stats.Asked)
			asked[b] = stats.Asked
		}
	}
	require.Equal(t, 300*newLesson(t, preset(t, "l2s")).maze.depth, asked[0])
	require.Less(t, asked[1e-3], asked[0])
	require.Positive(t, asked[1e-3])
	require.Equal(t, asked[0], asked[1e9])
}

// TestWeaken: an expert errs as often as it should.
func TestWeaken(t *testing.T) {
	l := newLesson(t, preset(t, "dagger"))
	l.maze.inputs = 1000
	l.Settings.Weaken = 0.3
	told, _ := l.round(t)
	errs, want := 0.0, 0.0
	taken := make([]float64, l.maze.branches) // where it errs
	for _, d := range told {
		here := l.maze.where(&d)
		worse := func(k model.Class) bool { return here.after(k).least() > here.least() }
		for _, k := range d.Classes {
			if worse(k) {
				want += 0.3 / float64(len(d.Classes)*len(told))
			}
		}
		if k := d.Classes[slices.Index(d.Costs, 0)]; worse(k) {
			errs += 1 / float64(len(told))
			taken[k]++
		}
	}
	require.InDelta(t, want, errs, 0.02)
	for _, n := range taken {
		require.InDelta(t, 1./3, n/floatSum(taken), 0.05)
	}
}

// learnerOf returns a learner with options, each a name and a value.
func learnerOf(t *testing.T, name string, options ...any) model.Spec {
	t.Helper()
	s, err := model.SpecFor(name)
	require.NoError(t, err)
	for i := 0; i < len(options); i += 2 {
		require.NoError(t, s.Set(options[i].(string), options[i+1]))
	}
	return s
}

// TestLearnersLearnMazes: every algorithm leads a learner, which sees the name of each
// state, to a loss close to the least.
func TestLearnersLearnMazes(t *testing.T) {
	for _, name := range Names() {
		rounds, learner, most := 40, learnerOf(t, "perceptron"), 0.0
		switch name {
		case "aggrevate":
			most = 5 // some deviations are never drawn
		case "scb-lols":
			rounds, most = 100, 10
		}
		m := newMaze()
		c := newLesson(t, preset(t, name)).Course
		c.NewTask = m.NewTask
		c.New = func() (Learner, error) {
			first, err := learner.New(m.branches)
			require.NoError(t, err)
			second, err := learner.New(m.branches)
			return newStudent(m, first, second), err
		}
		for range rounds {
			_, err := c.Round(t.Context())
			require.NoError(t, err)
		}
		final, least := walked(t, m, c.Freeze().NewSession())
		require.LessOrEqual(t, final-least, most, "%s: %v against %v", name, final, least)
	}
}

// walked returns the loss that a scorer reaches in all inputs, and the least loss.
func walked(t *testing.T, m *maze, s Session) (final, least float64) {
	for i := range m.inputs {
		state, err := m.NewTask()
		require.NoError(t, err)
		require.NoError(t, state.Start(i))
		least += (&place{maze: m, input: i}).least()
		l := &learned{session: s, unread: []int{i}}
		for d := state.Next(); d != nil; d = state.Next() {
			d.Input = 0 // of those that were read
			require.NoError(t, state.Take(l.choose(d)))
		}
		final += state.Loss()
	}
	return final, least
}

// TestSameSeedSameCourse: two courses with the same seed tell learners the same.
func TestSameSeedSameCourse(t *testing.T) {
	for _, name := range Names() {
		a, b := newLesson(t, preset(t, name)), newLesson(t, preset(t, name))
		for range 3 {
			x, one := a.round(t)
			y, two := b.round(t)
			require.Equal(t, x, y, name)
			require.Equal(t, one, two, name)
		}
	}
}

// TestRoundEndsWithContext: an interrupted course returns the context's error.
func TestRoundEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l := newLesson(t, preset(t, "dagger"))
	l.Rolled = func(Task, int) { cancel() }
	_, err := l.Round(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// TestLittleMemory: a small bound is still a bound, also if the stages share it.
func TestLittleMemory(t *testing.T) {
	for _, memory := range []int64{1, 2, 1000} {
		l := newLesson(t, preset(t, "dagger"))
		l.Settings.Fit.Memory = memory
		_, stats := l.round(t)
		require.Positive(t, stats.Dropped)
		require.Equal(t, stats.Decisions, stats.Examples+stats.Dropped)
	}
}

// TestRollOutsDoNotAllocate, apart from the task.
func TestRollOutsDoNotAllocate(t *testing.T) {
	l := newLesson(t, preset(t, "lols", func(s *Settings) { s.Share = 0 }))
	l.round(t)
	s := &still{Task: l.states[0].Task, always: Decision{State: l.states[0].Task,
		Decision: model.Decision{Classes: []model.Class{0, 1, 2}, Costs: []float32{0, 1, 2}}}}
	l.states[0] = newTask(s)
	require.NoError(t, s.Start(0))
	l.out.learned[0].unread = []int{0}
	d := *s.Next()
	require.Zero(t, testing.AllocsPerRun(20, func() {
		if _, err := l.rollOuts(&d, 1, nil, false); err != nil {
			panic(err)
		}
	}))
	require.Positive(t, s.taken)
}

// still is a state that always asks the same, four times.
type still struct {
	Task
	always Decision
	taken  int
}

func (s *still) Next() *Decision {
	if s.taken == 4 {
		return nil
	}
	return &s.always
}

func (s *still) Take(model.Class) error {
	s.taken++
	return nil
}

func (s *still) Mark()         {}
func (s *still) Return()       { s.taken = 0 }
func (s *still) Loss() float64 { return 0 }

// TestHugeNumbers: they mean everything there is.
func TestHugeNumbers(t *testing.T) {
	told := func(first, growth int) [][]model.Decision {
		l := newLesson(t, preset(t, "v-dagger", func(s *Settings) {
			s.Target, s.TargetFirst, s.Focus, s.FocusGrowth = 1, first, 1, growth
		}))
		var rounds [][]model.Decision
		for range 3 {
			d, _ := l.round(t)
			rounds = append(rounds, d)
		}
		return rounds
	}
	require.Equal(t, told(100, 100), told(math.MaxInt, math.MaxInt))
}

func floatSum(numbers []float64) (sum float64) {
	for _, n := range numbers {
		sum += n
	}
	return sum
}
