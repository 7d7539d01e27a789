package plan

import "parser/parser/internal/draw"

// Outline is the order in which formats write a graph as text: each vertex once, below the first
// edge that leads to it and is not a re-entrancy. An outline can be used once.
type Outline struct {
	*draw.Picture
	Below [][]int // the edges of each vertex; 0 is TOP

	parent []int // the edge below which each vertex is written, or -1
	told   []bool
}

// NewOutline returns the outline of a picture's graph.
func NewOutline(p *draw.Picture) *Outline {
	n := len(p.Vertices) + 1
	o := &Outline{Picture: p, Below: make([][]int, n), parent: make([]int, n), told: make([]bool, n)}
	for v := range o.parent {
		o.parent[v] = -1
	}
	for _, again := range []bool{false, true} {
		for k, e := range p.Edges {
			if e.Again == again && o.parent[e.To] < 0 && e.To > 1 && e.From > 0 && e.From != e.To {
				o.parent[e.To] = k
			}
		}
	}
	for k, e := range p.Edges {
		o.Below[e.From] = append(o.Below[e.From], k)
	}
	return o
}

// Roots calls f for each vertex that is not written below another one. f writes it and, as far as
// Enter allows, the vertices below it.
func (o *Outline) Roots(f func(v int)) {
	for _, orphans := range []bool{true, false} {
		for v := 1; v < len(o.parent); v++ {
			if !o.told[v] && (o.parent[v] < 0 || !orphans) {
				o.told[v] = true
				f(v)
			}
		}
	}
}

// Enter reports whether the vertex that an edge leads to is to be written there, now, rather than referred to.
func (o *Outline) Enter(edge int) bool {
	v := o.Edges[edge].To
	if o.parent[v] != edge || o.told[v] {
		return false
	}
	o.told[v] = true
	return true
}
