package draw

import (
	"fmt"

	"parser/parser/amr"
)

// Vertex is a node of a graph: a variable with its concept, or a constant.
type Vertex struct {
	Label    string // concept, or text of the constant
	Var      string // the variable, or another short name; shown small
	Constant bool
	// Instead is the concept that the system has where the vertex is in both graphs of a
	// comparison; "" is the same.
	Instead string
	Mark    Mark
	State   State
	Since   int // step of a trace since which it is there; 0 is not said
}

// Edge joins two vertices, which count from 1. From 0 is TOP, which an edge leads from to a root
// that is to be marked.
type Edge struct {
	From, To int
	Role     string
	// Again says that the vertex it leads to hangs on another edge: a re-entrancy.
	Again bool
	Mark  Mark
	Since int // step of a trace since which it is there; 0 is not said
}

// MaxVertices is how many vertices, and half as many as edges, a picture may have.
const MaxVertices = 2000

// Graph returns the picture of a graph of meaning, with its root as the first vertex. Roles are
// as they are written, ARG0-of too, from the node in whose brackets they stand. The title is the
// graph's id, and the words are those of the sentence.
func Graph(g *amr.Graph) *Picture {
	p, _ := planted(g)
	return p
}

// planted returns the picture of a graph, and the vertex of each node.
func planted(g *amr.Graph) (p *Picture, number []int) {
	p, number = &Picture{Words: wordsOf(g.Words())}, make([]int, len(g.Nodes))
	p.Title, _ = g.Get("id")
	p.plant(g, number)
	return p, number
}

func wordsOf(forms []string) []Word {
	words := make([]Word, len(forms))
	for i, form := range forms {
		words[i].Form = form
	}
	return words
}

// plant adds a vertex for each node that has no number yet, the root first, and numbers it; then all
// edges.
func (p *Picture) plant(g *amr.Graph, number []int) {
	add := func(i int) {
		if n := &g.Nodes[i]; number[i] == 0 {
			p.Vertices = append(p.Vertices, Vertex{Label: n.Concept, Var: n.Var, Constant: n.Constant()})
			number[i] = len(p.Vertices)
		}
	}
	if g.Root < len(g.Nodes) {
		add(g.Root)
	}
	for i := range g.Nodes {
		add(i)
	}
	for _, e := range g.Edges {
		p.Edges = append(p.Edges, Edge{From: number[e.From], To: number[e.To], Role: e.Role, Again: !e.Defines})
	}
}

// checkGraph returns an error if the picture's graph cannot be drawn.
func (p *Picture) checkGraph() error {
	n := len(p.Vertices)
	if n > MaxVertices || len(p.Edges) > 2*MaxVertices {
		return fmt.Errorf("%w: %d nodes, %d edges (at most %d nodes)", ErrTooLarge, n, len(p.Edges), MaxVertices)
	}
	for i, v := range p.Vertices {
		if v.Mark > New || v.State > Done {
			return fmt.Errorf("%w: node %d has mark %d and state %d", ErrPicture, i+1, v.Mark, v.State)
		}
	}
	for _, e := range p.Edges {
		if e.Mark > New {
			return fmt.Errorf("%w: an edge has mark %d", ErrPicture, e.Mark)
		}
		if e.From < 0 || e.From > n || e.To < 1 || e.To > n {
			return fmt.Errorf("%w: an edge from %d to %d among %d nodes", ErrPicture, e.From, e.To, n)
		}
	}
	return nil
}

// text returns a role as it is shown, with its mark.
func (e Edge) text() string { return e.Mark.sign() + clean(e.Role) }

// outline is the order in which a graph is told: each vertex once, below the first edge that
// leads to it and is no re-entrancy.
type outline struct {
	*Picture
	below  [][]int // edges of each vertex
	parent []int   // the edge that each vertex is told below; -1 is none
	told   []bool
}

func (p *Picture) outline() *outline {
	n := len(p.Vertices) + 1
	o := &outline{Picture: p, below: make([][]int, n), parent: make([]int, n), told: make([]bool, n)}
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
		o.below[e.From] = append(o.below[e.From], k)
	}
	return o
}

// roots calls f for each vertex that is not told below another one.
func (o *outline) roots(f func(v int)) {
	for _, orphans := range []bool{true, false} {
		for v := 1; v < len(o.parent); v++ {
			if !o.told[v] && (o.parent[v] < 0 || !orphans) {
				f(v)
			}
		}
	}
}

// tells reports whether the vertex at the end of an edge is told there, and not only mentioned.
func (o *outline) tells(k int) bool { v := o.Edges[k].To; return o.parent[v] == k && !o.told[v] }

// name returns what a vertex is mentioned by.
func (v *Vertex) name() string {
	if v.Var == "" {
		return clean(v.Label)
	}
	return clean(v.Var)
}
