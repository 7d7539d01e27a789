package grounding_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/internal/graphs/grounding"
)

const (
	twoGraphs = "# ::snt Dogs bark.\n(b / bark-01 :ARG0 (d / dog))\n\n# ::snt Yes\n(y / yes)\n"
	dogs      = "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	yes       = "1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
)

func read(t *testing.T, graphs, trees string) ([]*amr.Graph, []*conll.Sentence) {
	gs, err := textfile.ReadAll(amr.NewReader(strings.NewReader(graphs), "g.amr").Read)
	require.NoError(t, err)
	ss, err := textfile.ReadAll(conll.NewReader(strings.NewReader(trees), "t.conllu").Read)
	require.NoError(t, err)
	return gs, ss
}

func TestTexts(t *testing.T) {
	graphs, _ := read(t, twoGraphs, "")
	texts, err := grounding.Texts(graphs)
	require.NoError(t, err)
	require.Equal(t, []string{"Dogs bark.", "Yes"}, texts)

	graphs, _ = read(t, twoGraphs+"\n# ::id 3\n(n / no)\n", "")
	_, err = grounding.Texts(graphs)
	require.ErrorIs(t, err, grounding.ErrNoText)
	require.EqualError(t, err, "g.amr:8: [3] the graph has no text (# ::snt)")
}

func TestCheckPairs(t *testing.T) {
	for _, c := range []struct{ graphs, trees, err string }{
		{"", "", ""},
		{twoGraphs, dogs + yes, ""},
		{twoGraphs, yes + dogs, ""}, // the same number: words may be spelled differently
		{twoGraphs, dogs, `graphs and trees are no pairs: 2 graphs and 1 tree; the graph at g.amr:5 has no tree`},
		{twoGraphs, dogs + yes + yes, `graphs and trees are no pairs: 2 graphs and 3 trees; the tree at t.conllu:6 has no graph`},
		{twoGraphs, yes, `graphs and trees are no pairs: 2 graphs and 1 tree; at g.amr:2 the graph is of "Dogs bark.", at t.conllu:1 the tree of "Yes"`},
		{"(b / bark-01)", "", `graphs and trees are no pairs: 1 graph and 0 trees; the graph at g.amr:1 has no tree`},
		{"(b / bark-01)", strings.Replace(yes, "0\troot", "_\t_", 1), "t.conllu:1: word without head: word 1"},
	} {
		graphs, trees := read(t, c.graphs, c.trees)
		err := grounding.CheckPairs(graphs, trees)
		if c.err == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.err)
	}
}
