package neural

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/transition"
)

// TestMemory: what a session remembers of words changes no bit, whether it is new, full or
// begun again; a session of a learner remembers nothing.
func TestMemory(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	learner := newLearner(t, tiny(), shape, nil)
	session := learner.Freeze().NewSession()
	decisions := asked(&shape, twoSentences())
	scores := func() (all []float32) {
		session.Read(twoSentences()...)
		session.Score(decisions)
		for _, d := range decisions {
			all = append(all, d.Scores...)
		}
		return all
	}
	first := scores()
	require.Equal(t, first, scores())
	for n := range 3 {
		long := slices.Repeat(twoSentences()[0], remembered/4)
		for i := range long {
			long[i].Lemma = fmt.Sprint(n*i, "dog"[:i%3])
		}
		session.Read(long, []conll.Word{})
		require.Equal(t, first, scores())
	}

	own := learner.NewSession()
	own.Read(twoSentences()...)
	own.Score(decisions)
	before := slices.Clone(decisions[0].Scores)
	learner.tables[0].weights[firstRow*learner.tables[0].cols]++
	learner.prepare(true)
	own.Read(twoSentences()...)
	own.Score(decisions)
	require.NotEqual(t, before, decisions[0].Scores)
}
