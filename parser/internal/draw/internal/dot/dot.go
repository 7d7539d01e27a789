// Package dot draws pictures for Graphviz.
package dot

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/eval/layout"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

// Write draws a picture for Graphviz's dot, as a directed graph with the words in a row. The label of an arc is a node
// above its words, or below them for one of the enhanced layer only, with a line from the head and an arrow to the
// dependent; arcs of the basic layer only are dotted, and empty nodes have a colour. Constituents are nodes above the words, and
// those of the system in a comparison below them. The nodes of words are w1, w2 and so on, and those of a graph, which
// has no words, v1 and so on. States are not drawn. Compact leaves out the tags of words under arcs and some of the
// space; Width has no effect.
func Write(w io.Writer, p *draw.Picture, o draw.Options) error {
	return layout.Print(w, func(out layout.Printer) {
		if title := strings.TrimSpace(label.Clean(p.Title)); title != "" {
			out.Printf("// %s\n", title)
		}
		separation := "nodesep=0.15, ranksep=0.2"
		switch {
		case o.Compact:
			separation = "nodesep=0.08, ranksep=0.08"
		case plan.HasGraph(p):
			separation = "nodesep=0.25, ranksep=0.4"
		}
		out.Printf("digraph {\n  graph [%s]\n  node [shape=plaintext, fontname=\"sans-serif\", height=0.2, width=0.1, "+
			"margin=\"0.04,0.02\"]\n  edge [arrowsize=0.6]\n", separation)
		g := &graph{Picture: p, Printer: out}
		switch {
		case plan.HasGraph(p):
			g.vertices(!o.Compact)
		case plan.HasTrees(p):
			g.words(false)
			above, _ := plan.Whole(p, p.Trees)
			for _, n := range above {
				g.node(n, "%s -> %s [dir=none%s]")
			}
			for _, n := range p.Below {
				g.node(n, "%[2]s -> %[1]s [dir=none%[3]s]")
			}
		default:
			g.words(!o.Compact)
			g.arcs(o)
		}
		out.Printf("}\n")
	})
}

type graph struct {
	*draw.Picture
	layout.Printer
	nodes int
}

// words writes the words in a row, in the direction of their script, and the multiword tokens.
func (g *graph) words(tags bool) {
	g.Printf("  { rank=same\n")
	var row []string
	for i, w := range g.Words {
		label := text(w.Form)
		if tags && w.Tag != "" {
			label += `\n` + text(w.Tag)
		}
		style := nodeStyle(w.Mark)
		if w.Empty {
			style += enhancedNode
		}
		g.Printf("    w%d [label=\"%s\"%s]\n", i+1, label, style)
		row = append(row, fmt.Sprint("w", i+1))
	}
	if label.RightToLeft(g.Words) {
		slices.Reverse(row)
	}
	if len(row) > 1 {
		g.Printf("    %s [style=invis, weight=100]\n", strings.Join(row, " -> "))
	}
	g.Printf("  }\n  node [fontsize=10]\n")
	for i, t := range g.Tokens {
		g.Printf("  t%d [label=\"%s\"]\n", i+1, text(t.Form))
		for w := t.First; w <= t.Last; w++ {
			g.Printf("  w%d -> t%d [dir=none]\n", w, i+1)
		}
	}
}

// arcs writes a node with two edges for each arc, as many ranks above or below the words as its level.
func (g *graph) arcs(o draw.Options) {
	if len(g.Words) == 0 {
		return
	}
	level := plan.NewArcs(g.Picture, plan.SpacingOf(o)).Rows(0)[0].ArcLevels()
	for i, a := range g.Arcs {
		node, edge, fromHead, toDep := nodeStyle(a.Mark), edgeStyle(a.Mark), "a%d -> w%d [minlen=%d, dir=none%s]", "a%d -> w%d [minlen=%d%s]"
		switch a.Layer {
		case draw.BasicOnly:
			edge += ", style=dotted"
		case draw.EnhancedOnly:
			node, edge = node+enhancedNode, edge+enhancedEdge
			fromHead, toDep = "w%[2]d -> a%[1]d [minlen=%[3]d, dir=none%[4]s]", "w%[2]d -> a%[1]d [minlen=%[3]d, dir=back%[4]s]"
		}
		g.Printf("  a%d [label=\"%s\"%s]\n", i+1, text(label.Marked(a.Label, a.Mark)), node)
		if a.Head > 0 {
			g.Printf("  "+fromHead+"\n", i+1, a.Head, level[i], edge)
		}
		g.Printf("  "+toDep+"\n", i+1, a.Dep, level[i], edge)
	}
}

// node writes a node and all nodes below it, with edges of a format, and returns its name and how far it is from the
// words. Edges nearer to the words have more weight, so that dot puts every node close to those below it.
func (g *graph) node(n *draw.Node, edge string) (name string, height int) {
	g.nodes++
	name = fmt.Sprint("n", g.nodes)
	g.Printf("  %s [label=\"%s\"%s]\n", name, text(label.Node(n)), nodeStyle(n.Mark))
	line := func(below string, above int, m draw.Mark) {
		attributes := fmt.Sprintf(", weight=%d%s", max(1, 50-above), edgeStyle(m))
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
	if words := label.Sentence(g.Picture, text); words != "" {
		g.Printf("  label=\"%s\"\n", words)
	}
	for i, parts := range plan.Parts(g.Picture, variables) {
		var texts []string
		for _, t := range parts {
			texts = append(texts, text(t.Label()))
		}
		shape := `shape=box, style=rounded`
		if g.Vertices[i].Constant {
			shape = `shape=box`
		}
		g.Printf("  v%d [label=\"%s\", %s%s]\n", i+1, strings.Join(texts, " "), shape, nodeStyle(g.Vertices[i].Mark))
	}
	g.Printf("  edge [fontname=\"sans-serif\", fontsize=10]\n")
	for k, e := range g.Edges {
		from, style := fmt.Sprint("v", e.From), ""
		if e.From == 0 {
			from = fmt.Sprint("top", k+1)
			g.Printf("  %s [shape=point]\n", from)
		}
		if e.Again && e.Mark != draw.GoldOnly {
			style = ", style=dotted"
		}
		if e.From != e.To {
			g.Printf("  %s -> v%d [label=\"%s\"%s%s]\n", from, e.To, text(label.Marked(e.Role, e.Mark)), style, edgeStyle(e.Mark))
		}
	}
}

// text returns a text as it stands in quotes, where backslashes and character entities are special.
func text(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(label.Clean(text))
}

// What distinguishes the enhanced layer, as it follows other attributes.
const (
	enhancedNode = `, fontcolor="#8a3a6b", fontname="sans-serif italic"`
	enhancedEdge = `, color="#8a3a6b"`
)

// edgeStyle and nodeStyle return the attributes of marked lines and labels, as they follow others.
func edgeStyle(m draw.Mark) string {
	return [...]string{"", `, color="#0072b2", style=dashed`, `, color="#d55e00", penwidth=2`, `, color="#009e73", penwidth=2.5`,
		`, color="#d55e00", penwidth=2.5`}[m]
}

func nodeStyle(m draw.Mark) string {
	return [...]string{"", `, fontcolor="#005a8d"`, `, fontcolor="#a34800", fontname="sans-serif bold"`, `, fontcolor="#00664a", fontname="sans-serif bold"`,
		`, fontcolor="#a34800", fontname="sans-serif bold"`}[m]
}
