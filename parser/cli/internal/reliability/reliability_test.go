package reliability

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
)

// pair returns gold and a parse of words that have the given probabilities; those that are not right get another head.
func pair(probabilities []float64, right func(i int) bool) (gold, system *conll.Sentence) {
	gold, system = &conll.Sentence{}, &conll.Sentence{File: "parsed", Line: 7}
	for i, p := range probabilities {
		gold.Words = append(gold.Words, conll.Word{Form: "x", Head: 0})
		system.Words = append(system.Words, conll.Word{Form: "x", Head: eval.One(!right(i)), Misc: fmt.Sprintf("SpaceAfter=No|HeadProb=%g", p)})
	}
	return gold, system
}

// Heads that are right as often as they claim have no error, and the least probable tenth has its share of the wrong.
func TestReliable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var fair, boast Report
	for range 200 {
		probabilities, claims := make([]float64, 100), make([]float64, 100)
		for i := range probabilities {
			probabilities[i] = random.Float64()
			claims[i] = (1 + probabilities[i]) / 2
		}
		right := func(i int) bool { return random.Float64() < probabilities[i] }
		gold, system := pair(probabilities, right)
		require.NoError(t, fair.Add(gold, system))
		gold, system = pair(claims, right)
		require.NoError(t, boast.Add(gold, system))
	}
	fair.Sum()
	boast.Sum()
	require.Equal(t, 20000, fair.Words)
	require.Less(t, fair.Error, 0.01)
	require.InDelta(t, 0.19, fair.Found, 0.01) // ∫(1−p) over the first tenth, of 1/2
	require.InDelta(t, 0.25, boast.Error, 0.01)
	require.InDelta(t, fair.Found, boast.Found, 0.02, "a monotone map changes no order")
	require.InDelta(t, 0.5, boast.Right, 0.02)
	require.InDelta(t, 0.75, boast.Expected, 0.02)
	require.Len(t, boast.Bins, Bins)
}

func TestFewWords(t *testing.T) {
	var r Report
	r.Sum()
	require.Zero(t, r.Error)
	gold, system := pair([]float64{0.25, 1}, func(i int) bool { return i == 1 })
	gold.Words = append(gold.Words, conll.Word{Form: "y", Head: conll.NoHead})
	system.Words = append(system.Words, conll.Word{Form: "y", Misc: "HeadProb=0"})
	require.NoError(t, r.Add(gold, system))
	r.Sum()
	require.Equal(t, []Bin{{1, 0.25, 0}, {1, 1, 1}}, r.Bins)
	require.Equal(t, 0.125, r.Error)
	var text strings.Builder
	require.NoError(t, r.Write(&text))
	require.Equal(t, "heads      2, 1 wrong\nright      50.00 %, expected 62.50 %\n"+
		"error      0.1250, the expected calibration error in 15 bins of as many words\nleast sure 0.0 % of the wrong heads are among "+
		"the tenth of the heads that are least probable\n", text.String())
	require.NoError(t, r.Figure().WriteSVG(&text))
	require.Contains(t, text.String(), "share that is right")
}

func TestRefused(t *testing.T) {
	var r Report
	gold, system := pair([]float64{0.5}, func(int) bool { return true })
	for _, misc := range []string{"_", "HeadProb=", "HeadProb=1.5", "HeadProb=NaN", "HeadProb=x"} {
		system.Words[0].Misc = misc
		require.ErrorIs(t, r.Add(gold, system), ErrProbability, misc)
	}
	gold.Words = nil
	require.ErrorIs(t, r.Add(gold, system), eval.ErrWordCount)
}
