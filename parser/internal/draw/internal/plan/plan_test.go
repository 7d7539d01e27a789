package plan_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/plan"
	"parser/parser/internal/draw/testdata/drawtest"
)

// The outline of any graph has each vertex once.
func TestOutlineHasEachVertexOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := drawtest.RandomGraph(r)
		o := plan.NewOutline(p)
		var order []int
		var visit func(v int)
		visit = func(v int) {
			order = append(order, v)
			for _, k := range o.Below[v] {
				if o.Enter(k) {
					visit(p.Edges[k].To)
				}
			}
		}
		o.Roots(visit)
		require.Equal(t, 1, order[0], "the root comes first")
		slices.Sort(order)
		for v := range p.Vertices {
			require.Equal(t, v+1, order[v])
		}
		require.Len(t, order, len(p.Vertices))
	}
}

// Whole adds a leaf for each word outside of the trees, at its place.
func TestWhole(t *testing.T) {
	p := &draw.Picture{Words: []draw.Word{{Tag: "A"}, {Tag: "B"}, {Tag: "C"}, {Tag: "D"}}}
	tree := func(words ...int) *draw.Node {
		n := &draw.Node{}
		for _, w := range words {
			n.Children = append(n.Children, &draw.Node{Word: w})
		}
		return n
	}
	for _, c := range []struct {
		trees   []*draw.Node
		want    string
		ordered bool
	}{
		{nil, "A1 B2 C3 D4", true},
		{[]*draw.Node{tree(2, 3)}, "A1 0 D4", true},
		{[]*draw.Node{tree(1), tree(4)}, "0 B2 C3 0", true},
		{[]*draw.Node{tree(3, 2)}, "A1 0 D4", false},
	} {
		all, ordered := plan.Whole(p, c.trees)
		text := ""
		for _, n := range all {
			text += fmt.Sprint(" ", n.Label, n.Word)
		}
		require.Equal(t, " "+c.want, text)
		require.Equal(t, c.ordered, ordered)
	}
}

// In rows of any width each word stands once, and pieces on the same level do not overlap.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		p := drawtest.Random(r)
		l := plan.NewArcs(p, plan.SpacingOf(draw.Options{Compact: r.IntN(2) == 0}))
		for _, width := range []float64{0, 1, 100, 300} {
			next := 0
			for _, row := range l.Rows(width) {
				require.Equal(t, next, row.First)
				require.Len(t, row.Half, len(row.X))
				next += len(row.X)
				for i, a := range row.Sides[0].Pieces {
					require.True(t, 1 <= a.Level && a.Level <= row.Sides[0].Levels)
					for _, b := range row.Sides[0].Pieces[:i] {
						require.False(t, a.Level == b.Level && a.From < b.To && b.From < a.To)
					}
				}
				if width == 0 {
					require.Len(t, row.ArcLevels(), len(p.Arcs))
				}
			}
			require.Len(t, p.Words, next)
		}
	}
}
