package text

import (
	"cmp"
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

type graph struct{ *plan.Outline }

// graphRows returns the rows of a graph: one for each edge, below that of the node it leaves. An
// arrow leads to a node that has its row elsewhere.
func graphRows(p *draw.Picture) (rows []*row) {
	g := graph{plan.NewOutline(p)}
	for _, k := range g.Below[0] {
		rows = append(rows, &row{text: "→ " + isolated(g.Edges[k].Role) + " " + g.reference(k), mark: g.Edges[k].Mark})
	}
	g.Roots(func(v int) { rows = append(rows, g.vertex(v, "", g.Vertices[v-1].Mark)) })
	return rows
}

// reference returns the text by which a row refers to the vertex at the end of an edge.
func (g graph) reference(edge int) string {
	return isolated(label.Reference(g.Vertices[g.Edges[edge].To-1]))
}

// vertex returns the row of a vertex after the role that leads to it, with those of its edges.
func (g graph) vertex(v int, role string, m draw.Mark) *row {
	n := g.Vertices[v-1]
	text := isolated(n.Label)
	if n.Instead != "" {
		text = label.Sign(draw.GoldOnly) + text + " " + label.Sign(draw.SystemOnly) + isolated(n.Instead)
	}
	if n.Var != "" {
		text = strings.TrimLeft(text+" ("+isolated(n.Var)+")", " ")
	}
	r := &row{text: role + text + state(n.State), mark: m}
	for _, k := range g.Below[v] {
		e, role := g.Edges[k], isolated(g.Edges[k].Role)
		if g.Enter(k) {
			r.below = append(r.below, g.vertex(e.To, role+": ", cmp.Or(e.Mark, g.Vertices[e.To-1].Mark)))
		} else {
			r.below = append(r.below, &row{text: role + " → " + g.reference(k), mark: e.Mark})
		}
	}
	return r
}
