package draw

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/eval/layout"
)

// DOT draws the picture for Graphviz's dot: a directed graph with the words in a row. The label
// of an arc is a node above its words, with a line from the head and an arrow to the
// dependent; constituents are nodes above, and those of the system in a comparison below. The
// nodes of words are w1, w2 and so on, and those of a graph, which has no words, v1 and so on. States are not drawn. Compact leaves out tags of words
// under arcs and some of the space; there is no Width.
func (p *Picture) DOT(w io.Writer, o Options) error {
	if err := p.check(); err != nil {
		return err
	}
	return layout.Print(w, func(out layout.Printer) {
		if title := strings.TrimSpace(clean(p.Title)); title != "" {
			out.Printf("// %s\n", title)
		}
		separation := "nodesep=0.15, ranksep=0.2"
		switch {
		case len(p.Vertices) > 0 && !o.Compact:
			separation = "nodesep=0.25, ranksep=0.4"
		case o.Compact:
			separation = "nodesep=0.08, ranksep=0.08"
		}
		out.Printf("digraph {\n  graph [%s]\n  node [shape=plaintext, fontname=\"sans-serif\", height=0.2, width=0.1, margin=\"0.04,0.02\"]\n  edge [arrowsize=0.6]\n", separation)
		g := &graph{Picture: p, Printer: out}
		switch {
		case len(p.Vertices) > 0:
			g.vertices(!o.Compact)
		case len(p.Trees)+len(p.Below) > 0:
			g.words(false)
			g.trees()
		default:
			g.words(!o.Compact)
			g.arcs(o)
		}
		out.Printf("}\n")
	})
}

// graph writes the nodes and edges of a picture.
type graph struct {
	*Picture
	layout.Printer
	nodes int
}

// words writes the words in a row, in the direction of their script.
func (g *graph) words(tags bool) {
	g.Printf("  { rank=same\n")
	var row []string
	for i, w := range g.Words {
		label := dotText(w.Form)
		if tags && w.Tag != "" {
			label += `\n` + dotText(w.Tag)
		}
		g.Printf("    w%d [label=\"%s\"]\n", i+1, label)
		row = append(row, fmt.Sprint("w", i+1))
	}
	if rightToLeft(g.Words) {
		slices.Reverse(row)
	}
	if len(row) > 1 {
		g.Printf("    %s [style=invis, weight=100]\n", strings.Join(row, " -> "))
	}
	g.Printf("  }\n  node [fontsize=10]\n")
	for i, t := range g.Tokens {
		g.Printf("  t%d [label=\"%s\"]\n", i+1, dotText(t.Form))
		for w := t.First; w <= t.Last; w++ {
			g.Printf("  w%d -> t%d [dir=none]\n", w, i+1)
		}
	}
}

// arcs writes a node and its edges for each arc, as many ranks above the words as its level.
func (g *graph) arcs(o Options) {
	if len(g.Words) == 0 {
		return
	}
	level := make([]int, len(g.Arcs))
	for _, piece := range newArcLayout(g.Picture, metricsOf(o)).rows(0)[0].pieces {
		level[piece.arc] = piece.level
	}
	for i, a := range g.Arcs {
		g.Printf("  a%d [label=\"%s\"%s]\n", i+1, dotText(a.text()), a.Mark.dotNode())
		if a.Head > 0 {
			g.Printf("  a%d -> w%d [minlen=%d, dir=none%s]\n", i+1, a.Head, level[i], a.Mark.dotEdge())
		}
		g.Printf("  a%d -> w%d [minlen=%d%s]\n", i+1, a.Dep, level[i], a.Mark.dotEdge())
	}
}

// trees writes a node for each constituent and tag, above the words and below them, and for
// the tags of words outside of trees.
func (g *graph) trees() {
	above, _ := g.whole(g.Trees)
	for _, n := range above {
		g.node(n, "%s -> %s [dir=none%s]")
	}
	for _, n := range g.Below {
		g.node(n, "%[2]s -> %[1]s [dir=none%[3]s]")
	}
}

// node writes a node and what is below it, with edges of a format, and returns its name and how
// far it is from the words. Edges that are nearer to them have more weight, so that dot puts
// every node close to what is below it.
func (g *graph) node(n *Node, edge string) (name string, height int) {
	g.nodes++
	name = fmt.Sprint("n", g.nodes)
	g.Printf("  %s [label=\"%s\"%s]\n", name, dotText(n.text()), n.Mark.dotNode())
	line := func(below string, above int, m Mark) {
		attributes := fmt.Sprintf(", weight=%d%s", max(1, 50-above), m.dotEdge())
		g.Printf("  "+edge+"\n", name, below, attributes)
		height = max(height, above+1)
	}
	if n.Word > 0 {
		line(fmt.Sprint("w", n.Word), 0, n.Mark)
	}
	for _, child := range n.Children {
		below, above := g.node(child, edge)
		line(below, above, child.Mark)
	}
	return name, height
}

// vertices writes a graph, with the sentence below it.
func (g *graph) vertices(variables bool) {
	if words := g.written(dotText); words != "" {
		g.Printf("  label=\"%s\"\n", words)
	}
	for i, parts := range g.parts(variables) {
		var texts []string
		for _, t := range parts {
			texts = append(texts, dotText(t.text()))
		}
		shape := `shape=box, style=rounded`
		if g.Vertices[i].Constant {
			shape = `shape=box`
		}
		g.Printf("  v%d [label=\"%s\", %s%s]\n", i+1, strings.Join(texts, " "), shape, g.Vertices[i].Mark.dotNode())
	}
	g.Printf("  edge [fontname=\"sans-serif\", fontsize=10]\n")
	for k, e := range g.Edges {
		from, style := fmt.Sprint("v", e.From), ""
		if e.From == 0 {
			from = fmt.Sprint("top", k+1)
			g.Printf("  %s [shape=point]\n", from)
		}
		if e.Again && e.Mark != GoldOnly {
			style = ", style=dotted"
		}
		if e.From != e.To {
			g.Printf("  %s -> v%d [label=\"%s\"%s%s]\n", from, e.To, dotText(e.text()), style, e.Mark.dotEdge())
		}
	}
}

// dotText returns a text as it stands in quotes, where backslashes and character entities have
// a meaning.
func dotText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(clean(text))
}

// dotEdge and dotNode return the attributes of marked lines and labels, as they follow others.
func (m Mark) dotEdge() string {
	return [...]string{"", `, color="#0072b2", style=dashed`, `, color="#d55e00", penwidth=2`, `, color="#009e73", penwidth=2.5`}[m]
}

func (m Mark) dotNode() string {
	return [...]string{"", `, fontcolor="#005a8d"`, `, fontcolor="#a34800", fontname="sans-serif bold"`, `, fontcolor="#00664a", fontname="sans-serif bold"`}[m]
}
