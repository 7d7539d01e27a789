package treebank_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/treebank"
	"parser/ptb"
)

func sentences(n int) treebank.Data {
	var d treebank.Data
	for range n {
		d.Sentences = append(d.Sentences, &conll.Sentence{Words: []conll.Word{{Form: "Go", Head: 0, Deprel: "root"}}})
	}
	return d
}

// TestJoin: sentences that were there first are a source, whatever is added to them.
func TestJoin(t *testing.T) {
	silver, second := treebank.Source{Silver: true, Share: 2}, treebank.Source{Name: "second", Share: 0.5}
	for name, c := range map[string]struct {
		first int
		add   []treebank.Source // each with two sentences
		want  []int             // From
		gold  int
	}{
		"silver after gold":      {3, []treebank.Source{silver}, []int{0, 0, 0, 1, 1}, 3},
		"gold after gold":        {1, []treebank.Source{second}, []int{0, 1, 1}, 3},
		"into nothing":           {0, []treebank.Source{second}, []int{0, 0}, 2},
		"silver alone":           {0, []treebank.Source{silver}, []int{0, 0}, 0},
		"gold, gold, and silver": {1, []treebank.Source{second, silver}, []int{0, 1, 1, 2, 2}, 3},
	} {
		d := sentences(c.first)
		for _, s := range c.add {
			d.Join(s, sentences(2))
		}
		require.Equal(t, c.want, d.From, name)
		require.Equal(t, len(c.want), d.Len(), name)
		require.Equal(t, c.gold, d.Gold().Len(), name)
		if c.first > 0 {
			require.Equal(t, treebank.Source{Share: 1}, d.SourceOf(0), name)
		}
		require.Equal(t, c.add[len(c.add)-1], d.SourceOf(d.Len()-1), name)
	}
}

// TestSourceOf: a share of 0 is all, and a place that is not in Sources is a treebank without a name.
func TestSourceOf(t *testing.T) {
	d := sentences(3)
	d.Sources, d.From = []treebank.Source{{Name: "one"}}, []int{0, 7}
	require.Equal(t, treebank.Source{Name: "one", Share: 1}, d.SourceOf(0))
	for _, i := range []int{-1, 1, 2, 3} {
		require.Equal(t, treebank.Source{Share: 1}, d.SourceOf(i))
	}
}

// TestFirst: any number is a number of sentences.
func TestFirst(t *testing.T) {
	joined := sentences(2)
	joined.Join(treebank.Source{Name: "second"}, sentences(1))
	for _, d := range []treebank.Data{sentences(3), joined} {
		for n, want := range map[int]int{-1: 0, 0: 0, 2: 2, 3: 3, 99: 3} {
			require.Equal(t, want, d.First(n).Len(), n)
			require.Len(t, d.First(n).From, min(want, len(d.From)), n)
		}
	}
}

// TestAppend takes what an item has, its words if it has nothing else.
func TestAppend(t *testing.T) {
	words := []conll.Word{{Form: "Go"}}
	s, tree := &conll.Sentence{Words: words}, &ptb.Tree{Label: "VB", Word: "Go"}
	for name, c := range map[string]struct {
		item *treebank.Item
		want treebank.Data
	}{
		"nothing":  {nil, treebank.Data{}},
		"words":    {&treebank.Item{Words: words}, treebank.Data{Sentences: []*conll.Sentence{s}}},
		"sentence": {treebank.SentenceItem(s), treebank.Data{Sentences: []*conll.Sentence{s}}},
		"tree":     {&treebank.Item{Words: words, Tree: tree}, treebank.Data{Trees: []*ptb.Tree{tree}}},
	} {
		var d treebank.Data
		d.Append(c.item)
		require.Equal(t, c.want, d, name)
	}
}

// TestClone: the copy of an item has words of its own.
func TestClone(t *testing.T) {
	require.Nil(t, (*treebank.Item)(nil).Clone())
	require.Nil(t, treebank.SentenceItem(nil))
	for _, it := range []*treebank.Item{{Words: []conll.Word{{Form: "Go"}}}, treebank.SentenceItem(sentences(1).Sentences[0])} {
		c := it.Clone()
		c.Words[0].Form = "Stay"
		require.Equal(t, "Go", it.Words[0].Form)
		if c.Sentence != nil {
			require.Equal(t, "Stay", c.Sentence.Words[0].Form)
		}
	}
}
