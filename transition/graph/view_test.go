package graph_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition/graph"
)

// TestKin by hand: 1 heads 2 and 5, 2 heads 3, 3 heads 4, and 6 is a tree of its own.
func TestKin(t *testing.T) {
	s := &graph.Sentence{Signs: graph.Nameless(), Heads: []int32{0, 0, 1, 2, 3, 1, 0}, Keys: make([]int32, 7), Forms: make([][3]int32, 7)}
	var g graph.State
	g.Start(s, false)
	type kin struct {
		up, down int
		ok       bool
	}
	for _, test := range []struct {
		a, b int32
		most int
		kin
	}{
		{4, 4, 0, kin{0, 0, true}}, {4, 3, 1, kin{1, 0, true}}, {2, 4, 2, kin{0, 2, true}}, {4, 5, 3, kin{3, 1, true}}, {5, 4, 3, kin{1, 3, true}},
		{4, 5, 2, kin{}}, {5, 4, 2, kin{}}, {4, 3, 0, kin{}}, {3, 4, 0, kin{}},
	} {
		for _, of := range []func(a, b int32, most int) (int, int, bool){s.Kin, g.Kin} {
			up, down, ok := of(test.a, test.b, test.most)
			require.Equal(t, test.kin, kin{up, down, ok}, "%d %d", test.a, test.b)
		}
	}
	_, _, ok := s.Kin(4, 6, 9)
	require.False(t, ok, "of different trees")
	up, down, ok := g.Kin(4, 6, 9)
	require.Equal(t, kin{4, 1, true}, kin{up, down, ok}, "both are below a node that joins the trees")

	g.Insert(0) // above 4, the deepest
	up, down, ok = g.Kin(4, 3, 9)
	require.Equal(t, kin{2, 0, true}, kin{up, down, ok})
	up, down, ok = s.Kin(4, 3, 9)
	require.Equal(t, kin{1, 0, true}, kin{up, down, ok}, "the dependency tree does not change")
}

// Each situation has a number of its own.
func TestSituations(t *testing.T) {
	seen := map[int32]bool{}
	for _, looking := range []graph.Search{graph.Nothing, graph.NewHead, graph.NewChild} {
		for _, second := range []bool{false, true} {
			for _, buffer := range [][]int32{nil, {1}} {
				g := start(t, true, 0, 1)
				g.Looking, g.Second, g.Buffer = looking, second, buffer
				n := g.Situation()
				require.True(t, n >= 0 && n < graph.Situations && !seen[n], "%d of %v, %v, %v", n, looking, second, buffer)
				seen[n] = true
			}
		}
	}
	require.Len(t, seen, graph.Situations)
}
