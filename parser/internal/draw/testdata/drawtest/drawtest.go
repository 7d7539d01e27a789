// Package drawtest holds the pictures that tests of all formats draw.
package drawtest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/amr"
	"parser/ptb"
	"parser/testdata/testkit"
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
	return testkit.Items(t, conll.NewReader(strings.NewReader(b.String()+"\n"), "test").All())[0]
}

// Enhanced returns a sentence with an empty node, a node with several heads, and a multiword token after the empty node.
func Enhanced(t testing.TB) *conll.Sentence {
	t.Helper()
	return testkit.Items(t, conll.NewReader(strings.NewReader(strings.ReplaceAll(`# sent_id = ellipsis
1 Ann _ PROPN _ _ 2 nsubj 2:nsubj|3:nsubj:xsubj _
2 wants _ VERB _ _ 0 root 0:root _
3 tea _ NOUN _ _ 2 obj 2:obj _
4 and _ CCONJ _ _ 5 cc 5.1:cc _
5 Bob _ PROPN _ _ 2 conj 5.1:nsubj _
5.1 wants _ VERB _ _ _ _ 0:root|2:conj:and _
6-7 milk. _ _ _ _ _ _ _ _
6 milk _ NOUN _ _ 5 orphan 5.1:obj _
7 . _ PUNCT _ _ 2 punct 2:punct _

`, " ", "\t")), "test.conllu").All())[0]
}

// Tree reads a tree in brackets.
func Tree(t testing.TB, text string) *ptb.Tree {
	t.Helper()
	return testkit.Items(t, ptb.NewReader(strings.NewReader(text), "test").All())[0]
}

// Graph reads a graph in PENMAN notation.
func Graph(t testing.TB, text string) *amr.Graph {
	t.Helper()
	return testkit.Items(t, amr.NewReader(strings.NewReader(text), "test").All())[0]
}
