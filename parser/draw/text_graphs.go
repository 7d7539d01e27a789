package draw

import (
	"strings"
	"unicode/utf8"
)

// graphText collects the rows of a graph.
type graphText struct {
	*outline
	indent int
	lines  []string
	marks  []Mark
}

// graphLines returns the rows of a picture of a graph: one for each edge, indented below that
// of the node which it leaves. Where a node is only mentioned an arrow leads to it.
func (p *Picture) graphLines(o Options) []string {
	indents := []int{3, 2, 1}
	if o.Compact {
		indents = []int{2, 1}
	}
	var lines []string
	for _, indent := range indents {
		t := &graphText{outline: p.outline(), indent: indent}
		for _, k := range t.below[0] {
			t.add("→ "+isolated(t.Edges[k].Role)+" "+isolated(t.Vertices[t.Edges[k].To-1].name()), t.Edges[k].Mark)
		}
		t.roots(func(v int) { t.vertex(v, "", "", t.Vertices[v-1].Mark, 0) })
		if lines = prefixed(t.lines, t.marks); o.Width <= 0 || widest(lines) <= o.Width {
			break
		}
	}
	return lines
}

func (t *graphText) add(line string, m Mark) {
	t.lines, t.marks = append(t.lines, strings.TrimRight(line, " ")), append(t.marks, m)
}

// vertex adds the row of a vertex behind what leads to it, and below it those of its edges, behind rest.
func (t *graphText) vertex(v int, first, rest string, m Mark, depth int) {
	t.told[v] = true
	t.add(first+t.Vertices[v-1].told(), m)
	tail := strings.Repeat("─", max(0, t.indent-2)) + strings.Repeat(" ", min(1, t.indent-1))
	for i, k := range t.below[v] {
		e := t.Edges[k]
		corner, line := "├", "│"
		if i == len(t.below[v])-1 {
			corner, line = "└", " "
		}
		lead := rest + corner + tail + isolated(e.Role)
		if !t.tells(k) {
			t.add(lead+" → "+isolated(t.Vertices[e.To-1].name()), e.Mark)
			continue
		}
		below := rest
		if depth < maxLevels {
			below += line + strings.Repeat(" ", utf8.RuneCountInString(tail))
		}
		mark := e.Mark
		if mark == Same {
			mark = t.Vertices[e.To-1].Mark
		}
		t.vertex(e.To, lead+": ", below, mark, depth+1)
	}
}

// told returns what is said of a vertex where it is told.
func (v *Vertex) told() string {
	text := isolated(v.Label)
	if v.Instead != "" {
		text = GoldOnly.sign() + text + " " + SystemOnly.sign() + isolated(v.Instead)
	}
	if v.Var != "" {
		text = strings.TrimLeft(text+" ("+isolated(v.Var)+")", " ")
	}
	return text + v.State.class()
}
