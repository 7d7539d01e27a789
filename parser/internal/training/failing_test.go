package training

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser"
	"parser/parser/internal/imitation"
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
		o := parser.DefaultsFor("in-order")
		o.UseScorer("linear")
		o.Epochs = 1
		trainer, err := New(o)
		require.NoError(t, err)
		r, err := trainer.run(trainer.encoder.Bank(parser.Data{Trees: trees}))
		require.NoError(t, err)
		fails := &failing{left: left}
		passes := r.passes(trainer.scorers[0], o.Seed, nil)
		make := passes.course.NewState
		passes.course.NewState = func() (imitation.State, error) {
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
