package learn

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// knownPath is a maze whose reference knows nothing once a step has increased the loss.
type knownPath struct{ *mazeState }

func (s knownPath) Price(d *Decision) error {
	if s.least() > s.at().least() {
		return nil
	}
	return s.mazeState.Price(d)
}

// partialCourse returns a course over such mazes, and the maze.
func partialCourse(t *testing.T, algorithm string) (*Course, *maze) {
	m := newMaze()
	c := newLesson(t, preset(t, algorithm)).Course
	c.algorithm, c.Settings = nil, Defaults(algorithm)
	c.Settings.Execute, c.Settings.AskFirst = true, 1
	c.NewTask = func() (Task, error) {
		s, err := m.NewTask()
		return knownPath{s.(*mazeState)}, err
	}
	c.New = func() (Learner, error) {
		spec := learnerOf(t, "perceptron")
		first, err := spec.New(m.branches)
		require.NoError(t, err)
		second, err := spec.New(m.branches)
		return newStudent(m, first, second), err
	}
	return &c, m
}

// Where the reference knows nothing, roll-outs by the learned policy tell what actions cost, so that
// algorithms with roll-outs lead learners close to the least loss.
func TestRollOutsTellWhatTheReferenceDoesNotKnow(t *testing.T) {
	for algorithm, most := range map[string]float64{"l2s": 0, "explore": 0, "searn": 5, "lols": 0, "v-dagger": 0, "aggrevate": 5} {
		c, m := partialCourse(t, algorithm)
		for range 60 {
			stats, err := c.Round(t.Context())
			require.NoError(t, err)
			if rounds, _ := c.Rounds(); rounds == 1 {
				require.Zero(t, stats.RollOuts*indicator(algorithm != "l2s" && algorithm != "explore"), "%s asks first", algorithm)
			} else {
				require.Positive(t, stats.RollOuts, algorithm)
			}
		}
		final, least := walked(t, m, c.Freeze().NewSession())
		require.LessOrEqual(t, final-least, most, "%s: %v against %v", algorithm, final, least)
	}
}

func indicator(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Algorithms that ask the reference where it knows nothing end with an error.
func TestAskingAReferenceThatKnowsNothing(t *testing.T) {
	for _, algorithm := range []string{"dagger", "smile"} {
		c, _ := partialCourse(t, algorithm)
		require.True(t, c.Settings.Asks())
		c.Settings.Weaken = 0.5 // so that roll-ins stray
		var err error
		for range 9 {
			if _, err = c.Round(t.Context()); err != nil {
				break
			}
		}
		require.ErrorIs(t, err, ErrSettings)
		require.ErrorContains(t, err, algorithm+" asks the reference about a state of which it knows nothing")
	}
	for _, algorithm := range Names() {
		s := Defaults(algorithm)
		asks := algorithm == "explore" || algorithm == "dagger" || algorithm == "smile"
		require.Equal(t, asks, s.Asks(), algorithm)
		s.Explore, s.Decay = 0, 0 // which leads the roll-ins nowhere else
		require.False(t, s.Asks(), algorithm)
	}
}
