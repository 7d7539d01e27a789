package experiment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/cli/internal/experiment"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/transition"
)

// visitsOf trains and returns what was visited in the last epoch.
func visitsOf(t *testing.T, train []*conll.Sentence, o engine.Options) *experiment.Visits {
	t.Helper()
	var v experiment.Visits
	_, err := learn.Run(t.Context(), sentences(train), sentences(nil), o, learn.Observer{
		Visited: v.Add,
		Epoch: func(e learn.Epoch) {
			if e.Number < o.Epochs {
				v = v[:0]
			}
		},
	})
	require.NoError(t, err)
	return &v
}

func oracleOf(t *testing.T, name string, s transition.System) oracle.Oracle {
	t.Helper()
	o, err := oracle.New(name, s)
	require.NoError(t, err)
	return o
}

// TestStaticOracleKnowsItsOwnPathOnly: there it is never wrong, elsewhere it is.
func TestStaticOracleKnowsItsOwnPathOnly(t *testing.T) {
	for _, system := range []string{"arc-hybrid", "arc-eager"} {
		s, err := oracle.NewSystem(system, transition.Params{})
		require.NoError(t, err)
		static, exact := oracleOf(t, "static", s), oracleOf(t, "pd", s)
		compare := func(v *experiment.Visits) experiment.Comparison {
			n, err := v.Compare(t.Context(), s, static, exact)
			require.NoError(t, err)
			require.Len(t, *v, len(kit.Some(t)))
			require.Greater(t, n.Configurations, 800)
			return n
		}
		require.Zero(t, compare(visitsOf(t, kit.Some(t), options(1, kit.Kind{System: system, Oracle: "static"}.Set))).Wrong)
		exploring := options(2, kit.Kind{System: system, Oracle: "dynamic"}.Set)
		require.Greater(t, compare(visitsOf(t, kit.Some(t), exploring)).Wrong, 20)
	}
}

// wayward is an oracle with some methods replaced.
type wayward struct {
	oracle.Oracle
	start  func(*oracle.Gold) error
	moves  func(*oracle.Costs)
	labels func()
}

func (o *wayward) Start(g *oracle.Gold) error {
	if o.start != nil {
		if err := o.start(g); err != nil {
			return err
		}
	}
	return o.Oracle.Start(g)
}

func (o *wayward) Moves(dst *oracle.Costs, c *transition.Config, legal transition.Moves) error {
	err := o.Oracle.Moves(dst, c, legal)
	if o.moves != nil {
		o.moves(dst)
	}
	return err
}

func (o *wayward) Labels(dst *oracle.LabelCosts, c *transition.Config, m transition.Move) error {
	if o.labels != nil {
		o.labels()
	}
	return o.Oracle.Labels(dst, c, m)
}

// TestWrongOracles are found out: one that says the opposite is wrong wherever
// moves differ, one that knows no difference too, and one that prefers one of the
// best moves is not.
func TestWrongOracles(t *testing.T) {
	s := transition.ArcEager{}
	v := visitsOf(t, kit.Some(t)[:20], options(2, kit.Kind{System: "arc-eager", Oracle: "dynamic"}.Set))
	wrong := func(moves func(*oracle.Costs)) experiment.Comparison {
		n, err := v.Compare(t.Context(), s, &wayward{Oracle: oracleOf(t, "dynamic", s), moves: moves}, oracleOf(t, "pd", s))
		require.NoError(t, err)
		require.Zero(t, n.Refused)
		return n
	}
	require.Zero(t, wrong(nil).Wrong)
	opposite := wrong(func(k *oracle.Costs) {
		for m := range k {
			k[m] = -k[m]
		}
	})
	require.Greater(t, opposite.Wrong, opposite.Configurations/4)
	require.Less(t, opposite.Wrong, opposite.Configurations, "some configurations have one move only")
	require.Equal(t, opposite.Wrong, wrong(func(k *oracle.Costs) { *k = oracle.Costs{} }).Wrong)
	choosy := wrong(func(k *oracle.Costs) {
		for m := range k {
			k[m] = k[m]*int32(len(k)) + int32(m)
		}
	})
	require.Zero(t, choosy.Wrong)
}

// TestRefusedSentencesAreLeftOut of the comparison, and counted.
func TestRefusedSentencesAreLeftOut(t *testing.T) {
	s := transition.ArcHybrid{}
	v := visitsOf(t, kit.Some(t)[:20], options(1))
	dynamic := oracleOf(t, "dynamic", s)
	all, err := v.Compare(t.Context(), s, dynamic, oracleOf(t, "pd", s))
	require.NoError(t, err)
	short, configurations := 0, 0
	exact := &wayward{Oracle: oracleOf(t, "pd", s), start: func(g *oracle.Gold) error {
		if g.Len() > 8 {
			return oracle.ErrTooLong
		}
		short++
		configurations += 2 * g.Len()
		return nil
	}}
	some, err := v.Compare(t.Context(), s, dynamic, exact)
	require.NoError(t, err)
	require.NotZero(t, short)
	require.Equal(t, experiment.Comparison{Configurations: configurations, Refused: 20 - short}, some)
	require.Greater(t, all.Configurations, some.Configurations)

	refusing := &wayward{Oracle: dynamic, start: func(*oracle.Gold) error { return oracle.ErrPartial }}
	_, err = v.Compare(t.Context(), s, refusing, exact)
	require.ErrorIs(t, err, oracle.ErrPartial)
	_, err = v.Time(t.Context(), s, refusing, false)
	require.ErrorIs(t, err, oracle.ErrPartial)
}

// TestTimeAsksWhatTrainingAsks: for labels of all legal moves, or of the one taken.
func TestTimeAsksWhatTrainingAsks(t *testing.T) {
	s := transition.ArcHybrid{}
	v := visitsOf(t, kit.Some(t)[:20], options(1))
	words := 0
	for _, sentence := range kit.Some(t)[:20] {
		words += sentence.Len()
	}
	for _, twoStep := range []bool{false, true} {
		starts, moves, labels := 0, 0, 0
		o := &wayward{
			Oracle: oracleOf(t, "dynamic", s), start: func(*oracle.Gold) error { starts++; return nil },
			moves: func(*oracle.Costs) { moves++ }, labels: func() { labels++ },
		}
		perSentence, err := v.Time(t.Context(), s, o, twoStep)
		require.NoError(t, err)
		require.Positive(t, perSentence)
		replays := starts / 20
		require.GreaterOrEqual(t, replays, 3)
		require.Equal(t, 2*words*replays, moves)
		if twoStep {
			require.Equal(t, words*replays, labels, "a label a word")
		} else {
			require.Greater(t, labels, words*replays)
		}
	}
}

// TestTimeGrowsWithWork: an oracle that waits is the slower for it.
func TestTimeGrowsWithWork(t *testing.T) {
	s := transition.ArcHybrid{}
	v := visitsOf(t, kit.Some(t)[:3], options(1))
	wait := func(*oracle.Gold) error { time.Sleep(time.Millisecond); return nil }
	slow, err := v.Time(t.Context(), s, &wayward{Oracle: oracleOf(t, "dynamic", s), start: wait}, false)
	require.NoError(t, err)
	require.Greater(t, slow, time.Millisecond)
}

func TestVisitsOfNothing(t *testing.T) {
	var v experiment.Visits
	s := transition.ArcHybrid{}
	n, err := v.Compare(t.Context(), s, oracleOf(t, "dynamic", s), oracleOf(t, "pd", s))
	require.NoError(t, err)
	require.Zero(t, n)
	perSentence, err := v.Time(t.Context(), s, oracleOf(t, "dynamic", s), false)
	require.NoError(t, err)
	require.Zero(t, perSentence)
}

func TestReplaysEndWithTheContext(t *testing.T) {
	s := transition.ArcHybrid{}
	v := visitsOf(t, kit.Some(t)[:3], options(1))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	_, err := v.Compare(ctx, s, oracleOf(t, "dynamic", s), oracleOf(t, "pd", s))
	require.ErrorIs(t, err, context.Canceled)
	_, err = v.Time(ctx, s, oracleOf(t, "dynamic", s), false)
	require.ErrorIs(t, err, context.Canceled)
}
