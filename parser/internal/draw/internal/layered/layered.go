// Package layered places the nodes of a directed graph in layers, starting at the root, such that
// edges lead from one layer to later ones and nothing overlaps. It follows Sugiyama, Tagawa & Toda
// (1981): it breaks cycles, layers nodes by the longest path, orders layers by barycentres, and moves
// the items of each layer close to those they are joined to.
//
//	d, err := layered.Place(&layered.Graph{
//		Nodes: []layered.Size{{60, 20}, {40, 20}},
//		Edges: []layered.Edge{{From: 0, To: 1, Label: layered.Size{30, 12}}},
//	}, layered.Options{Gap: 10, Pass: 6, Tier: 16})
//
// It does not know what is drawn, nor in which direction: coordinates grow along the layers and away from the first.
package layered

import (
	"errors"
	"math"
	"slices"
)

// Size is an extent along a layer and away from it.
type Size struct{ Along, Away float64 }

// Point is a place.
type Point struct{ Along, Away float64 }

// Graph is a graph to place: nodes with their sizes, and edges with those of their labels. It may
// have cycles, several edges between two nodes, and unreachable nodes, but no edge from a node to itself.
type Graph struct {
	Nodes []Size
	Edges []Edge
	Root  int // comes first, unless an edge leads to it
}

// Edge leads from a node to another one.
type Edge struct {
	From, To int
	Label    Size
}

// Options are the spaces between the items of a drawing.
type Options struct {
	Gap  float64 // between neighbours in a layer
	Pass float64 // between an edge that passes a layer and its neighbours
	Tier float64 // between layers, at least
}

// Drawing says where everything is, from 0 up to its size.
type Drawing struct {
	Size
	Nodes  []Point // middles
	Labels []Point // of the edges: middles
	// Routes has a path for each edge, from the border of its first node to that of its second.
	// Straight and bent parts alternate: the path is straight from the first point to the second,
	// and bends from there to the third. Bent parts lie between two layers.
	Routes [][]Point
}

// MaxItems is how many nodes, labels and passages of edges through layers there may be.
const MaxItems = 200_000

// ErrTooLarge is the cause of errors about graphs of more than MaxItems.
var ErrTooLarge = errors.New("too large to be placed")

// Place places a graph. Equal graphs have equal drawings. The error is an ErrTooLarge.
func Place(g *Graph, o Options) (*Drawing, error) {
	if len(g.Nodes) == 0 {
		return &Drawing{}, nil
	}
	l, err := newLayers(g, o)
	if err != nil {
		return nil, err
	}
	l.order()
	l.along()
	return l.drawing(), nil
}

// drawing places the layers one after the other, far enough apart that the edges between them are not too flat.
func (l *layers) drawing() *Drawing {
	d := &Drawing{Nodes: make([]Point, len(l.Nodes)), Labels: make([]Point, len(l.Edges)), Routes: make([][]Point, len(l.Edges))}
	left := math.Inf(1)
	for i := range l.items {
		left = min(left, l.items[i].along-float64(l.items[i].size.Along/2))
	}
	near, far := make([]float64, len(l.rows)), make([]float64, len(l.rows))
	for k, row := range l.rows {
		deep, shift := 0.0, 0.0
		for _, i := range row {
			t := &l.items[i]
			t.along -= left
			deep = max(deep, t.size.Away)
			d.Along = max(d.Along, t.along+float64(t.size.Along/2))
			for _, u := range t.above {
				shift = max(shift, math.Abs(l.items[u].along-t.along))
			}
		}
		if k > 0 {
			const slope = 0.08 // distance of layers by how far along them the farthest edge goes
			near[k] = far[k-1] + l.Tier + min(slope*shift, 2*l.Tier)
		}
		far[k] = near[k] + deep
	}
	d.Away = far[len(far)-1]
	middle := func(i int) Point {
		t := l.items[i]
		return Point{t.along, (near[t.layer] + far[t.layer]) / 2}
	}
	for v := range l.Nodes {
		d.Nodes[v] = middle(v)
	}
	for k, c := range l.chains {
		d.Labels[k] = middle(c.items[len(c.items)-1])
		d.Routes[k] = l.route(c, near, far)
	}
	return d
}

// route returns the path of an edge through the layers.
func (l *layers) route(c chain, near, far []float64) []Point {
	from, to := &l.items[c.upper], &l.items[c.lower]
	start, end := from.along+l.port(c.upper, c.items[0]), to.along+l.port(c.lower, c.items[len(c.items)-1])
	first, last := (near[from.layer]+far[from.layer]+from.size.Away)/2, (near[to.layer]+far[to.layer]-to.size.Away)/2
	path := []Point{{start, first}, {start, far[from.layer]}}
	for _, i := range c.items {
		t := &l.items[i]
		path = append(path, Point{t.along, near[t.layer]}, Point{t.along, far[t.layer]})
	}
	path = append(path, Point{end, near[to.layer]}, Point{end, last})
	if c.turned {
		slices.Reverse(path)
	}
	return path
}
