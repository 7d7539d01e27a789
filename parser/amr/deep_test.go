package amr

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/testdata/testkit"
)

// Graphs so deep that recursion would overflow the stack, and so wide that a quadratic algorithm
// would not finish, are read, written and normalised.
func TestNoGraphIsTooDeep(t *testing.T) {
	const depth, nodes = 20_000, 40_000
	var chain, comb, wide, ring strings.Builder
	for i := range depth {
		fmt.Fprintf(&chain, "(v%d / c :r", i)
		fmt.Fprintf(&comb, "(v%d / c :q \"s\" :m v%d :r", i, max(i-1, 0))
	}
	for i := range nodes {
		fmt.Fprintf(&wide, " :r (v%d / c)", i)
		fmt.Fprintf(&ring, " :r (v%d :m v%d)", i, nodes-1-i)
	}
	for text, size := range map[string]int{
		chain.String() + " -" + strings.Repeat(")", depth): 1 + depth + depth,
		comb.String() + " -" + strings.Repeat(")", depth):  1 + depth + 3*depth,
		"(r / root" + wide.String() + ")":                  2 + 2*nodes,
		"(r / root" + ring.String() + ")":                  2 + 2*nodes,
	} {
		g := parse(t, text)
		require.NoError(t, g.Check())
		require.Equal(t, size, len(g.Triples().List()))
		again := parse(t, g.String())
		require.True(t, len(g.Nodes) == len(again.Nodes) && len(g.Edges) == len(again.Edges))
		g.NameVariables()
		require.NoError(t, g.Check())
		_, err := NewReader(strings.NewReader(text[:len(text)-1]), "f").Read()
		require.ErrorIs(t, err, ErrUnfinished)
	}
}

// What is too long is refused while it is read, and the next graph is not; the same limit applies
// to reading what was written.
func TestTooLong(t *testing.T) {
	const times = 300_000
	for _, c := range []struct{ begin, middle, end string }{
		{"(a / b", " :c d", ""},
		{"(a / b", "\n:c d", ""},
		{"(a / b", "\n:c a", ""},
		{"(a / b\n", strings.Repeat(" ", 20), ""},
		{"(a / b", "x", ""},
		{"(a / b :op1 \"", "x", ""},
		{"(a / b :c d~1", ",1", ""},
		{"(a / b :c d", ",", ""},
		{"", "# a\n", "(a / b)"},
		{"", "# ::a b\n", "(a / b)"},
		{"# ", "::a b ", "\n(a / b)"},
		{"# ::snt ", "::a b ", "\n(a / b)"},
	} {
		text := c.begin + strings.Repeat(c.middle, times) + c.end + "\n\n# ::id good\n(g / good)\n"
		r := NewReader(strings.NewReader(text), "f")
		r.limit = 1 << 14
		_, err := r.Read()
		require.ErrorIs(t, err, errTooLong, "%q", c)
		g, err := r.Read()
		require.NoError(t, err, "%q", c)
		require.Equal(t, "(g / good)", flat(g))
	}
	for _, text := range []testkit.Endless{{Piece: "\x00"}, {Piece: "# a\n"}, {Head: "(a / b", Piece: " :c d"}, {Head: "(a / b", Piece: "\n:c d"}} {
		r := NewReader(&text, "f")
		r.limit = 1 << 20
		_, err := r.Read()
		require.ErrorIs(t, err, errTooLong)
		require.Less(t, text.Given, lineLimit(r.limit)+3*textfile.BufferSize, "%v", text)
	}
	g := parse(t, "(a / b :c d)")
	g.Nodes[0].Concept = strings.Repeat("x", maxSize)
	require.ErrorIs(t, g.Check(), errTooLong)
}

// A graph of the size that the limit allows can be written; one byte more cannot be read.
func TestLimit(t *testing.T) {
	text := "# ::id x ::a\n# text\n(a / b~1 :c~2 d~3 :e a~4 :f (g :h \"i\"))"
	g := parse(t, text)
	for _, limit := range []int{g.size(), g.size() - 1} {
		r := NewReader(strings.NewReader(text), "f")
		r.limit = limit
		_, err := r.Read()
		require.Equal(t, limit < g.size(), errors.Is(err, errTooLong))
	}
}

// After a large graph small ones are read as fast as before it.
func TestLargeGraphLeavesNothingBehind(t *testing.T) {
	const nodes, graphs = 100_000, 20_000
	var large strings.Builder
	for i := range nodes {
		fmt.Fprintf(&large, " :r (v%d)", i)
	}
	text := "(r" + large.String() + ")\n" + strings.Repeat("(a / b)\n", graphs)
	require.Len(t, read(t, text), 1+graphs)
}
