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

// TestSameSpelling: words have the same spelling if the network sees the same of them.
func TestSameSpelling(t *testing.T) {
	w := conll.Word{Form: "form", Lemma: "lemma", UPOS: "upos", XPOS: "xpos", Feats: "feats", Misc: "Treebank=bank"}
	for k := range columns {
		source := (&vocabulary{column: k}).source()
		require.Equal(t, columns[k].text(&w), columns[source].text(&w), columns[k].name)
	}
	n := &network{vocabularies: []*vocabulary{{column: formColumn}, {column: affixesColumn}, {column: uposColumn}}}
	s := &session{network: n, memory: &memory{}, sentences: [][]conll.Word{{
		{Form: "a", UPOS: "b"}, {Form: "a", UPOS: "b", XPOS: "c"}, {Form: "ab"}, {UPOS: "ab"}, {Form: "a\x00", UPOS: "b"}, {Form: "a", UPOS: "\x00b"},
	}}}
	places := map[string][]int{}
	for position := range len(s.sentences[0]) + 2 {
		key := string(s.spelling(0, position))
		places[key] = append(places[key], position)
	}
	require.Len(t, places, len(s.sentences[0])+1)
	require.Equal(t, []int{1, 2}, places[string(s.spelling(0, 1))])
}
