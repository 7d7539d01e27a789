package score_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// twoSentences are a batch of two.
func twoSentences() [][]conll.Word {
	return [][]conll.Word{
		{{Form: "the", UPOS: "DET"}, {Form: "dog", UPOS: "NOUN"}, {Form: "saw", UPOS: "VERB"}, {Form: "the", UPOS: "DET"}, {Form: "dog", UPOS: "NOUN"}},
		{{Form: "dog", UPOS: "NOUN"}, {Form: "and", UPOS: "CCONJ"}, {Form: "saw", UPOS: "NOUN"}},
	}
}

// started returns a learner whose weights are all drawn.
func started(t *testing.T, s transition.System, twoStep bool) (*learner, score.Shape) {
	t.Helper()
	uses := map[decode.Use]bool{}
	for m := range transition.NumMoves {
		if m.Labelled() {
			uses[decode.Use{Move: m, Label: 0}], uses[decode.Use{Move: m, Label: 1}] = true, true
		}
	}
	shape := score.Shape{System: s, Actions: decode.NewActions(s, uses), TwoStep: twoStep}
	l, err := window{}.New(&score.TrainingSet{Shape: shape, Seed: 1})
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(2, 0))
	for i := range l.(*learner).weights {
		l.(*learner).weights[i] = random.Float32() - 0.5
	}
	return l.(*learner), shape
}

// asked returns decisions on random ways through sentences, with random costs, as they were
// when they were asked.
func asked(shape *score.Shape, batch [][]conll.Word) []*learn.Decision {
	random := rand.New(rand.NewPCG(3, 0))
	var all []*learn.Decision
	for i, words := range batch {
		d := &decode.Derivation{System: shape.System, Actions: shape.Actions, TwoStep: shape.TwoStep}
		d.Start(i, len(words))
		for next := d.Next(); next != nil; next = d.Next() {
			then := &decode.Derivation{}
			then.CopyFrom(d)
			kept := then.Next()
			for range next.Classes {
				kept.Costs = append(kept.Costs, float32(random.IntN(2)))
			}
			all = append(all, kept)
			_ = d.Take(next.Classes[random.IntN(len(next.Classes))])
		}
	}
	return all
}

// loss returns −log of the probabilities of the classes of least cost, summed.
func loss(n *network, batch [][]conll.Word, decisions []*learn.Decision) float64 {
	session, sum := n.NewSession(), 0.0
	session.Read(batch...)
	session.Score(decisions)
	for _, d := range decisions {
		all, best := 0.0, 0.0
		for i, k := range d.Classes {
			p := math.Exp(float64(d.Scores[k]))
			all += p
			if d.Costs[i] == slices.Min(d.Costs) {
				best += p
			}
		}
		sum -= math.Log(best / all)
	}
	return sum
}

// gradient returns that of the loss of decisions about sentences that are read together.
func gradient(l *learner, batch [][]conll.Word, decisions []*learn.Decision) []float32 {
	l.Read(batch...)
	l.Score(decisions)
	l.Learn(decisions)
	l.encode()
	g := slices.Clone(l.gradient.weights)
	clear(l.gradient.weights)
	return g
}

func systems() []transition.System {
	return []transition.System{
		transition.ArcHybrid{}, transition.ArcEager{}, transition.InOrder{MaxUnary: 2}, transition.Bracket{MaxOpens: 2}, transition.Tag{},
	}
}

// TestGradient is that of finite differences, of all weights that play a part and some of
// the others.
func TestGradient(t *testing.T) {
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			l, shape := started(t, s, twoStep)
			decisions := asked(&shape, twoSentences())
			got := gradient(l, twoSentences(), decisions)
			checked := map[bool]int{} // those of the table, and of the output
			for i, g := range got {
				inTable := i < len(l.table)
				if g == 0 && i%199 != 0 || g != 0 && inTable && i%7 != 0 {
					continue
				}
				const step = 1e-2
				old := l.weights[i]
				l.weights[i] = old + step
				more := loss(l.network, twoSentences(), decisions)
				l.weights[i] = old - step
				less := loss(l.network, twoSentences(), decisions)
				l.weights[i] = old
				require.InDelta(t, (more-less)/(2*step), g, 2e-3, "%s: weight %d", s.Name(), i)
				if math.Abs(float64(g)) > 1e-3 {
					checked[inTable]++
				}
			}
			require.Greater(t, checked[true], 20)
			require.Greater(t, checked[false], 20)
		}
	}
}

// TestBatchGradient: that of a batch is the sum of those of its sentences.
func TestBatchGradient(t *testing.T) {
	for _, s := range systems() {
		l, shape := started(t, s, true)
		want := make([]float32, len(l.weights))
		for _, words := range twoSentences() {
			alone := [][]conll.Word{words}
			add(want, gradient(l, alone, asked(&shape, alone)), 1)
		}
		decisions := asked(&shape, twoSentences()[:1])
		for _, d := range asked(&shape, twoSentences()[1:]) {
			d.Input = 1
			decisions = append(decisions, d)
		}
		require.InDeltaSlice(t, want, gradient(l, twoSentences(), decisions), 1e-5)
	}
}

// TestUpdatesDescend: steps on the same decisions lower their loss, and nothing changes
// without them.
func TestUpdatesDescend(t *testing.T) {
	for _, s := range systems() {
		l, shape := started(t, s, false)
		decisions := asked(&shape, twoSentences())
		first := loss(l.network, twoSentences(), decisions)
		for range 30 {
			l.Read(twoSentences()...)
			l.Score(decisions)
			l.Learn(decisions)
			require.NoError(t, l.Update())
		}
		require.Less(t, loss(l.network, twoSentences(), decisions), first/2, s.Name())

		before := slices.Clone(l.weights)
		l.Read(twoSentences()...)
		l.Score(decisions)
		require.NoError(t, l.Update())
		require.Equal(t, before, l.weights)
	}
}

// TestNeighboursCount: a word's scores depend on the words beside it, and on no others.
func TestNeighboursCount(t *testing.T) {
	l, shape := started(t, transition.Tag{}, false)
	scores := func(changed int) []float32 {
		words := slices.Clone(twoSentences()[0])
		if changed >= 0 {
			words[changed].Form = "cat"
		}
		d := &decode.Derivation{System: shape.System, Actions: shape.Actions}
		session := l.NewSession()
		session.Read(words)
		d.Start(0, len(words)) // N0 is the first word, and S0 ROOT
		next := d.Next()
		session.Score([]*learn.Decision{next})
		return next.Scores
	}
	require.NotEqual(t, scores(-1), scores(0))
	require.NotEqual(t, scores(-1), scores(1))
	require.Equal(t, scores(-1), scores(2))
	require.Equal(t, scores(-1), scores(4))
}

// TestRefused: a file without weights, and examples.
func TestRefused(t *testing.T) {
	l, shape := started(t, transition.ArcHybrid{}, false)
	_, err := window{}.Load(&npz.Arrays{}, "", &shape)
	require.ErrorIs(t, err, npz.ErrFile)
	_, err = l.NewExamples(0, nil)
	require.ErrorIs(t, err, score.ErrNoExamples)
	require.ErrorContains(t, err, "window")
}
