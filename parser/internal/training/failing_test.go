package training

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// failing is an oracle that fails when it is asked about labels for the last time.
type failing struct {
	oracle.Oracle
	left int
}

func (o *failing) Labels(dst *oracle.LabelCosts, c *transition.Config, m transition.Move) error {
	if o.left--; o.left < 0 {
		return oracle.ErrTooLong
	}
	return o.Oracle.Labels(dst, c, m)
}

// TestFailingOracleEndsTraining, whether it fails at once or in the last sentence.
func TestFailingOracleEndsTraining(t *testing.T) {
	trees, err := ptb.ReadFile("../../../testdata/en/dev.mrg")
	require.NoError(t, err)
	trees = trees[:5]
	asked := 0
	for _, left := range []int{0, 1 << 30, -1} {
		if left < 0 {
			left = asked - 1
		}
		o := engine.DefaultsFor("in-order")
		o.UseScorer("linear")
		o.Epochs = 1
		trainer, err := New(o)
		require.NoError(t, err)
		r, err := trainer.run(trainer.encoder.Bank(treebank.Data{Trees: trees}))
		require.NoError(t, err)
		r.watch = Together(Observer{}, r.watch)
		fails := &failing{left: left}
		passes := r.passes(trainer.scorers[0], o.Seed, nil)
		make := passes.course.NewTask
		passes.course.NewTask = func() (learn.Task, error) {
			s, err := make()
			fails.Oracle, s.(*state).oracle = s.(*state).oracle, fails
			return s, err
		}
		_, err = passes.all(t.Context())
		if left == 1<<30 {
			require.NoError(t, err)
			asked = left - fails.left
		} else {
			require.ErrorIs(t, err, oracle.ErrTooLong)
			require.Regexp(t, `^tree [1-5]: the dynamic oracle failed: `, err.Error())
		}
	}
}

var errFails = errors.New("failing")

// fails is a kind of scorer that fails when it is used for the n-th time: by New, or where a learner updates its weights.
type fails struct {
	score.Kind
	news, updates *int // how often it still works
}

func (f fails) New(l *score.TrainingSet) (score.Learner, error) {
	if *f.news--; *f.news < 0 {
		return nil, errFails
	}
	own, err := f.Kind.New(l)
	return &failsToUpdate{own, f.updates}, err
}

type failsToUpdate struct {
	score.Learner
	left *int
}

func (f *failsToUpdate) Update() error {
	if *f.left--; *f.left < 0 {
		return errFails
	}
	return f.Learner.Update()
}

func (f *failsToUpdate) NewExamples(bytes int64, random *rand.Rand) (score.Examples, error) {
	own, err := f.Learner.NewExamples(bytes, random)
	return examplesFor{own}, err
}

// examplesFor are those of the learner that fails, which know it by its own type.
type examplesFor struct{ score.Examples }

func (e examplesFor) Learn(ctx context.Context, l score.Learner, passes, alpha int, random *rand.Rand) error {
	return e.Examples.Learn(ctx, l.(*failsToUpdate).Learner, passes, alpha, random)
}

// TestFailingPasses: in whichever pass a scorer fails, its error is that of the training, and if something was kept until
// then, the training goes on from there, once the scorer works, to the same model.
func TestFailingPasses(t *testing.T) {
	const ever = 1 << 30
	tried := map[string]bool{"perceptron": true, "second pass": true, "network that tags": true, "network with an encoder": true,
		"networks that tune an encoder": true, "sum": true, "searn": true, "dagger": true, "graphs": true}
	for _, l := range lessons() {
		if !tried[l.name] {
			continue
		}
		delete(tried, l.name)
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			o, given := l.options(t)
			train, dev := l.data(t)
			whole, err := Run(t.Context(), train, dev, o, Observer{}, given...)
			require.NoError(t, err)
			want := savedBytes(t, whole)
			kept := 0
			for _, left := range [][2]int{{0, ever}, {1, ever}, {2, ever}, {ever, 0}, {ever, 1}, {ever, 2 * l.sentences}} {
				folder := filepath.Join(t.TempDir(), "m.checkpoint")
				begin := func(open func(string, map[string]string, func(error)) (*Checkpoint, error), news, updates int) (*engine.Parser, error) {
					trainer, err := New(o, given...)
					require.NoError(t, err)
					for i := range trainer.scorers {
						trainer.scorers[i] = fails{trainer.scorers[i], &news, &updates}
					}
					c, err := open(folder, nil, func(err error) { t.Errorf("not kept: %v", err) })
					require.NoError(t, err)
					defer c.Close()
					return trainer.Train(t.Context(), train, dev, Observer{Checkpoint: c})
				}
				p, err := begin(NewCheckpoint, left[0], left[1])
				if err != nil {
					require.ErrorIs(t, err, errFails)
					if !HasCheckpoint(folder) {
						continue
					}
					kept++
					p, err = begin(ResumeCheckpoint, ever, ever)
				}
				require.NoError(t, err)
				require.True(t, bytes.Equal(want, savedBytes(t, p)), "after failing at %v", left)
			}
			require.Positive(t, kept)
		})
	}
	require.Empty(t, tried)
}
