package score_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/linear"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/testdata/testkit"
	"parser/transition"
)

// kinds returns all kinds of scorers. Add a new kind here, so that the tests check that it
// keeps the promises of package score.
func kinds(t *testing.T) map[string]score.Kind {
	t.Helper()
	all := map[string]score.Kind{"window": window{}}
	for _, name := range []string{"perceptron", "arow", "nn"} {
		spec, err := model.SpecFor(name)
		require.NoError(t, err)
		all["linear "+name] = linear.Kind{Templates: "default", Learner: spec}
	}
	small := neural.DefaultSettings()
	small.Own = neural.Size{Embeddings: [...]int{4, 0, 3, 3, 3, 5}, Layers: 2, Units: 6, Hidden: 9}
	all["neural"] = neural.Kind{Settings: small}
	small.MultiTask = "upos"
	all["neural with tags"] = neural.Kind{Settings: small}
	spec, _ := model.SpecFor("sgd")
	all["linear with dropout"] = linear.Kind{Templates: "S0w S0p\nN0w S0p", Learner: spec, Dropout: 0.3}
	return all
}

// shapes are parsers of several kinds, in one step and in two.
func shapes() []score.Shape {
	uses := map[decode.Use]bool{}
	for m := range transition.NumMoves {
		for label := range int32(3) {
			if m.Labelled() {
				uses[decode.Use{Move: m, Label: label}] = true
				uses[decode.Use{Move: m, FromRoot: true, Label: label % 2}] = true
			}
		}
	}
	var all []score.Shape
	for _, s := range []transition.System{
		transition.ArcHybrid{}, transition.ArcEager{}, transition.ArcStandard{},
		transition.Bracket{MaxOpens: 3}, transition.InOrder{MaxUnary: 2}, transition.ShiftLabel{}, transition.Tag{}, transition.AMR{Reentrances: true},
	} {
		for _, twoStep := range []bool{false, true} {
			all = append(all, score.Shape{System: s, Actions: decode.NewActions(s, uses), TwoStep: twoStep, View: structure.Of(s.Kind()).View})
		}
	}
	return all
}

// each calls check with every kind of scorer for every shape of parser; with half of the shapes, and all systems, by
// turns, where tests are not deep.
func each(t *testing.T, check func(t *testing.T, k score.Kind, l *score.TrainingSet)) {
	all := kinds(t)
	for n, name := range slices.Sorted(maps.Keys(all)) {
		k := all[name]
		for i, s := range shapes() {
			if k.Check(&s) != nil || s.TwoStep != ((n+i/2)%2 > 0) && !testkit.Deep() {
				continue
			}
			t.Run(fmt.Sprint(name, " ", s.System.Name(), " two-step=", s.TwoStep), func(t *testing.T) {
				check(t, k, lessonOf(s))
			})
		}
	}
}

// eachScorer calls check with a scorer of every kind that has learned something, and with
// their sum, for every shape of parser.
func eachScorer(t *testing.T, check func(t *testing.T, k score.Loader, s score.Scorer, l *score.TrainingSet)) {
	parts := map[string][]ensemble.Part{} // by shape
	each(t, func(t *testing.T, k score.Kind, l *score.TrainingSet) {
		s, shape := learned(t, k, l), fmt.Sprint(l.System.Name(), l.TwoStep)
		parts[shape] = append(parts[shape], ensemble.Part{Kind: k.Name(), Weight: float32(1+len(parts[shape])) / 4, Scorer: s})
		check(t, k, s, l)
	})
	known := map[string]score.Kind{}
	for _, k := range kinds(t) {
		known[k.Name()] = k
	}
	loader := ensemble.Loader{Kind: func(name string) (score.Kind, error) { return known[name], nil }}
	for _, shape := range shapes() {
		t.Run(fmt.Sprint("sum ", shape.System.Name(), " two-step=", shape.TwoStep), func(t *testing.T) {
			all := parts[fmt.Sprint(shape.System.Name(), shape.TwoStep)]
			check(t, loader, ensemble.New(all...), lessonOf(shape))
		})
	}
}

// lessonOf returns a lesson for a shape of parser.
func lessonOf(s score.Shape) *score.TrainingSet {
	return &score.TrainingSet{Shape: s, Sentences: sentences(1, 9, 4, 14, 7), Seed: 1, Random: rand.New(rand.NewPCG(3, 0))}
}

// sentences returns sentences of given lengths, of a few words.
func sentences(lengths ...int) [][]conll.Word {
	random := rand.New(rand.NewPCG(1, 0))
	var all [][]conll.Word
	for _, n := range lengths {
		var words []conll.Word
		for range n {
			form := string(rune('a' + random.IntN(20)))
			words = append(words, conll.Word{Form: form, UPOS: string(rune('P' + random.IntN(5))), XPOS: "_", Lemma: form, Feats: "_"})
		}
		all = append(all, words)
	}
	return all
}

// derivation returns the start of one for a shape of parser.
func derivation(s *score.Shape, sentence, n int) *decode.Derivation {
	d := &decode.Derivation{System: s.System, Actions: s.Actions, TwoStep: s.TwoStep}
	d.Start(sentence, n)
	return d
}

// taught teaches a learner batches of sentences with random costs on random ways.
func taught(l score.Learner, of *score.TrainingSet, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	for from := 0; from < len(of.Sentences); from += 2 {
		batch := of.Sentences[from:min(len(of.Sentences), from+2)]
		l.Read(batch...)
		var states []learn.State
		for i, words := range batch {
			states = append(states, derivation(&of.Shape, i, len(words)))
		}
		_ = new(learn.Decoder).Run(&teacher{l, random}, states...)
		if err := l.Update(); err != nil {
			panic(err)
		}
	}
}

// teacher is a policy without plan that has a learner learn whatever comes.
type teacher struct {
	learner score.Learner
	random  *rand.Rand
}

func (t *teacher) Choose(decisions []*learn.Decision) error {
	t.learner.Score(decisions)
	for _, d := range decisions {
		d.Costs = d.Costs[:0]
		for range d.Classes {
			d.Costs = append(d.Costs, float32(t.random.IntN(3)))
		}
		d.Choice = d.Classes[t.random.IntN(len(d.Classes))]
	}
	t.learner.Learn(decisions)
	return nil
}

// learned returns what a kind learns from random costs.
func learned(t *testing.T, k score.Kind, of *score.TrainingSet) score.Scorer {
	t.Helper()
	l, err := k.New(of)
	require.NoError(t, err)
	taught(l, of, 1)
	return l.Freeze()
}

// listener is a greedy policy that writes the scores of the classes offered down, by
// sentence; first is the number of sentence 0.
type listener struct {
	score.Session
	first  int
	scores map[int][]float32
}

func (p *listener) Choose(decisions []*learn.Decision) error {
	p.Score(decisions)
	for _, d := range decisions {
		for _, k := range d.Classes {
			p.scores[p.first+d.Input] = append(p.scores[p.first+d.Input], d.Scores[k])
		}
		d.Choice = d.Best()
	}
	return nil
}

// scoresOf returns the scores of all classes on greedy ways through sentences. The session
// reads batch sentences at once.
func scoresOf(session score.Session, s *score.Shape, all [][]conll.Word, batch int) map[int][]float32 {
	p := &listener{Session: session, scores: map[int][]float32{}}
	for ; p.first < len(all); p.first += batch {
		together := all[p.first:min(len(all), p.first+batch)]
		session.Read(together...)
		var states []learn.State
		for i, words := range together {
			states = append(states, derivation(s, i, len(words)))
		}
		_ = new(learn.Decoder).Run(p, states...)
	}
	return p.scores
}

// TestBatchesScoreLikeSingles: how many sentences are read at once changes no score.
func TestBatchesScoreLikeSingles(t *testing.T) {
	eachScorer(t, func(t *testing.T, _ score.Loader, scorer score.Scorer, l *score.TrainingSet) {
		session := scorer.NewSession()
		want := scoresOf(session, &l.Shape, l.Sentences, 1)
		require.Len(t, want, len(l.Sentences))
		for _, batch := range []int{5, 2, 1, 3} {
			require.Equal(t, want, scoresOf(session, &l.Shape, l.Sentences, batch), "%d at once", batch)
		}
	})
}

// TestSessionsSideBySide do not disturb each other: one step here, one there, and in
// goroutines of their own.
func TestSessionsSideBySide(t *testing.T) {
	eachScorer(t, func(t *testing.T, _ score.Loader, scorer score.Scorer, l *score.TrainingSet) {
		want := scoresOf(scorer.NewSession(), &l.Shape, l.Sentences, 1)
		var group sync.WaitGroup
		found := make([]map[int][]float32, 3)
		for i := range found {
			group.Go(func() { found[i] = scoresOf(scorer.NewSession(), &l.Shape, l.Sentences, i+1) })
		}
		group.Wait()
		for _, got := range found {
			require.Equal(t, want, got)
		}

		listeners := make([]*listener, len(l.Sentences))
		states := make([]*decode.Derivation, len(l.Sentences))
		for i, words := range l.Sentences {
			listeners[i] = &listener{Session: scorer.NewSession(), first: i, scores: map[int][]float32{}}
			listeners[i].Read(words)
			states[i] = derivation(&l.Shape, 0, len(words))
		}
		for open := true; open; {
			open = false
			for i, s := range states {
				if d := s.Next(); d != nil {
					require.NoError(t, listeners[i].Choose([]*learn.Decision{d}))
					require.NoError(t, s.Take(d.Choice))
					open = true
				}
			}
		}
		for i, p := range listeners {
			require.Equal(t, want[i], p.scores[i])
		}
	})
}

// TestSaveLoadScore: a scorer that was saved and loaded gives the same scores, and the same
// entries; those of another shape or none are refused.
func TestSaveLoadScore(t *testing.T) {
	eachScorer(t, func(t *testing.T, k score.Loader, scorer score.Scorer, l *score.TrainingSet) {
		data := file(t, scorer)
		arrays, err := npz.Read(bytes.NewReader(data), int64(len(data)))
		require.NoError(t, err)
		again, err := k.Load(arrays, "here/", &l.Shape)
		require.NoError(t, err)
		want := scoresOf(scorer.NewSession(), &l.Shape, l.Sentences, 1)
		require.Equal(t, want, scoresOf(again.NewSession(), &l.Shape, l.Sentences, 1))
		require.True(t, bytes.Equal(data, file(t, again)))
		require.Equal(t, scorer.Describe(), again.Describe())

		_, err = k.Load(arrays, "there/", &l.Shape)
		require.ErrorIs(t, err, npz.ErrFile)
		less := *l.Actions
		less.All = less.All[:1]
		_, err = k.Load(arrays, "here/", &score.Shape{System: l.System, Actions: &less, TwoStep: l.TwoStep, View: l.View})
		require.ErrorIs(t, err, npz.ErrFile)
	})
}

// file returns the model file that holds a scorer alone.
func file(t *testing.T, scorer score.Scorer) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, npz.Write(&b, scorer.Entries("here/")))
	return b.Bytes()
}

// TestLearning is the same with the same seed, another session of a learner knows what was
// learned, and what is frozen does not learn on.
func TestLearning(t *testing.T) {
	each(t, func(t *testing.T, k score.Kind, l *score.TrainingSet) {
		learner, err := k.New(l)
		require.NoError(t, err)
		other := learner.NewSession()
		before := scoresOf(other, &l.Shape, l.Sentences, 1)
		taught(learner, l, 1)
		after := scoresOf(other, &l.Shape, l.Sentences, 1)
		require.NotEqual(t, before, after)

		frozen := learner.Freeze()
		data := file(t, frozen)
		want := scoresOf(frozen.NewSession(), &l.Shape, l.Sentences, 1)
		taught(learner, l, 2)
		require.Equal(t, want, scoresOf(frozen.NewSession(), &l.Shape, l.Sentences, 1))
		require.True(t, bytes.Equal(data, file(t, frozen)))
		require.NotEqual(t, want, scoresOf(learner.Freeze().NewSession(), &l.Shape, l.Sentences, 1))

		l.Random = rand.New(rand.NewPCG(3, 0))
		require.True(t, bytes.Equal(data, file(t, learned(t, k, l))), "with the same seed")
	})
}

// greedy is the policy of the highest score.
type greedy struct{ score.Session }

func (g greedy) Choose(decisions []*learn.Decision) error {
	g.Score(decisions)
	for _, d := range decisions {
		d.Choice = d.Best()
	}
	return nil
}

// TestParsingDoesNotAllocate once a session and a derivation have seen such sentences:
// neither scoring, whatever the kind, nor, with the linear scorer, reading.
func TestParsingDoesNotAllocate(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants allocates")
	}
	eachScorer(t, func(t *testing.T, k score.Loader, scorer score.Scorer, l *score.TrainingSet) {
		if l.System.Kind() == transition.Graphs {
			return // whose searches allocate
		}
		session := scorer.NewSession()
		var decoder learn.Decoder
		var policy learn.Policy = greedy{session}
		d := derivation(&l.Shape, 0, 0)
		states, read := []learn.State{d}, make([][]conll.Word, 1)
		run := func(reads bool) {
			for _, words := range l.Sentences[1:2] {
				if read[0] = words; reads {
					session.Read(read...)
				}
				d.Start(0, len(words))
				_ = decoder.Run(policy, states...)
			}
		}
		run(true)
		_, isLinear := k.(linear.Kind)
		require.Zero(t, testing.AllocsPerRun(10, func() { run(isLinear) }))
	})
}

// TestExamples of kinds that can keep them teach a learner of their kind; others say that
// they cannot.
func TestExamples(t *testing.T) {
	each(t, func(t *testing.T, k score.Kind, l *score.TrainingSet) {
		learner, err := k.New(l)
		require.NoError(t, err)
		examples, err := learner.NewExamples(0, l.Random)
		if err != nil {
			require.ErrorIs(t, err, score.ErrNoExamples)
			require.ErrorContains(t, err, k.Name())
			return
		}
		added := 0
		for _, words := range l.Sentences {
			learner.Read(words)
			d, random := derivation(&l.Shape, 0, len(words)), rand.New(rand.NewPCG(1, 0))
			for asked := d.Next(); asked != nil; asked = d.Next() {
				for i := range asked.Classes {
					asked.Costs = append(asked.Costs, float32(i%3))
				}
				examples.Add(asked)
				added++
				_ = d.Take(asked.Classes[random.IntN(len(asked.Classes))])
			}
		}
		kept, dropped, bounded := examples.Counts(1)
		require.Equal(t, []int{added, 0, 0}, []int{kept, dropped, bounded})
		before := scoresOf(learner.NewSession(), &l.Shape, l.Sentences, 1)
		fresh, err := k.New(l)
		require.NoError(t, err)
		require.NoError(t, examples.Learn(t.Context(), fresh, 2, 0, l.Random))
		require.NotEqual(t, before, scoresOf(fresh.NewSession(), &l.Shape, l.Sentences, 1))
		require.Equal(t, before, scoresOf(learner.NewSession(), &l.Shape, l.Sentences, 1), "it is another that learns")
	})
}
