package ptb

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
)

// print writes one tree.
func print(t testing.TB, tree *Tree, tight, indent bool) string {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out)
	w.Tight, w.Indent = tight, indent
	require.NoError(t, w.Write(tree))
	require.NoError(t, w.Flush())
	return out.String()
}

// TestByteIdentity: files that are written as they were read.
func TestByteIdentity(t *testing.T) {
	for _, text := range []string{
		"",
		"( (S (A b) (NP)))\n((S (A b)))\n(ROOT (S (A b)))\n",
		"()\n(())\n( ())\n(X)\n((X (Y z)) (Z y))\n",
		"(X ((Y (Z z))))\n((X ((Y (Z z)))))\n",
	} {
		require.Equal(t, strings.Replace(text, "(X ((", "(X ( (", 1), roundTrip(t, []byte(text)))
	}
}

func TestWriteTight(t *testing.T) {
	tree := node("", node("S", leaf("A", "b"), leaf("C", "d")))
	require.Equal(t, "( (S (A b) (C d)))\n", print(t, tree, false, false))
	require.Equal(t, "((S (A b) (C d)))\n", print(t, tree, true, false))
	require.Equal(t, "( (S (A b) (C d)))", tree.String())
	require.Equal(t, "(A b)", tree.Children[0].Children[0].String())
}

func TestWriteIndented(t *testing.T) {
	text := "( (S (NP (DT the) (NNS birds)) (VP (VBP sing) (NP (NP (NNS songs)) (SBAR (S (VP (VBG echoing)))))) (. .)))"
	want := `( (S
    (NP (DT the) (NNS birds))
    (VP
      (VBP sing)
      (NP
        (NP (NNS songs))
        (SBAR
          (S
            (VP (VBG echoing))))))
    (. .)))
`
	tree := parse(t, text)
	require.Equal(t, want, print(t, tree, false, true))
	require.Equal(t, tree, parse(t, want))
}

func TestUnwritable(t *testing.T) {
	good := leaf("A", "b")
	for _, c := range []struct {
		tree  *Tree
		cause error
	}{
		{leaf("A", "b c"), errWord},
		{leaf("A", "("), errWord},
		{leaf("A", "b\n"), errWord},
		{leaf("A B", "c"), errLabel},
		{node("S)", good), errLabel},
		{leaf("", "c"), errLeaf},
		{&Tree{Label: "A", Word: "b", Children: []*Tree{good}}, errLeaf},
		{leaf("A", "\xff"), errEncoding},
		{node("\xff", good), errEncoding},
	} {
		var out bytes.Buffer
		w := NewWriter(&out)
		require.NoError(t, w.Write(good))
		require.ErrorIs(t, w.Write(node("S", good, c.tree)), c.cause)
		require.NoError(t, w.Write(good))
		require.NoError(t, w.Flush())
		require.Equal(t, "(A b)\n(A b)\n", out.String())
	}
}

// shortWriter takes n bytes and then fails, or says it took fewer.
type shortWriter struct {
	n   int
	err error
}

func (s *shortWriter) Write(p []byte) (int, error) {
	n := min(s.n, len(p))
	s.n -= n
	if n < len(p) {
		return n, s.err
	}
	return n, nil
}

func TestWriterKeepsErrors(t *testing.T) {
	full := errors.New("full")
	for _, c := range []struct{ fails, want error }{{full, full}, {nil, io.ErrShortWrite}} {
		w := NewWriter(&shortWriter{n: 100, err: c.fails})
		tree := leaf("A", strings.Repeat("b", textfile.BufferSize))
		require.ErrorIs(t, w.Write(tree), c.want)
		require.ErrorIs(t, w.Write(leaf("A", "b")), c.want)
		require.ErrorIs(t, w.Flush(), c.want)
	}
}

func TestEscape(t *testing.T) {
	for form, word := range map[string]string{
		"(":         "-LRB-",
		")":         "-RRB-",
		"friend(s)": "friend-LRB-s-RRB-",
		"[{:-]}":    "[{:-]}",
		"1/2*":      "1/2*",
		"word":      "word",
		"-":         "-",
		"a\u00a0b":  "a\u00a0b",
	} {
		require.Equal(t, word, Escape(form))
		require.Equal(t, form, Unescape(word))
	}
	require.Equal(t, "New_York", Escape("New York"))
	require.Equal(t, "______", Escape(" \t\n\r\v\f"))
	require.Equal(t, "_", Escape(""))
	require.Equal(t, "[]{}x", Unescape("-LSB--RSB--LCB--RCB-x"))
	require.Equal(t, `1/2*\`, Unescape(`1\/2\*\`))
}
