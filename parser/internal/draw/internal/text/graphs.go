package text

import (
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

type graphRows struct {
	*rows
	*plan.Outline
	indent int
}

// graph returns the rows of a graph: one for each edge, indented below that of the node it leaves.
// An arrow leads to a node that has its row elsewhere.
func graph(p *draw.Picture, o draw.Options) []string {
	indents := []int{3, 2, 1}
	if o.Compact {
		indents = indents[1:]
	}
	return fitted(o, indents, func(r *rows, indent int) {
		g := &graphRows{rows: r, Outline: plan.NewOutline(p), indent: indent}
		for _, k := range g.Below[0] {
			g.add("→ "+isolated(g.Edges[k].Role)+" "+g.reference(k), g.Edges[k].Mark)
		}
		g.Roots(func(v int) { g.vertex(v, "", "", g.Vertices[v-1].Mark, 0) })
	})
}

// reference returns the text by which a row refers to the vertex at the end of an edge.
func (g *graphRows) reference(edge int) string {
	return isolated(label.Reference(g.Vertices[g.Edges[edge].To-1]))
}

// vertex adds the row of a vertex after what leads to it, and below it those of its edges, each
// after rest.
func (g *graphRows) vertex(v int, first, rest string, m draw.Mark, depth int) {
	n := g.Vertices[v-1]
	text := isolated(n.Label)
	if n.Instead != "" {
		text = label.Sign(draw.GoldOnly) + text + " " + label.Sign(draw.SystemOnly) + isolated(n.Instead)
	}
	if n.Var != "" {
		text = strings.TrimLeft(text+" ("+isolated(n.Var)+")", " ")
	}
	g.add(first+text+state(n.State), m)
	tail := strings.Repeat("─", max(0, g.indent-2)) + strings.Repeat(" ", min(1, g.indent-1))
	for i, k := range g.Below[v] {
		e := g.Edges[k]
		corner, line := branch(i == len(g.Below[v])-1)
		lead := rest + corner + tail + isolated(e.Role)
		if !g.Enter(k) {
			g.add(lead+" → "+g.reference(k), e.Mark)
			continue
		}
		mark := e.Mark
		if mark == draw.Same {
			mark = g.Vertices[e.To-1].Mark
		}
		g.vertex(e.To, lead+": ", below(rest, line, tail, depth), mark, depth+1)
	}
}
