package survey

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/amr"
	"parser/parser/treebank"
)

func TestGraphStats(t *testing.T) {
	s := newGraphs(&brief{})
	const graphs = "# ::snt a b c\n(a / b :ARG0 (c :ARG1-of a :x (d / b :mod c)) :op1 - :consist-of c)\n# ::tok d\n(e / f :op1 - :op2-of \"x\")"
	for g, err := range amr.NewReader(strings.NewReader(graphs), "file").All() {
		require.NoError(t, err)
		s.add(&treebank.Item{Graph: g})
	}
	require.Equal(t, &GraphStats{
		brief: &brief{}, Graphs: 2, Words: 4, Longest: 3, Variables: 4, Edges: 5, Reentrant: 3, Reentrants: 1, Inverted: 1, Deepest: 3,
		Concepts:  Counter{"b": 2, "f": 1},
		Roles:     Counter{"ARG0": 1, "ARG1-of": 1, "x": 1, "mod": 1, "op1": 2, "consist-of": 1, "op2-of": 1},
		Constants: Counter{"-": 2, `"x"`: 1},
	}, s)
	rows, _ := s.table()
	require.Contains(t, rows, row{"words per graph", "2.00"})
	rows, _ = newGraphs(&brief{}).table()
	require.Contains(t, rows, row{"words per graph", "0.00"})
}
