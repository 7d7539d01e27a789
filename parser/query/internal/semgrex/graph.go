// Package semgrex reads patterns over dependencies in the language of Semgrex (Chambers et al. 2007), and knows what its nodes
// and relations mean in a sentence.
package semgrex

import (
	"slices"

	"parser/conll"
)

// Graph has the dependencies of a sentence: its nodes are words and, in the enhanced layer, empty nodes, in their order.
type Graph struct {
	Nodes []Node
	Edges []Edge

	out, in adjacency // edges by head and by dependent, in the order of the other end
	roots   []bool

	sentence *conll.Sentence
	enhanced bool
	order    []int       // of nodes, while edits add and remove some; else nil
	named    map[int]int // nodes that edits name
	err      error       // why edits are refused
}

// Node is a word or an empty node.
type Node struct {
	conll.Node
	Word *conll.Word

	// While edits add and remove nodes:
	gone   bool
	into   int    // the node that it is part of now; or gone
	joined bool   // spelled as its parts
	added  *added // nil for what was there
	split  *split // of pieces
}

// Edge is a dependency between two nodes.
type Edge struct {
	Head, Dependent int
	Relation        string
}

// adjacency has the edges of each node: of node i those from starts[i] up to starts[i+1].
type adjacency struct{ starts, edges []int }

func (a *adjacency) of(node int) []int { return a.edges[a.starts[node]:a.starts[node+1]] }

// Basic makes g the basic tree of a sentence, whatever it was before.
func (g *Graph) Basic(s *conll.Sentence) {
	g.reset(s, len(s.Words))
	for i := range s.Words {
		w := &s.Words[i]
		g.Nodes = append(g.Nodes, Node{Node: conll.Node{Word: i + 1}, Word: w, into: gone})
		switch {
		case w.Head == 0:
			g.roots[i] = true
		case w.Head > 0 && w.Head <= len(s.Words):
			g.Edges = append(g.Edges, Edge{w.Head - 1, i, w.Deprel})
		}
	}
	g.finish()
}

// Enhanced makes g the enhanced graph of a sentence.
func (g *Graph) Enhanced(s *conll.Sentence) error {
	graph, err := s.Enhanced()
	if err != nil {
		return err
	}
	g.reset(s, len(graph.Nodes))
	g.enhanced = true
	empty := s.EmptyNodes()
	for _, n := range graph.Nodes {
		if n.Empty == 0 {
			g.Nodes = append(g.Nodes, Node{Node: n, Word: &s.Words[n.Word-1], into: gone})
			continue
		}
		at := slices.IndexFunc(empty, func(e conll.EmptyNode) bool { return e.ID == n })
		g.Nodes = append(g.Nodes, Node{Node: n, Word: &empty[at].Columns, into: gone})
	}
	for i, deps := range graph.Deps {
		first := len(g.Edges)
		for _, d := range deps {
			head, ok := slices.BinarySearchFunc(graph.Nodes, d.Head, conll.Node.Compare)
			switch {
			case ok:
				g.Edges = append(g.Edges, Edge{head, i, d.Relation})
			case d.Head == conll.Node{}:
				g.roots[i] = true
			}
		}
		slices.SortStableFunc(g.Edges[first:], func(a, b Edge) int { return a.Head - b.Head })
	}
	g.finish()
	return nil
}

func (g *Graph) reset(s *conll.Sentence, n int) {
	g.sentence, g.enhanced, g.order, g.named, g.err = s, false, nil, nil, nil
	g.Nodes, g.Edges = g.Nodes[:0], g.Edges[:0]
	g.roots = slices.Grow(g.roots[:0], n)[:n]
	clear(g.roots)
}

// finish sorts the edges.
func (g *Graph) finish() {
	g.in.sort(len(g.Nodes), g.Edges, func(e *Edge) int { return e.Dependent })
	g.out.sort(len(g.Nodes), g.Edges, func(e *Edge) int { return e.Head })
}

// sort distributes the edges, which stand in the order of their dependents and, of one dependent, of their heads.
func (a *adjacency) sort(n int, edges []Edge, end func(*Edge) int) {
	a.starts = slices.Grow(a.starts[:0], n+1)[:n+1]
	clear(a.starts)
	for i := range edges {
		at := end(&edges[i])
		a.starts[at]++
	}
	sum := 0
	for i, count := range a.starts {
		sum += count
		a.starts[i] = sum
	}
	a.edges = slices.Grow(a.edges[:0], len(edges))[:len(edges)]
	for i := len(edges) - 1; i >= 0; i-- {
		at := end(&edges[i])
		a.starts[at]--
		a.edges[a.starts[at]] = i
	}
}
