// Package drawtest holds the pictures that tests of all formats draw.
package drawtest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/amr"
	"parser/ptb"
)

// Sentence reads a sentence of lines "form tag head label". A line "1-2 don't" begins a multiword
// token.
func Sentence(t testing.TB, lines string) *conll.Sentence {
	t.Helper()
	var b strings.Builder
	n := 0
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		field := strings.Fields(line)
		if len(field) == 2 {
			b.WriteString(field[0] + "\t" + field[1] + strings.Repeat("\t_", 8) + "\n")
			continue
		}
		require.Len(t, field, 4, line)
		n++
		b.WriteString(strings.Join([]string{string(rune('0' + n)), field[0], "_", field[1], "_", "_", field[2], field[3], "_", "_"}, "\t") + "\n")
	}
	s, err := conll.NewReader(strings.NewReader(b.String()+"\n"), "test").Read()
	require.NoError(t, err)
	return s
}

// Tree reads a tree in brackets.
func Tree(t testing.TB, text string) *ptb.Tree {
	t.Helper()
	r, err := ptb.NewReader(strings.NewReader(text), "test").Read()
	require.NoError(t, err)
	return r
}

// Graph reads a graph in PENMAN notation.
func Graph(t testing.TB, text string) *amr.Graph {
	t.Helper()
	g, err := amr.NewReader(strings.NewReader(text), "test").Read()
	require.NoError(t, err)
	return g
}
