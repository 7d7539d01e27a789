package tikz

import (
	"math"
	"slices"
	"strings"

	"parser/eval/layout"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/layered"
	"parser/parser/internal/draw/internal/plan"
)

// graphStyles are the styles of nodes and edges; those of marks follow them.
const graphStyles = `  vertex/.style={draw, rounded corners=6pt, inner sep=1pt, minimum height=14.4pt, font=\small},
  constant/.style={sharp corners}, again/.style={densely dotted},
  role/.style={fill=white, inner sep=1pt, font=\scriptsize}`

// graph draws a graph. The picture holds all coordinates.
func graph(out layout.Printer, p *draw.Picture, o draw.Options) error {
	v, err := plan.PlaceGraph(p, o, false)
	if err != nil {
		return err
	}
	out.Printf("%% needs \\usepackage{tikz}%s\n\\begin{tikzpicture}[x=%.3fpt, y=-%.3fpt, >=stealth,\n%s", engine(p.Words), point, point, graphStyles)
	if slices.ContainsFunc(p.Edges, func(e draw.Edge) bool { return e.Mark != draw.Same }) ||
		slices.ContainsFunc(p.Vertices, func(v draw.Vertex) bool { return v.Mark != draw.Same }) {
		out.Printf(",\n%s", strings.TrimSuffix(nodeStyles, ",\n"))
	}
	out.Printf("]\n")
	if words := label.Sentence(p, escaped); words != "" {
		out.Printf("\\node[above, align=center, text width=%.1fpt] at (%.1f,-10) {%s};\n", max(v.Along, plan.CaptionWide)*point, v.Along/2, words)
	}
	for i, n := range p.Vertices {
		options := "vertex" + option(n.Mark)
		if n.Constant {
			options += ", constant"
		}
		out.Printf("\\node[%s, minimum width=%.1fpt] at (%.1f,%.1f) {", options, plan.NodeWidth(v.Vertices[i])*point, v.Nodes[i].Along, v.Nodes[i].Away)
		for k, t := range v.Vertices[i] {
			if k > 0 {
				out.Printf(" ")
			}
			format := [...]string{plan.Variable: "{\\scriptsize %s%s}", plan.Concept: "%s%s", plan.Loop: "{\\scriptsize $\\hookleftarrow$%s%s}"}[t.Kind]
			out.Printf(format, sign(t.Mark), escaped(t.Text))
		}
		out.Printf("};\n")
	}
	for i, k := range v.Drawn {
		edge(out, p.Edges[k], v.Routes[i], v.Labels[i])
	}
	out.Printf("\\end{tikzpicture}\n")
	return nil
}

// edge draws an edge along its route from border to border, with its role at a place.
func edge(out layout.Printer, e draw.Edge, route []layered.Point, role layered.Point) {
	again := ""
	if e.Again {
		again = ", again"
	}
	out.Printf("\\draw[->%s%s, rounded corners=0pt, inner sep=0pt] (%.1f,%.1f)", again, option(e.Mark), route[0].Along, route[0].Away)
	for k := 1; k < len(route); k++ {
		from, to := route[k-1], route[k]
		if k%2 == 1 {
			if math.Abs(to.Away-from.Away) > 0.1 {
				out.Printf(" -- (%.1f,%.1f)", to.Along, to.Away)
			}
			continue
		}
		first, second := plan.Bend(route, k)
		out.Printf(" .. controls (%.1f,%.1f) and (%.1f,%.1f) .. (%.1f,%.1f)", first.Along, first.Away, second.Along, second.Away, to.Along, to.Away)
	}
	out.Printf(";\n\\node[role] at (%.1f,%.1f) {%s%s};\n", role.Along, role.Away, sign(e.Mark), escaped(e.Role))
}
