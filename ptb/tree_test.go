package ptb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWalk(t *testing.T) {
	tree := parse(t, "(S (NP (D a) (N b)) (V c) (X))")
	var visits []string
	tree.Walk(func(n *Tree) { visits = append(visits, "+"+n.Label) }, func(n *Tree) { visits = append(visits, "-"+n.Label) })
	require.Equal(t, "+S +NP +D -D +N -N -NP +V -V +X -X -S", strings.Join(visits, " "))
	visits = nil
	tree.Walk(nil, func(n *Tree) { visits = append(visits, n.Label) })
	require.Equal(t, "D N NP V X S", strings.Join(visits, " "))
	tree.Walk(nil, nil)
}

func TestLeavesAndSpans(t *testing.T) {
	tree := parse(t, "(S (NP (D a) (N b)) (X) (VP (V c) (NP (N d))))")
	var words []string
	for _, leaf := range tree.Leaves() {
		words = append(words, leaf.Word)
	}
	require.Equal(t, []string{"a", "b", "c", "d"}, words)
	require.Equal(t, []Span{{"S", 0, 4}, {"NP", 0, 2}, {"X", 2, 2}, {"VP", 2, 4}, {"NP", 3, 4}}, tree.Spans())
}

func TestCloneAndEqual(t *testing.T) {
	tree := parse(t, "(S (NP (D a) (N b)) (X) (V c))")
	clone := Steps{}.Apply(tree)
	require.Equal(t, tree, clone)
	require.True(t, tree.Equal(clone))
	clone.Children[0].Children[0].Word = "b"
	require.False(t, tree.Equal(clone))
	require.Equal(t, "a", tree.Leaves()[0].Word)
	for _, other := range []string{"(S (NP (D a) (N b)) (X) (V c) (V d))", "(S (NP (D a) (M b)) (X) (V c))", "(S (NP (D a) (N b)) (X (Y)) (V c))", "(S)"} {
		require.False(t, tree.Equal(parse(t, other)), other)
		require.False(t, parse(t, other).Equal(tree), other)
	}
}

func TestCheck(t *testing.T) {
	for text, want := range map[string]error{
		"(S (VP (VB Go)))":                  nil,
		"((S (VP (VB Go))))":                nil,
		"(S (NP (-NONE- *)))":               nil,
		"()":                                errNoWords,
		"(())":                              errNoWords,
		"(S (NP ))":                         errNoWords,
		"(S (NP ) (VP (VB Go)))":            errEmptyConstituent,
		"(S (VP (VB Go) (NP (NP ))) (. .))": errEmptyConstituent,
	} {
		tree, err := NewReader(strings.NewReader(text), "test").Read()
		require.NoError(t, err)
		require.ErrorIs(t, tree.Check(), want, text)
	}
}

// Released treebanks have no constituents without words.
func TestReleasedTreebanksPass(t *testing.T) {
	for _, file := range treebanks(t, "*") {
		trees, err := ReadFile(file)
		require.NoError(t, err)
		for _, tree := range trees {
			require.NoError(t, tree.Check(), "%s: %s", file, tree)
		}
	}
}
