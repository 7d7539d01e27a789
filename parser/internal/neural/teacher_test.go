package neural

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// TestMixByHand: a quarter of the loss is the cross-entropy of p = (¾, ¼) with q = (½, ½).
func TestMixByHand(t *testing.T) {
	d := &learn.Decision{Decision: model.Decision{Classes: []model.Class{2, 0}}, Scores: []float32{0, 100, float32(math.Log(3))}}
	slopes := []float64{4, -8}
	loss := (&teacher{share: 0.25}).mix(10, slopes, d, []float64{0.5, 0.5})
	require.InDelta(t, 7.5-0.25*(0.5*math.Log(0.75)+0.5*math.Log(0.25)), loss, 1e-6)
	require.InDeltaSlice(t, []float64{3 + 0.0625, -6 - 0.0625}, slopes, 1e-6)
}

// master is a scorer that is surer than its pupil, and of other things.
func master(t *testing.T, shape score.Shape) score.Scorer {
	l := newLearner(t, tiny(), shape, nil)
	study(t, l, 1, 30)
	return ensemble.New(ensemble.Part{Weight: 3, Scorer: l.Freeze()})
}

// study has a learner learn from the two sentences, where what cost c costs c · scale.
func study(t *testing.T, l *learner, scale float32, rounds int) {
	t.Helper()
	l.planned, l.adam.warmUp = math.MaxInt32, 1
	batch := twoSentences()
	decisions := asked(&l.network.shape, batch)
	for _, d := range decisions {
		for i := range d.Costs {
			d.Costs[i] *= scale
		}
	}
	for range rounds {
		l.Read(batch...)
		l.Score(decisions)
		l.Learn(decisions)
		require.NoError(t, l.Update())
	}
}

// divergence returns that of a learner from its teacher (Kullback & Leibler 1951), per decision.
func divergence(l *learner) float64 {
	batch, sum := twoSentences(), 0.0
	decisions := asked(&l.network.shape, batch)
	l.Read(batch...)
	l.Score(decisions)
	only := teacher{share: 1}
	for i, targets := range l.teacher.judge(decisions) {
		if targets != nil {
			sum += only.mix(0, make([]float64, len(targets)), decisions[i], targets)
			for _, q := range targets {
				sum += q * math.Log(q)
			}
		}
	}
	return sum / float64(len(decisions))
}

// TestShareOfTheTeacher: with none, the teacher might as well not be there; with all, costs
// might; and the more there is, the nearer the pupil comes to its teacher.
func TestShareOfTheTeacher(t *testing.T) {
	for _, twoStep := range []bool{false, true} {
		shape := shapeOf(transition.ArcHybrid{}, twoStep)
		teach := master(t, shape)
		learned := func(share float64, scale float32, from score.Scorer) *learner {
			s := tiny()
			s.TeacherShare = share
			l := newLearner(t, s, shape, from)
			study(t, l, scale, 40)
			return l
		}
		entries := func(l *learner) []npz.Entry { return l.Freeze().Entries("") }
		require.Equal(t, entries(learned(0.5, 1, nil)), entries(learned(0, 1, teach)))
		require.Equal(t, entries(learned(1, 1, teach)), entries(learned(1, -1, teach)))
		require.NotEqual(t, entries(learned(0.5, 1, teach)), entries(learned(0.5, -1, teach)))
		none, half, all := divergence(learned(0, -1, teach)), divergence(learned(0.5, -1, teach)), divergence(learned(1, -1, teach))
		require.Less(t, half, 0.7*none)
		require.Less(t, all, 0.7*half)
	}
}

// TestExamplesKeepWhatTheTeacherSays, and it need not say it again.
func TestExamplesKeepWhatTheTeacherSays(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	s := tiny()
	s.TeacherShare = 1
	l := newLearner(t, s, shape, master(t, shape))
	before := divergence(l)
	kept, err := l.NewExamples(0, l.random)
	require.NoError(t, err)
	batch := twoSentences()
	l.Read(batch...)
	for _, d := range asked(&shape, batch) {
		kept.Add(d)
	}
	session := l.teacher.Session
	l.teacher.Session = nil
	l.planned, l.adam.warmUp = math.MaxInt32, 1
	require.NoError(t, kept.Learn(t.Context(), l, 40, 0, l.random))
	l.teacher.Session = session
	require.Less(t, divergence(l), 0.5*before)
}
