package learn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
)

// keptRounds is the number of rounds of a course that is kept and continued.
const keptRounds = 3

// TestKeptCoursesGoOnAsIfNothingHadBeen: for every algorithm, a course that is stopped before any
// batch, and continued by another read from a file, ends with the same state.
func TestKeptCoursesGoOnAsIfNothingHadBeen(t *testing.T) {
	for _, name := range append(Names(), "memory", "alpha", "weaken") {
		t.Run(name, func(t *testing.T) {
			whole, _ := newKept(t, name)
			for range keptRounds {
				_, err := whole.Round(t.Context())
				require.NoError(t, err)
			}
			want := stateOf(t, whole)
			for stop := 1; ; stop++ {
				c, source := newKept(t, name)
				ctx, cancel := context.WithCancel(t.Context())
				batches := 0
				c.Between = func() {
					if batches++; batches == stop {
						cancel()
					}
				}
				var err error
				for n, over := c.Rounds(); err == nil && (n < keptRounds || !over); n, over = c.Rounds() {
					_, err = c.Round(ctx)
				}
				cancel()
				if err == nil {
					require.Greater(t, stop, keptRounds)
					break
				}
				require.ErrorIs(t, err, context.Canceled)
				require.True(t, c.Whole())
				again := resumed(t, name, c.Course, source)
				for n, over := again.Rounds(); n < keptRounds || !over; n, over = again.Rounds() {
					_, err := again.Round(t.Context())
					require.NoError(t, err)
				}
				require.Equal(t, want, stateOf(t, again), "stopped before batch %d", stop)
			}
		})
	}
}

// TestTornCoursesAreNotWhole: an interrupt while learning from examples leaves a course that cannot
// be kept.
func TestTornCoursesAreNotWhole(t *testing.T) {
	c, _ := newKept(t, "dagger")
	require.False(t, c.Whole(), "nothing is there yet")
	ctx, cancel := context.WithCancel(t.Context())
	c.Rolled = func(_ Task, done int) {
		if done == c.Inputs {
			cancel()
		}
	}
	_, err := c.Round(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, c.Whole(), "before the examples")
	c.Rolled = nil
	c.examples = failing{c.examples}
	_, err = c.Round(t.Context())
	require.ErrorIs(t, err, errFailing)
	require.False(t, c.Whole())
}

var errFailing = errors.New("failing")

// failing are examples that learning fails on.
type failing struct{ Examples }

func (failing) Learn(context.Context, Learner, int, int, *rand.Rand) error { return errFailing }

// keptCourse is a course over a maze with perceptrons, and its source of chance.
type keptCourse struct {
	*Course
	source *rand.PCG
}

func newKept(t *testing.T, name string) (keptCourse, *rand.PCG) {
	t.Helper()
	m, source := newMaze(), rand.NewPCG(1, 2)
	m.batch = 2
	c := &Course{Inputs: m.inputs, NewTask: m.NewTask, Random: rand.New(source), Settings: Settings{Fit: Fit{Passes: 2}}}
	switch name {
	case "memory":
		c.Settings.Fit.Memory, name = 1500, "dagger"
	case "alpha":
		c.Settings.Fit.Alpha, name = 1, "v-dagger"
	case "weaken":
		c.Settings.Weaken, name = 0.3, "aggrevate"
	}
	a := preset(t, name)
	c.algorithm = &a
	c.New = func() (Learner, error) {
		spec := learnerOf(t, "arow")
		first, err := spec.New(m.branches)
		require.NoError(t, err)
		second, err := spec.New(m.branches)
		return newStudent(m, first, second), err
	}
	c.Load = func(a *npz.Arrays, prefix string) (Scorer, error) { return load(m, a, prefix) }
	return keptCourse{c, source}, source
}

// stateOf returns the bytes of a file that keeps a course.
func stateOf(t *testing.T, c keptCourse) []byte {
	t.Helper()
	r := npz.NewRecord()
	c.Sync(r)
	r.Random("random", c.source)
	require.NoError(t, r.Err())
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, r.Entries()))
	return file.Bytes()
}

// resumed returns a new course in the state that a file has of another.
func resumed(t *testing.T, name string, c *Course, source *rand.PCG) keptCourse {
	t.Helper()
	file := stateOf(t, keptCourse{c, source})
	arrays, err := npz.Read(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	again, source := newKept(t, name)
	r := arrays.Record()
	again.Sync(r)
	r.Random("random", source)
	require.NoError(t, r.Err())
	require.Equal(t, file, stateOf(t, again), fmt.Sprint("what is read is what was written: ", name))
	return again
}
