package survey

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/amr"
)

func TestGraphStats(t *testing.T) {
	var s GraphStats
	const graphs = "# ::snt a b c\n(a / b :ARG0 (c :ARG1-of a :x (d / b :mod c)) :op1 - :consist-of c)\n# ::tok d\n(e / f :op1 - :op2-of \"x\")"
	for g, err := range amr.NewReader(strings.NewReader(graphs), "file").All() {
		require.NoError(t, err)
		s.Add(g)
	}
	require.Equal(t, GraphStats{
		Graphs: 2, Words: 4, Longest: 3, Variables: 4, Edges: 5, Reentrant: 3, Reentrants: 1, Inverted: 1, Deepest: 3,
		Concepts:  map[string]int{"b": 2, "f": 1},
		Roles:     map[string]int{"ARG0": 1, "ARG1-of": 1, "x": 1, "mod": 1, "op1": 2, "consist-of": 1, "op2-of": 1},
		Constants: map[string]int{"-": 2, `"x"`: 1},
	}, s)
	require.InDelta(t, 2.0, s.MeanLength(), 0)
	require.Zero(t, new(GraphStats).MeanLength())
}
