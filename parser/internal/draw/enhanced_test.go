package draw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/testdata/drawtest"
)

// Arcs count empty nodes as words, and each is of the layers that have it.
func TestLayers(t *testing.T) {
	s := drawtest.Enhanced(t)
	p := draw.Sentence(s)
	require.Len(t, p.Words, 8)
	require.Equal(t, draw.Word{Form: "wants", Tag: "VERB", ID: "5.1", Empty: true}, p.Words[5])
	require.Equal(t, "6", p.ID(7))
	require.Equal(t, "0", p.ID(0))
	require.Equal(t, []draw.Token{{First: 7, Last: 8, Form: "milk."}}, p.Tokens)
	require.Equal(t, draw.Arc{Head: 2, Dep: 8, Label: "punct"}, p.Arcs[6])
	require.Equal(t, draw.Arc{Head: 5, Dep: 7, Label: "orphan", Layer: draw.BasicOnly}, p.Arcs[5])
	require.Contains(t, p.Arcs, draw.Arc{Head: 6, Dep: 7, Label: "obj", Layer: draw.EnhancedOnly})
	require.Contains(t, p.Arcs, draw.Arc{Head: 0, Dep: 6, Label: "root", Layer: draw.EnhancedOnly})
	require.Len(t, p.Arcs, 7+6)

	basic := draw.Sentence(s.BasicOnly())
	require.Len(t, basic.Words, 7)
	for i, a := range basic.Arcs {
		require.Equal(t, draw.AllLayers, a.Layer)
		require.Equal(t, p.Arcs[i].Label, a.Label)
	}
	enhanced := draw.Sentence(s.EnhancedOnly())
	require.Equal(t, p.Words, enhanced.Words)
	require.Len(t, enhanced.Arcs, 10)
	for _, a := range enhanced.Arcs {
		require.Equal(t, draw.EnhancedOnly, a.Layer)
	}
}

// Graphs that cannot be drawn, and what only looks like one, leave the picture of the tree.
func TestWithoutEnhancedGraph(t *testing.T) {
	want := draw.Sentence(drawtest.Enhanced(t).BasicOnly())
	for _, deps := range []string{"9:dep", "dep", "1:dep", "8.1:dep"} {
		s := drawtest.Enhanced(t)
		s.Words[0].Deps = deps
		require.Equal(t, want, draw.Sentence(s), deps)
	}
	s := drawtest.Enhanced(t)
	s.Format = conll.FormatX
	require.Equal(t, want, draw.Sentence(s))
}
