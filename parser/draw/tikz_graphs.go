package draw

import (
	"math"
	"slices"
	"strings"

	"parser/eval/layout"
)

// latexGraphStyles are those of nodes and edges; those of marks follow.
const latexGraphStyles = `  vertex/.style={draw, rounded corners=6pt, inner sep=1pt, minimum height=14.4pt, font=\small},
  constant/.style={sharp corners}, again/.style={densely dotted},
  role/.style={fill=white, inner sep=1pt, font=\scriptsize}`

// tikzGraph draws a graph, at places that are in the picture.
func (p *Picture) tikzGraph(out layout.Printer, o Options) error {
	o.Width = 0
	v, err := viewGraph(p, o, false)
	if err != nil {
		return err
	}
	out.Printf("%% needs \\usepackage{tikz}%s\n\\begin{tikzpicture}[x=%.3fpt, y=-%.3fpt, >=stealth,\n%s", engine(p.Words), latexPoint, latexPoint, latexGraphStyles)
	if slices.ContainsFunc(p.Edges, func(e Edge) bool { return e.Mark != Same }) || slices.ContainsFunc(p.Vertices, func(v Vertex) bool { return v.Mark != Same }) {
		out.Printf(",\n%s", strings.TrimSuffix(latexNodeStyles, ",\n"))
	}
	out.Printf("]\n")
	if words := p.written(latex); words != "" {
		out.Printf("\\node[above, align=center, text width=%.1fpt] at (%.1f,-10) {%s};\n", max(v.Along, 480)*latexPoint, v.Along/2, words)
	}
	for i, n := range p.Vertices {
		style := "vertex" + n.Mark.latexOption()
		if n.Constant {
			style += ", constant"
		}
		out.Printf("\\node[%s, minimum width=%.1fpt] at (%.1f,%.1f) {", style, nodeWidth(v.vertices[i])*latexPoint, v.Nodes[i].Along, v.Nodes[i].Away)
		for k, t := range v.vertices[i] {
			if k > 0 {
				out.Printf(" ")
			}
			format := map[string]string{classVar: "{\\scriptsize %s%s}", classLabel: "%s%s", classLoop: "{\\scriptsize $\\hookleftarrow$%s%s}"}[t.class]
			out.Printf(format, t.mark.latexSign(), latex(t.label))
		}
		out.Printf("};\n")
	}
	for i, k := range v.drawn {
		p.tikzEdge(out, v, i, p.Edges[k])
	}
	out.Printf("\\end{tikzpicture}\n")
	return nil
}

// tikzEdge draws an edge from border to border, by the points of its route between them.
func (p *Picture) tikzEdge(out layout.Printer, v *graphView, i int, e Edge) {
	route := v.Routes[i]
	style := ""
	if e.Again {
		style = ", again"
	}
	out.Printf("\\draw[->%s%s, rounded corners=0pt, inner sep=0pt] (%.1f,%.1f)", style, e.Mark.latexOption(), route[0].Along, route[0].Away)
	for k := 1; k < len(route); k++ {
		from, to := route[k-1], route[k]
		if k%2 == 1 {
			if math.Abs(to.Away-from.Away) > 0.1 {
				out.Printf(" -- (%.1f,%.1f)", to.Along, to.Away)
			}
			continue
		}
		first, second := bend(route, k)
		out.Printf(" .. controls (%.1f,%.1f) and (%.1f,%.1f) .. (%.1f,%.1f)", first.Along, first.Away, second.Along, second.Away, to.Along, to.Away)
	}
	out.Printf(";\n\\node[role] at (%.1f,%.1f) {%s%s};\n", v.Labels[i].Along, v.Labels[i].Away, e.Mark.latexSign(), latex(e.Role))
}

// latexOption is the style of a mark, as it follows others.
func (m Mark) latexOption() string {
	if m == Same {
		return ""
	}
	return ", " + m.latexStyle()
}
