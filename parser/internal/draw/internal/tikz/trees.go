package tikz

import (
	"fmt"
	"strings"

	"parser/eval/layout"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

// maxIndent limits the indentation of nodes.
const maxIndent = 200

// trees draws trees, each side in a forest of its own.
func trees(out layout.Printer, p *draw.Picture, o draw.Options) {
	out.Printf("%% needs \\usepackage{forest}%s\n", engine(p.Words))
	separation := "s sep=4pt, l sep=10pt"
	if o.Compact {
		separation = "s sep=1pt, l sep=5pt, l=0pt"
	}
	for i, side := range [][]*draw.Node{p.Trees, p.Below} {
		if len(side) == 0 {
			continue
		}
		if p.Compares {
			out.Printf("%% %s\n", []string{"gold", "system"}[i])
		}
		nodes, ordered := plan.Whole(p, side)
		styles := ""
		for n := range draw.Nodes(nodes) {
			if n.Mark != draw.Same {
				styles = nodeStyles
			}
		}
		out.Printf("\\begin{forest}\n%s  word/.style={tier=word},\n  for tree={parent anchor=south, child anchor=north, %s}\n", styles, separation)
		f := &forest{Picture: p, Printer: out, rtl: label.RightToLeft(p.Words), numbered: !ordered}
		if len(nodes) == 1 {
			f.node(nodes[0], 1)
		} else { // TeX needs one root
			out.Printf("  [, phantom\n")
			f.children(nodes, 2)
			out.Printf("  ]\n")
		}
		out.Printf("\\end{forest}\n")
	}
}

type forest struct {
	*draw.Picture
	layout.Printer
	rtl      bool
	numbered bool // the leaves are not in the order of the words
}

// children writes the nodes below one, in the direction of the script.
func (f *forest) children(nodes []*draw.Node, depth int) {
	for i := range nodes {
		if f.rtl {
			i = len(nodes) - 1 - i
		}
		f.node(nodes[i], depth)
	}
}

// node writes a node in rows indented by its depth.
func (f *forest) node(n *draw.Node, depth int) {
	indent := strings.Repeat("  ", min(depth, maxIndent))
	text := sign(n.Mark) + escaped(n.Label)
	if n.Open {
		text += ` \dots{}`
	}
	f.Printf("%s[{%s}%s", indent, text, option(n.Mark))
	switch {
	case n.Word > 0:
		word := form(&f.Words[n.Word-1])
		if f.numbered {
			word = fmt.Sprint(n.Word, " ", word)
		}
		f.Printf(" [{%s}, word]]\n", word)
	case len(n.Children) == 0:
		f.Printf("]\n")
	default:
		f.Printf("\n")
		f.children(n.Children, depth+1)
		f.Printf("%s]\n", indent)
	}
}
