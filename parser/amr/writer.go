package amr

import (
	"io"
	"slices"
	"strings"
)

const (
	indentStep = 6 // as in the releases of AMR
	// maxIndent keeps deep graphs from being written at quadratic length.
	maxIndent = 40 * indentStep
)

// Write writes a graph and a blank line: its comments, one on a line; and the graph, each edge on a line of its own
// under its node, except that constants, and names made of constants, stand on the line of their node where they come
// first, as in the releases of AMR. A [Reader] reads the result back as the same graph if its nodes and edges are in
// the order of the text. If a graph cannot be read back, Write writes nothing and returns the error of [Graph.Check].
func Write(w io.Writer, g *Graph) error {
	if err := g.Check(); err != nil {
		return err
	}
	_, err := w.Write(append(g.print(), '\n'))
	return err
}

// String returns what [Write] writes, without the blank line; for a graph that cannot be written, the error.
func (g *Graph) String() string {
	if err := g.Check(); err != nil {
		return err.Error()
	}
	return string(g.print())
}

func (g *Graph) print() (dst []byte) {
	for _, m := range g.Meta {
		dst = append(append(dst, m.line()...), '\n')
	}
	rest := g.leaving()
	broken := make([]bool, len(g.Nodes)) // an edge of the node stands on a line of its own
	dst = g.Nodes[g.Root].open(dst)
	for path := []int{g.Root}; len(path) > 0; {
		from := path[len(path)-1]
		if len(rest[from]) == 0 {
			dst, path = append(dst, ')'), path[:len(path)-1]
			continue
		}
		e := &g.Edges[rest[from][0]]
		rest[from] = rest[from][1:]
		if !broken[from] && g.short(e, rest[e.To]) {
			dst = append(dst, ' ')
		} else {
			broken[from] = true
			dst = append(dst, '\n')
			dst = append(dst, strings.Repeat(" ", min(len(path)*indentStep, maxIndent))...)
		}
		dst = append(append(dst, ':'), e.Role...)
		dst = append(appendAlign(dst, e.RoleAlign), ' ')
		switch to := &g.Nodes[e.To]; {
		case !e.Defines:
			dst = appendAlign(append(dst, to.Var...), e.Align)
		case to.Constant():
			dst = appendAlign(append(dst, to.Concept...), to.Align)
		default:
			dst, path = to.open(dst), append(path, e.To)
		}
	}
	return append(dst, '\n')
}

// short reports whether an edge leads to a constant or to a name made of constants, given the edges of its target.
func (g *Graph) short(e *Edge, edges []int) bool {
	variable := func(edge int) bool { return !g.Nodes[g.Edges[edge].To].Constant() }
	return g.Nodes[e.To].Constant() || e.Role == "name" && e.Defines && !slices.ContainsFunc(edges, variable)
}

// leaving returns the edges that leave each node, in the order of g.Edges.
func (g *Graph) leaving() [][]int {
	edges := make([][]int, len(g.Nodes))
	for i, e := range g.Edges {
		edges[e.From] = append(edges[e.From], i)
	}
	return edges
}

// open appends what stands in the brackets of a variable before its edges.
func (n *Node) open(dst []byte) []byte {
	dst = append(append(dst, '('), n.Var...)
	if n.Concept != "" {
		dst = appendAlign(append(append(dst, " / "...), n.Concept...), n.Align)
	}
	return dst
}

func appendAlign(dst []byte, align string) []byte {
	if align == "" {
		return dst
	}
	return append(append(dst, '~'), align...)
}

func (m Meta) line() string {
	switch {
	case m.Key == "":
		return strings.TrimSuffix("# "+m.Value, " ")
	case m.Value == "":
		return "# ::" + m.Key
	}
	return "# ::" + m.Key + " " + m.Value
}
