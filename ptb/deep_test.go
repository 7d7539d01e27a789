package ptb

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/testdata/testkit"
)

// Trees so deep that recursion would overflow even Go's stack are read, written
// and normalised: chains of one label, of two, and trees with a word on
// every level, to either side.
func TestNoTreeIsTooDeep(t *testing.T) {
	depths, deepest := []int{5_000}, 200_000
	if testkit.Deep() {
		depths, deepest = []int{5_000, 50_000}, 1_000_000
	}
	for _, depth := range depths {
		checkDeep(t, strings.Repeat("(X ", depth)+"(W w)"+strings.Repeat(")", depth))
		checkDeep(t, strings.Repeat("(X (Y ", depth/2)+"(W w)"+strings.Repeat("))", depth/2))
		checkDeep(t, strings.Repeat("(X ", depth)+strings.Repeat("(W w))", depth))
		checkDeep(t, strings.Repeat("(X (W w)", depth)+strings.Repeat(")", depth))
	}
	checkDeep(t, strings.Repeat("(X ", deepest)+"(W w)"+strings.Repeat(")", deepest))
}

func checkDeep(t *testing.T, text string) {
	t.Helper()
	tree := parse(t, text)
	require.True(t, tree.Equal(Steps{}.Apply(tree)))
	require.True(t, tree.Equal(parse(t, print(t, tree, false, false))))
	require.True(t, tree.Equal(parse(t, print(t, tree, true, true))))
	normal := Usual().Apply(tree)
	require.True(t, normal.Equal(Usual().Apply(normal)))
}

// TestManyOpenBrackets: brackets that are never closed, up to the limit.
func TestManyOpenBrackets(t *testing.T) {
	for n, cause := range map[int]error{1_000_000: ErrUnbalanced, 10_000_000: errTooLong} {
		r := NewReader(strings.NewReader("(A "+strings.Repeat("(", n)+"\n(A b)"), "f")
		_, err := r.Read()
		require.ErrorIs(t, err, cause)
		tree, err := r.Read()
		require.NoError(t, err)
		require.Equal(t, "(A b)", tree.String())
	}
}

// An endless tree is refused as soon as it passes the limit.
func TestEndless(t *testing.T) {
	const limit = 1 << 20
	for _, text := range []testkit.Endless{{Piece: "\x00"}, {Piece: "("}, {Head: "(S (A ", Piece: "a"}, {Head: "(S ", Piece: "(A a) "}, {Piece: ")"}} {
		for _, lines := range []bool{false, true} {
			text.Given = 0
			r := NewReader(&text, "f")
			r.s.limit, r.Lines = limit, lines
			_, err := r.Read()
			require.Error(t, err)
			require.Less(t, text.Given, limit+3*textfile.BufferSize, "%v", text)
		}
	}
}

// TestLongSentences: 5,000 words in one constituent, and each in its own.
func TestLongSentences(t *testing.T) {
	const words = 5_000
	for _, text := range []string{
		"( (S" + strings.Repeat(" (NN word)", words) + "))",
		"( (S" + strings.Repeat(" (NP-SBJ (DT a) (NN word) (-NONE- *))", words/2) + "))",
	} {
		tree := parse(t, text)
		require.Equal(t, text+"\n", print(t, tree, false, false))
		laws(t, tree)
	}
}

// Reading and writing 200,000 trees, 9 MB on one line, must not hold more than a few
// of them in memory; with PARSER_DEEP it is 500,000.
func TestReadingTakesConstantMemory(t *testing.T) {
	const most = 2 << 20
	trees := 200_000
	if testkit.Deep() {
		trees = 500_000
	}
	r := NewReader(testkit.Repeated("((S (NP (DT the) (NN dog)) (VP (VBZ barks))))", trees), "f")
	w := NewWriter(io.Discard)
	check := testkit.HeapBelow(t, most)
	read := 0
	for tree, err := range r.All() {
		require.NoError(t, err)
		require.NoError(t, w.Write(tree))
		if read++; read%50_000 == 0 {
			check()
		}
	}
	require.Equal(t, trees, read)
}
