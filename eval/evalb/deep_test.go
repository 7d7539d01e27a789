package evalb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/ptb"
)

const manyWords = 5000

// comb is a tree over n words in which each bracket consists of one word, on the left or
// on the right, and of the bracket of all other words.
func comb(n int, wordLeft bool) *ptb.Tree {
	leaf := func(i int) *ptb.Tree { return &ptb.Tree{Label: "X", Word: fmt.Sprint(i)} }
	if wordLeft {
		t := leaf(n - 1)
		for i := n - 2; i >= 0; i-- {
			t = &ptb.Tree{Label: "A", Children: []*ptb.Tree{leaf(i), t}}
		}
		return t
	}
	t := leaf(0)
	for i := 1; i < n; i++ {
		t = &ptb.Tree{Label: "A", Children: []*ptb.Tree{t, leaf(i)}}
	}
	return t
}

// chain is n brackets over one word.
func chain(n int, label func(i int) string) *ptb.Tree {
	t := &ptb.Tree{Label: "X", Word: "w"}
	for i := range n {
		t = &ptb.Tree{Label: label(i), Children: []*ptb.Tree{t}}
	}
	return t
}

func TestDeepTrees(t *testing.T) {
	right, left := comb(manyWords, true), comb(manyWords, false)
	s := NewScorer(Params{Labelled: true}).addPair(right, left)
	require.Equal(t, fmt.Sprintf("%d 0, 1 %d %d %d, %d %d", manyWords, manyWords-1, manyWords-1, manyWords-2, manyWords, manyWords), row(s))
	s = NewScorer(Params{Labelled: true}).addPair(right, right)
	require.Equal(t, manyWords-1, s.Matched)
	require.Zero(t, s.Crossing)

	const deep = 100_000
	a := func(int) string { return "A" }
	half := func(i int) string { return strings.Repeat("B", i%2) + "A" }
	s = NewScorer(Params{Labelled: true}).addPair(chain(deep, a), chain(deep, half))
	require.Equal(t, fmt.Sprintf("1 0, %d %d %d 0, 1 1", deep/2, deep, deep), row(s))
	s = NewScorer(Params{Labelled: true, EqualLabels: [][2]string{{"BA", "A"}}}).addPair(chain(deep, half), chain(deep, a))
	require.Equal(t, deep, s.Matched)
}

// All quotation marks of a long sentence are restored.
func TestManyQuotes(t *testing.T) {
	var gold, system []*ptb.Tree
	for i := range manyWords / 2 {
		word := &ptb.Tree{Label: "X", Word: fmt.Sprint(i)}
		gold = append(gold, &ptb.Tree{Label: "``", Word: "'"}, word)
		system = append(system, &ptb.Tree{Label: "POS", Word: "'"}, word)
	}
	s := NewScorer(params(t, quote1)).addPair(&ptb.Tree{Label: "S", Children: gold}, &ptb.Tree{Label: "S", Children: system})
	require.Equal(t, fmt.Sprintf("%d 0, 1 1 1 0, %d %d", manyWords, manyWords, manyWords/2), row(s))
}

func BenchmarkBrackets(b *testing.B) {
	gold, system := randomTrees(1, 1000, 30)
	p := named(b, "collins")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Score(gold, system, p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDeepBrackets(b *testing.B) {
	gold, system := comb(manyWords, true), comb(manyWords, false)
	b.ReportAllocs()
	for b.Loop() {
		NewScorer(Params{}).addPair(gold, system)
	}
}
