package neural

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// more returns a shape like one of shapeOf with a third label.
func more(s score.Shape) score.Shape {
	uses := map[decode.Use]bool{}
	for m := range transition.NumMoves {
		if m.Labelled() {
			uses[decode.Use{Move: m, Label: 2}] = true
		}
	}
	s.Actions = s.Actions.With(s.System, uses)
	return s
}

// otherSentences have new words.
func otherSentences() [][]conll.Word {
	a := conll.Word{Form: "another", Lemma: "another", UPOS: "DET", XPOS: "DET", Feats: "_"}
	b := conll.Word{Form: "horse", Lemma: "horse", UPOS: "NOUN", XPOS: "NOUN", Feats: "Number=Sing"}
	return slices.Repeat([][]conll.Word{{a, b}}, 3)
}

// goingOn returns a learner of sentences that goes on from a scorer.
func goingOn(t *testing.T, s Settings, from score.Scorer, shape score.Shape, sentences [][]conll.Word) *learner {
	t.Helper()
	l, err := Kind{Settings: s}.New(&score.TrainingSet{Shape: shape, Sentences: sentences, Epochs: 1, Seed: 5,
		Random: rand.New(rand.NewPCG(5, 1)), Resources: score.Resources{"init": from}})
	require.NoError(t, err)
	return l.(*learner)
}

// TestGoingOn: whatever is built, a network that goes on from another one, with more labels and words, gives the
// actions of old the same scores, to the last bit, before it learns; and the words the same tags. The settings may name
// another size.
func TestGoingOn(t *testing.T) {
	for _, system := range systems() {
		for _, twoStep := range []bool{false, true} {
			for _, multiTask := range []string{"", "upos,feats"} {
				settings, shape := tiny(), shapeOf(system, twoStep)
				if !shape.View.Layout().Tagging {
					settings.MultiTask = multiTask
				}
				before := newLearner(t, settings, shape, nil).Freeze().(*scorer)
				sentences := append(twoSentences(), otherSentences()...)
				l := goingOn(t, Settings{Size: "small", Loss: "likelihood", Rate: 1, Batch: 1, Clip: 1}, before, more(shape), sentences)
				require.Equal(t, before.Size, l.Size)
				require.Equal(t, before.Columns(), l.Freeze().Columns())
				require.Equal(t, before.Fields(), l.Fields())
				require.GreaterOrEqual(t, l.vocabularies[0].row(0, "horse"), int32(firstRow))
				require.Negative(t, before.vocabularies[0].row(0, "horse"))
				batch := twoSentences()
				old, now := before.NewSession(), l.NewSession()
				old.Read(batch...)
				now.Read(batch...)
				wider := 0
				for _, d := range asked(&shape, batch) {
					old.Score([]*learn.Decision{d})
					scores := slices.Clone(d.Scores)
					now.Score([]*learn.Decision{d})
					require.Equal(t, scores, d.Scores[:len(scores)], "%s, two steps: %v", system.Name(), twoStep)
					wider += len(d.Scores) - len(scores)
				}
				require.Positive(t, wider)
				for _, field := range before.Fields() {
					require.Equal(t, before.Values(field), l.Values(field), "there are no new tags")
					require.Equal(t, old.(score.Filler).Probability(field, before.Values(field)[0], 0, 1),
						now.(score.Filler).Probability(field, before.Values(field)[0], 0, 1))
				}
			}
		}
	}
}

// TestGoingOnWithTags: new tags come after the old ones, whose weights stay; combinations are of both. A column that the
// treebank leaves empty keeps its tags, and teaches nothing.
func TestGoingOnWithTags(t *testing.T) {
	settings := tiny()
	settings.MultiTask = "upos,xpos,feats"
	shape := shapeOf(transition.ArcHybrid{}, false)
	before := newLearner(t, settings, shape, nil).Freeze().(*scorer)
	sentences := otherSentences()
	for _, words := range sentences {
		words[0].UPOS, words[0].XPOS, words[0].Feats, words[1].XPOS, words[1].Feats = "ADP", "_", "_", "_", "_"
	}
	l := goingOn(t, settings, before, shape, sentences)
	require.Equal(t, append(slices.Clone(before.Values("upos")), "ADP"), l.Values("upos"))
	require.Equal(t, before.Values("xpos"), l.Values("xpos"))
	require.Equal(t, before.Values("feats"), l.Values("feats"))
	for k, own := range before.taggers {
		for row := range own.output.rows {
			require.Equal(t, own.output.row(int32(row)), l.taggers[k].output.row(int32(row))[:own.output.cols])
		}
		require.Equal(t, own.expected.weights, l.taggers[k].expected.weights[:len(own.expected.weights)])
	}
	require.Subset(t, l.together, before.together)
	require.Contains(t, l.together, []int32{int32(len(before.Values("upos"))), 0, 3}, "the new tag goes with what was known of the others")
	for _, row := range l.together {
		for k, n := range row {
			require.Less(t, int(n), len(l.taggers[k].values))
			require.GreaterOrEqual(t, n, int32(0))
		}
	}
	l.Read(sentences...)
	for k, taught := range []int{2 * len(sentences), 0, 0} { // UPOS alone
		n := 0
		l.eachGold(l.taggers[k], func(int, int32) { n++ })
		require.Equal(t, taught, n, l.taggers[k].name())
	}

	for _, words := range sentences { // now nothing says anything
		words[0].UPOS, words[1].UPOS = "_", "_"
	}
	require.Equal(t, before.together, goingOn(t, settings, before, shape, sentences).together)

	for _, words := range sentences { // now XPOS and FEATS say something
		words[0].UPOS, words[1].UPOS = "ADP", "NOUN"
		words[0].XPOS, words[1].XPOS, words[1].Feats = "IN", "NN", "Case=Nom"
	}
	l = goingOn(t, settings, before, shape, sentences)
	require.Greater(t, len(l.together), len(before.together))
	require.Subset(t, l.together, before.together)
	require.True(t, slices.IsSortedFunc(l.together, slices.Compare[[]int32]))
}

// TestGoingOnFromVectors: the words that have vectors keep what was made of them, as embeddings that are learned; no
// others join them.
func TestGoingOnFromVectors(t *testing.T) {
	before := withVectors(t, tiny(), shapeOf(transition.ArcHybrid{}, false)).Freeze().(*scorer)
	shape := shapeOf(transition.ArcHybrid{}, false)
	l := goingOn(t, tiny(), before, shape, append(twoSentences(), otherSentences()...))
	last := len(before.tables) - 1
	require.Equal(t, vectorsColumn, l.vocabularies[last].column)
	require.Equal(t, before.vocabularies[last].values, l.vocabularies[last].values)
	require.Equal(t, before.tables[last].weights, l.tables[last].weights)
	require.Nil(t, l.projection)
}

// TestGoingOnKeepsPrecision of tables.
func TestGoingOnKeepsPrecision(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	before := newLearner(t, tiny(), shape, nil)
	before.ofTables = "int8"
	l := goingOn(t, tiny(), before.Freeze(), shape, otherSentences())
	require.EqualValues(t, "int8", l.Freeze().(*scorer).ofTables)
}

// TestGoingOnFromOtherKinds is refused.
func TestGoingOnFromOtherKinds(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	_, err := Kind{Settings: tiny()}.New(&score.TrainingSet{Shape: shape, Sentences: twoSentences(),
		Random: rand.New(rand.NewPCG(1, 1)), Resources: score.Resources{"init": other{}}})
	require.ErrorContains(t, err, "is not scored by a network")
}

type other struct{ score.Scorer }

// TestSettling: a new word begins like an unknown one, new parts of words add nothing, and new actions and tags score the
// mean of the others.
func TestSettling(t *testing.T) {
	settings := tiny()
	settings.MultiTask = "upos"
	shape := shapeOf(transition.ArcHybrid{}, false)
	before := newLearner(t, settings, shape, nil).Freeze().(*scorer)
	sentences := otherSentences()
	sentences[0][0].UPOS = "ADP"
	l := goingOn(t, settings, before, more(shape), sentences)
	for i, v := range l.vocabularies {
		fresh := 0
		for row := before.tables[i].rows; row < l.tables[i].rows; row++ {
			want := l.tables[i].row(unknownRow)
			if v.column != formColumn {
				want = make([]float32, len(want))
			}
			require.Equal(t, want, l.tables[i].row(int32(row)))
			fresh++
		}
		require.Positive(t, fresh, v.name())
	}
	old := len(before.Values("upos"))
	mean := func(x []float32) (mean float64) {
		for _, y := range x {
			mean += float64(y) / float64(len(x))
		}
		return mean
	}
	for _, m := range []struct {
		of  *matrix
		old int
	}{{l.output[0], before.classes[0]}, {l.bias[0], before.classes[0]}, {l.taggers[0].output, old}, {l.taggers[0].bias, old}} {
		require.Greater(t, m.of.cols, m.old)
		for row := range m.of.rows {
			for _, x := range m.of.row(int32(row))[m.old:] {
				require.InDelta(t, mean(m.of.row(int32(row))[:m.old]), x, 1e-6)
			}
		}
	}
	e := l.taggers[0].expected
	for k := range e.cols {
		var column []float32
		for row := range old {
			column = append(column, e.row(int32(row))[k])
		}
		require.InDelta(t, mean(column), e.row(int32(old))[k], 1e-6)
	}
}

// TestInitShare: what is frozen is the mean of what is learned and of what learning went on from.
func TestInitShare(t *testing.T) {
	shape, settings := shapeOf(transition.ArcHybrid{}, false), tiny()
	settings.Precision = "single"
	before := newLearner(t, settings, shape, nil).Freeze().(*scorer)
	for _, share := range []float64{0, 0.5, 1} {
		settings.InitShare = share
		l := goingOn(t, settings, before, more(shape), twoSentences())
		for _, m := range l.matrices() {
			for i := range m.weights {
				m.weights[i]++
			}
		}
		frozen := l.Freeze().(*scorer)
		for row := range before.output[0].rows {
			for k, x := range frozen.output[0].row(int32(row)) {
				want := l.output[0].row(int32(row))[k]
				if k < before.output[0].cols {
					want -= float32(share)
				}
				require.InDelta(t, want, x, 1e-6)
			}
		}
		last := len(before.extra.weights) - 1
		require.InDelta(t, before.extra.weights[last]+1-float32(share), frozen.extra.weights[len(frozen.extra.weights)-1], 1e-6, "that of the bias")
	}
}

// TestGoingOnWithTreebanks: a parser of one treebank learns to tell several apart, and gives the same scores before it has.
func TestGoingOnWithTreebanks(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	before := newLearner(t, tiny(), shape, nil).Freeze().(*scorer)
	marked := append(twoSentences(), twoSentences()...)
	for i := range marked {
		marked[i] = score.Following(nil, marked[i], []string{"old"}, []string{"old", "old", "new", "new"}[i])
	}
	l := goingOn(t, tiny(), before, shape, marked)
	require.NotNil(t, l.vocabulary(treebankColumn))
	old, now := before.NewSession(), l.NewSession()
	old.Read(twoSentences()...)
	now.Read(marked[2:]...)
	for _, d := range asked(&shape, twoSentences()) {
		old.Score([]*learn.Decision{d})
		scores := slices.Clone(d.Scores)
		now.Score([]*learn.Decision{d})
		require.Equal(t, scores, d.Scores)
	}

	again := goingOn(t, tiny(), l.Freeze(), shape, [][]conll.Word{score.Following(nil, twoSentences()[0], []string{"old"}, "third")})
	require.Equal(t, []value{{text: "new"}, {text: "old"}, {text: "third"}}, again.vocabulary(treebankColumn).values)
}

// TestOnlyFill: a session that only fills columns predicts what it predicts when it scores, too.
func TestOnlyFill(t *testing.T) {
	settings := tiny()
	settings.MultiTask = "upos,xpos,feats"
	frozen := newLearner(t, settings, shapeOf(transition.ArcHybrid{}, false), nil).Freeze().(*scorer)
	whole, part := frozen.NewSession(), frozen.NewSession()
	part.(score.Partial).OnlyFill()
	for range 2 {
		whole.Read(twoSentences()...)
		part.Read(twoSentences()...)
		for sentence, words := range twoSentences() {
			for word := range words {
				for field := range frozen.Fields() {
					require.Equal(t, whole.(score.Filler).Distribution(field, sentence, word), part.(score.Filler).Distribution(field, sentence, word))
				}
			}
		}
	}
	require.NotEmpty(t, whole.(*session).encoded)
	require.Empty(t, part.(*session).encoded)
}
