package neural

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/testdata/testkit"
	"parser/transition"
)

// twoSentences are a batch of two, of different lengths.
func twoSentences() [][]conll.Word {
	word := func(form, tag, feats string) conll.Word {
		return conll.Word{Form: form, Lemma: form, UPOS: tag, XPOS: tag, Feats: feats}
	}
	return [][]conll.Word{
		{word("the", "DET", "_"), word("dog", "NOUN", "Number=Sing"), word("saw", "VERB", "Tense=Past|VerbForm=Fin"),
			word("the", "DET", "_"), word("dogs", "NOUN", "Number=Plur")},
		{word("dogs", "NOUN", "Number=Plur"), word("and", "CCONJ", "_"), word("dog", "NOUN", "Number=Sing")},
	}
}

// shapeOf returns the shape of a parser with two labels.
func shapeOf(s transition.System, twoStep bool) score.Shape {
	uses := map[decode.Use]bool{}
	for m := range transition.NumMoves {
		if m.Labelled() {
			uses[decode.Use{Move: m, Label: 0}], uses[decode.Use{Move: m, Label: 1}] = true, true
		}
	}
	return score.Shape{System: s, Actions: decode.NewActions(s, uses), TwoStep: twoStep, View: structure.Of(s.Kind()).View}
}

// tiny are settings of a network that can be looked at whole.
func tiny() Settings {
	s := DefaultSettings()
	s.Own = Size{Embeddings: [...]int{3, 2, 2, 2, 2, 3}, Layers: 2, Units: 4, Hidden: 5}
	s.Dropout, s.WordDropout = 0, 0
	return s
}

// newLearner returns a learner of the two sentences, and perhaps of a teacher.
func newLearner(t testing.TB, s Settings, shape score.Shape, teacher score.Scorer) *learner {
	t.Helper()
	return newLearnerOf(t, twoSentences(), s, shape, teacher)
}

func newLearnerOf(t testing.TB, sentences [][]conll.Word, s Settings, shape score.Shape, teacher score.Scorer) *learner {
	t.Helper()
	repeated := slices.Repeat(sentences, 3) // so that words are frequent enough
	l, err := Kind{Settings: s, more: []architecture{windows{}}}.New(
		&score.TrainingSet{Shape: shape, Sentences: repeated, Epochs: 3, Seed: 1, Random: rand.New(rand.NewPCG(2, 0)),
			Resources: score.Resources{"teacher": teacher}})
	require.NoError(t, err)
	return l.(*learner)
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
				kept.Costs = append(kept.Costs, float32(random.IntN(3)))
			}
			all = append(all, kept)
			_ = d.Take(next.Classes[random.IntN(len(next.Classes))])
		}
	}
	return all
}

// systems are all kinds of views.
func systems() []transition.System {
	return []transition.System{
		transition.ArcHybrid{}, transition.ArcEager{}, transition.ArcStandard{},
		transition.Bracket{MaxOpens: 3}, transition.InOrder{MaxUnary: 2}, transition.ShiftLabel{}, transition.Tag{}, transition.AMR{Reentrances: true, Links: true},
	}
}

// TestGradients: the gradient by every weight, of every layer, is the slope of the loss there.
func TestGradients(t *testing.T) {
	checkGradients(t, usualEncoder, append(Losses(), "with a teacher")...)
}

// tagLoss is the loss of the tags of the batch, whose slope backwardTags adds.
func tagLoss(l *learner) (loss float64) {
	for k, t := range l.taggers {
		l.eachGold(t, func(row int, gold int32) {
			loss -= l.settings.TagWeight * math.Log(float64(l.tagged.probabilities[k][row*len(t.values)+int(gold)]))
		})
	}
	return loss
}

// named returns sentences of two treebanks by turns.
func named(sentences [][]conll.Word) (marked [][]conll.Word) {
	for i, words := range sentences {
		marked = append(marked, score.Following(nil, words, []string{"one", "two"}[i%2:]))
	}
	return marked
}

// checkGradients checks them for an encoder, with every view. With the loss "risk" tags are predicted, too, of each treebank by itself.
func checkGradients(t *testing.T, encoder string, losses ...string) {
	slopes, bends, steep := 0, 0, 0
	for i, system := range systems() {
		for n, loss := range losses {
			if (i+n)%2 > 0 && !testkit.Deep() {
				continue // by turns: each loss with half of the systems
			}
			for _, twoStep := range []bool{false, true} {
				if twoStep && loss != "likelihood" {
					continue
				}
				settings := tiny()
				settings.Encoder = encoder
				if loss == "risk" && system.Kind() != transition.Tags {
					settings.MultiTask = "upos,xpos,feats"
				}
				shape := shapeOf(system, twoStep)
				if (Kind{Settings: settings, more: []architecture{windows{}}}).Check(&shape) != nil {
					continue // without an encoder, only dependencies
				}
				var master score.Scorer
				if settings.Loss = loss; loss == "with a teacher" {
					settings.Loss, settings.TeacherShare = "risk", 0.3
					like := newLearner(t, settings, shape, nil).Freeze()
					master = ensemble.New(ensemble.Part{Weight: 20, Scorer: like}) // far from its pupil
				}
				batch := twoSentences()
				if settings.MultiTask != "" {
					batch = named(batch)
				}
				l, decisions := newLearnerOf(t, batch, settings, shape, master), asked(&shape, twoSentences())
				value := func() float64 {
					l.prepare(true)
					l.Read(batch...)
					l.Score(decisions)
					sum := 0.0
					for i, targets := range l.teacher.judge(decisions) {
						sum += l.loss(make([]float64, len(decisions[i].Classes)), decisions[i], targets)
					}
					return sum + tagLoss(l)
				}
				value()
				l.Learn(decisions)
				require.Positive(t, l.backward())
				random, here := rand.New(rand.NewPCG(4, 0)), value()
				for _, m := range l.matrices() {
					m.parts(func(from, to int) {
						for range 2 {
							at := from + random.IntN(to-from)
							const step = 1e-3
							w := m.weights[at]
							m.weights[at] = w + step
							up := value()
							m.weights[at] = w - step
							down := value()
							m.weights[at] = w
							slope := (up - down) / (2 * step)
							if bend := (up - 2*here + down) / step; math.Abs(bend) > 0.03 {
								bends++ // a hidden unit at 0, or another class that is the best
								continue
							}
							slopes++
							if math.Abs(slope) > 0.05 {
								steep++
							}
							require.InDelta(t, slope, m.gradient[at], 2e-2+0.02*max(slope, -slope), "%s, %s, two-step=%v: %s[%d]", system.Name(), loss, twoStep, m.name, at)
						}
					})
				}
			}
		}
	}
	require.Less(t, bends, slopes/10)
	require.Greater(t, steep, slopes/10)
}

// TestNothingDependsOnTheBatch: sentences read together get the scores that they get alone,
// to the bit.
func TestNothingDependsOnTheBatch(t *testing.T) {
	for _, system := range systems() {
		shape := shapeOf(system, false)
		scorer := newLearner(t, tiny(), shape, nil).Freeze()
		batch := twoSentences()
		together, alone := scorer.NewSession(), scorer.NewSession()
		together.Read(batch...)
		decisions := asked(&shape, batch)
		together.Score(decisions)
		for _, d := range decisions {
			want := slices.Clone(d.Scores)
			alone.Read(batch[d.Input])
			d.Input = 0
			alone.Score([]*learn.Decision{d})
			require.Equal(t, want, d.Scores, system.Name())
		}
	}
}

// TestStrangeSentences: words that were never seen, none at all, or very many of them have
// finite scores.
func TestStrangeSentences(t *testing.T) {
	for _, system := range systems() {
		shape := shapeOf(system, false)
		scorer := newLearner(t, tiny(), shape, nil).Freeze()
		session := scorer.NewSession()
		for _, n := range []int{1, 2, 5000} {
			words := make([]conll.Word, n)
			for i := range words {
				words[i] = conll.Word{Form: string(rune(0x3041 + i)), Feats: "|=|"}
			}
			session.Read(words)
			d := &decode.Derivation{System: system, Actions: shape.Actions}
			d.Start(0, n)
			for range min(n, 20) {
				next := d.Next()
				if next == nil {
					break
				}
				session.Score([]*learn.Decision{next})
				for _, k := range next.Classes {
					require.False(t, next.Scores[k]-next.Scores[k] != 0, "%s: %v", system.Name(), next.Scores)
				}
				_ = d.Take(next.Best())
			}
		}
		session.Read(nil) // a sentence without words
	}
	shape := shapeOf(transition.ArcHybrid{}, false)
	empty, err := Kind{Settings: tiny()}.New(&score.TrainingSet{Shape: shape, Sentences: [][]conll.Word{{{}}}, Epochs: 1, Random: rand.New(rand.NewPCG(2, 0))})
	require.NoError(t, err)
	session := empty.NewSession()
	session.Read([]conll.Word{{Form: "word"}})
}
