package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/treebank"
	"parser/transition"
)

// partialTree makes a sentence of words with heads and labels.
func partialTree(heads []int, labels ...string) *conll.Sentence {
	s := &conll.Sentence{File: "made", Line: 1}
	for i, h := range heads {
		s.Words = append(s.Words, conll.Word{Form: "w", UPOS: "X", Head: h, Deprel: labels[i]})
	}
	return s
}

// TestBankOfPartialTrees: lifted arcs of partial trees are labelled like others, unknown arcs have
// no label, and a sentence about which nothing is known is left out.
func TestBankOfPartialTrees(t *testing.T) {
	const none = conll.NoHead
	encoding := Encoding{NonProjective: "head"}
	e, err := encoding.Codec("arc-hybrid", "")
	require.NoError(t, err)
	crossing := partialTree([]int{4, 0, none, 2}, "a", "root", "lost", "d") // 4 -> 1 is lifted to 2
	b := e.Bank(treebank.Data{Sentences: []*conll.Sentence{
		crossing, crossing, crossing,
		partialTree([]int{4, 0, none, none}, "a", "root", "_", "_"), // and here over 4, whose head is unknown
		partialTree([]int{2, 0, 2}, "_", "root", "d"),
		partialTree([]int{none, none}, "a", "d"),
		partialTree([]int{4, 0, none, 2}, "_", "root", "_", "d"),
	}})
	lifted := annotation{Heads: []int{2, 0, none, 2}, Labels: []string{"a↑d", "root", "", "d"}}
	require.Equal(t, []annotation{
		lifted, lifted, lifted,
		{Heads: []int{none, 0, none, none}, Labels: []string{"", "root", "", ""}},
		{Heads: []int{2, 0, 2}, Labels: []string{"", "root", "d"}},
		{Heads: []int{none, none}, Labels: []string{"", ""}, Skip: oracle.ErrPartial},
		{Heads: []int{2, 0, none, 2}, Labels: []string{"", "root", "", "d"}},
	}, b.Gold)
	require.Equal(t, []string{"a↑d", "d", "root"}, b.Labels())
	require.Equal(t, transition.SingleRoot, b.Params.Roots)

	o, err := oracle.New("dynamic", transition.ArcHybrid{})
	require.NoError(t, err)
	c, err := b.Corpus(e, o, b.Labels())
	require.NoError(t, err)
	require.Equal(t, Skipped{Partial: 1}, c.Skipped)
	require.Equal(t, oracle.Gold{Heads: []int32{-1, 2, 0, -1, 2}, Labels: []int32{-1, 0, 2, -1, 1}}, c.Golds[0])
	for use := range c.uses(transition.ArcHybrid{}) {
		require.NotEqual(t, int32(transition.None), use.Label)
	}

	static, err := oracle.New("static", transition.ArcHybrid{})
	require.NoError(t, err)
	c, err = b.Corpus(e, static, b.Labels())
	require.NoError(t, err)
	require.Equal(t, Skipped{Partial: 6}, c.Skipped)
}

// TestCyclesOfPartialTrees are errors that say where.
func TestCyclesOfPartialTrees(t *testing.T) {
	encoding := Encoding{NonProjective: "head"}
	e, err := encoding.Codec("arc-hybrid", "")
	require.NoError(t, err)
	b := e.Bank(treebank.Data{Sentences: []*conll.Sentence{partialTree([]int{2, 1, conll.NoHead}, "a", "b", "c")}})
	require.ErrorIs(t, b.Gold[0].Err, conll.ErrCycle)
	require.ErrorContains(t, b.Gold[0].Err, "made:1")
}

// TestNothingIsLabelled: arcs alone, as where labelled ones were left out, teach no label.
func TestNothingIsLabelled(t *testing.T) {
	encoding := Encoding{NonProjective: "skip"}
	e, err := encoding.Codec("arc-hybrid", "")
	require.NoError(t, err)
	b := e.Bank(treebank.Data{Sentences: []*conll.Sentence{
		partialTree([]int{3, 4, 0, 3}, "a", "b", "root", "c"), // not projective
		partialTree([]int{0, conll.NoHead}, "_", "_"),
	}})
	o, err := oracle.New("dynamic", transition.ArcHybrid{})
	require.NoError(t, err)
	_, err = b.Corpus(e, o, b.Labels())
	require.ErrorIs(t, err, ErrNoTree)
}
