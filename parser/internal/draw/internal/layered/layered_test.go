package layered_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw/internal/layered"
)

// A diamond has both ways to the last node side by side.
func ExamplePlace() {
	node, label := layered.Size{Along: 40, Away: 20}, layered.Size{Along: 20, Away: 10}
	d, err := layered.Place(&layered.Graph{
		Nodes: []layered.Size{node, node, node, node},
		Edges: []layered.Edge{{0, 1, label}, {0, 2, label}, {1, 3, label}, {2, 3, label}},
	}, layered.Options{Gap: 10, Pass: 5, Tier: 15})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, n := range d.Nodes {
		fmt.Printf("%d: %.0f along, %.0f away\n", i, n.Along, n.Away)
	}
	// Output:
	// 0: 45 along, 10 away
	// 1: 20 along, 72 away
	// 2: 70 along, 72 away
	// 3: 45 along, 134 away
}

type box struct{ left, near, right, far float64 }

func around(p layered.Point, s layered.Size) box {
	return box{p.Along - s.Along/2, p.Away - s.Away/2, p.Along + s.Along/2, p.Away + s.Away/2}
}

func (a box) overlaps(b box) bool {
	const rounding = 1e-6
	return a.left < b.right-rounding && b.left < a.right-rounding && a.near < b.far-rounding && b.near < a.far-rounding
}

func randomGraph(r *rand.Rand, tree bool) *layered.Graph {
	size := func() layered.Size { return layered.Size{Along: float64(r.IntN(80)), Away: float64(r.IntN(30))} }
	g := &layered.Graph{Nodes: make([]layered.Size, 1+r.IntN(15))}
	n := len(g.Nodes)
	for v := range g.Nodes {
		if g.Nodes[v] = size(); tree && v > 0 {
			g.Edges = append(g.Edges, layered.Edge{From: r.IntN(v), To: v, Label: size()})
		}
	}
	if !tree {
		g.Root = r.IntN(n)
		for range r.IntN(2 * n) {
			if from, to := r.IntN(n), r.IntN(n); from != to {
				g.Edges = append(g.Edges, layered.Edge{From: from, To: to, Label: size()})
			}
		}
	}
	return g
}

// Nodes and labels are in the drawing and do not overlap. The straight parts of routes go through
// nothing except their own label; the bent parts lie between layers.
func TestNothingOverlaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	o := layered.Options{Gap: 8, Pass: 4, Tier: 12}
	for range 500 {
		g := randomGraph(r, false)
		d, err := layered.Place(g, o)
		require.NoError(t, err)
		again, err := layered.Place(g, o)
		require.NoError(t, err)
		require.Equal(t, d, again)
		var boxes []box
		for v, p := range d.Nodes {
			boxes = append(boxes, around(p, g.Nodes[v]))
		}
		for k, p := range d.Labels {
			boxes = append(boxes, around(p, g.Edges[k].Label))
		}
		for i, b := range boxes {
			require.True(t, b.left > -1e-6 && b.near > -1e-6 && b.right < d.Along+1e-6 && b.far < d.Away+1e-6)
			for _, other := range boxes[:i] {
				require.False(t, b.overlaps(other), "%v and %v", b, other)
			}
		}
		for k, route := range d.Routes {
			checkRoute(t, g, d, boxes, k, route)
		}
	}
}

func checkRoute(t *testing.T, g *layered.Graph, d *layered.Drawing, boxes []box, k int, route []layered.Point) {
	e := g.Edges[k]
	from, to := boxes[e.From], boxes[e.To]
	first, last := route[0], route[len(route)-1]
	require.True(t, from.left <= first.Along && first.Along <= from.right && to.left <= last.Along && last.Along <= to.right)
	down := first.Away < last.Away
	if down {
		require.InDelta(t, from.far, first.Away, 1e-6)
		require.InDelta(t, to.near, last.Away, 1e-6)
	} else {
		require.InDelta(t, from.near, first.Away, 1e-6)
		require.InDelta(t, to.far, last.Away, 1e-6)
	}
	require.Zero(t, len(route)%2)
	for i := 1; i < len(route); i++ {
		a, b := route[i-1], route[i]
		require.True(t, down && a.Away < b.Away+1e-6 || !down && b.Away < a.Away+1e-6, "back and forth")
		if i%2 == 0 {
			continue
		}
		require.Equal(t, a.Along, b.Along)
		for j, other := range boxes {
			if j != len(g.Nodes)+k {
				line := box{a.Along - 0.01, min(a.Away, b.Away), a.Along + 0.01, max(a.Away, b.Away)}
				require.False(t, line.overlaps(other), "edge %d through %v", k, other)
			}
		}
	}
}

// Edges of a tree lead from layer to layer and do not cross.
func TestTreesHaveNoCrossings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		g := randomGraph(r, true)
		d, err := layered.Place(g, layered.Options{Gap: 8, Pass: 4, Tier: 12})
		require.NoError(t, err)
		for k, e := range g.Edges {
			require.Less(t, d.Nodes[e.From].Away, d.Nodes[e.To].Away)
			for j, f := range g.Edges[:k] {
				if d.Nodes[e.To].Away != d.Nodes[f.To].Away || e.From == f.From {
					continue
				}
				above, below := d.Nodes[e.From].Along < d.Nodes[f.From].Along, d.Nodes[e.To].Along < d.Nodes[f.To].Along
				require.Equal(t, above, below, "edges %d and %d cross", j, k)
			}
		}
	}
}

// An edge over several layers makes room for itself.
func TestLongEdgesPassBesideNodes(t *testing.T) {
	wide, label := layered.Size{Along: 100, Away: 20}, layered.Size{Along: 20, Away: 10}
	d, err := layered.Place(&layered.Graph{
		Nodes: []layered.Size{wide, wide, wide},
		Edges: []layered.Edge{{0, 1, label}, {1, 2, label}, {0, 2, label}, {2, 0, label}},
	}, layered.Options{Gap: 8, Pass: 4, Tier: 12})
	require.NoError(t, err)
	require.Greater(t, d.Along, 100.0)
	require.Less(t, d.Nodes[0].Away, d.Nodes[1].Away)
	require.Less(t, d.Nodes[1].Away, d.Nodes[2].Away)
	back := d.Routes[3]
	require.Greater(t, back[0].Away, back[len(back)-1].Away, "the edge that closes a cycle leads back up")
}

func TestErrors(t *testing.T) {
	d, err := layered.Place(&layered.Graph{}, layered.Options{})
	require.NoError(t, err)
	require.Empty(t, d.Nodes)
	long := &layered.Graph{Nodes: make([]layered.Size, 1000)}
	for v := 1; v < 1000; v++ {
		long.Edges = append(long.Edges, layered.Edge{From: v - 1, To: v}, layered.Edge{From: 0, To: v})
	}
	_, err = layered.Place(long, layered.Options{})
	require.ErrorIs(t, err, layered.ErrTooLarge)
}
