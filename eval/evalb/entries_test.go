package evalb

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
)

// Blank lines at the end count as sentences only if the other file has lines there too.
func TestBlankLinesAtTheEnd(t *testing.T) {
	const tree = "(S (A a))\n"
	for _, c := range []struct {
		gold, system string
		sentences    int // 0 is an error
	}{
		{tree + tree, tree + tree, 2},
		{tree + tree, tree + "\n", 2},
		{tree + "\n", tree + tree, 2},
		{tree + "\n", tree + "\n", 2},
		{tree + "\n\n\n", tree, 1},
		{tree, tree + "\n\n", 1},
		{tree + "\n" + tree, tree + tree, 0},
		{tree + tree, tree, 0},
	} {
		sentences, _, err := Entries([]string{"g", "s"}, [][]byte{[]byte(c.gold), []byte(c.system)})
		if c.sentences == 0 {
			require.ErrorIs(t, err, eval.ErrSentenceCount, "%q %q", c.gold, c.system)
			continue
		}
		require.NoError(t, err, "%q %q", c.gold, c.system)
		require.Len(t, sentences, c.sentences, "%q %q", c.gold, c.system)
	}
}

// An entry is a line with its trees or, if trees have several lines, a tree.
func TestEntries(t *testing.T) {
	for text, want := range map[string][][]string{
		"(S (A a))\n(T (B b))\n":      {{"(S (A a))"}, {"(T (B b))"}},
		"(S (A a)) (T (B b))\n":       {{"(S (A a))", "(T (B b))"}},
		"( (S (A a)) )\n":             {{"( (S (A a)))"}},
		"( (S (A a)) (T (B b)) )\n":   {{"(S (A a))", "(T (B b))"}},
		"(S\n (A a))\n(T (B b))\n":    {{"(S (A a))"}, {"(T (B b))"}},
		"\n(S (A a))\n":               {nil, {"(S (A a))"}},
		"(S\n (A a)) (T (B b))\n\n\n": {{"(S (A a))"}, {"(T (B b))"}},
	} {
		sentences, byLine, err := Entries([]string{"g"}, [][]byte{[]byte(text)})
		require.NoError(t, err, text)
		require.Equal(t, text[:2] != "(S" || text[2] != '\n', byLine, text)
		var got [][]string
		for _, sentence := range sentences {
			var trees []string
			for _, tree := range sentence[0].Trees {
				trees = append(trees, tree.String())
			}
			got = append(got, trees)
		}
		require.Equal(t, want, got, text)
	}
}
