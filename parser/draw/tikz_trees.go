package draw

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval/layout"
)

// tikzTrees draws trees, each side in a forest of its own.
func (p *Picture) tikzTrees(out layout.Printer, o Options) {
	out.Printf("%% needs \\usepackage{forest}%s\n", engine(p.Words))
	for i, side := range [][]*Node{p.Trees, p.Below} {
		if len(side) == 0 {
			continue
		}
		if p.Compares {
			out.Printf("%% %s\n", []string{"gold", "system"}[i])
		}
		nodes, ordered := p.whole(side)
		f := &forest{Picture: p, Printer: out, rtl: rightToLeft(p.Words), numbered: !ordered}
		f.draw(nodes, o)
	}
}

// forest writes trees.
type forest struct {
	*Picture
	layout.Printer
	rtl      bool
	numbered bool // the leaves are not in the order of the words
}

// draw writes a forest. TeX wants one root, which is a phantom where there are more.
func (f *forest) draw(nodes []*Node, o Options) {
	styles, separation := "", "s sep=4pt, l sep=10pt"
	if o.Compact {
		separation = "s sep=1pt, l sep=5pt, l=0pt"
	}
	if slices.ContainsFunc(nodes, (*Node).marked) {
		styles = latexNodeStyles
	}
	f.Printf("\\begin{forest}\n%s  word/.style={tier=word},\n  for tree={parent anchor=south, child anchor=north, %s}\n", styles, separation)
	if len(nodes) == 1 {
		f.node(nodes[0], 1)
	} else {
		f.Printf("  [, phantom\n")
		f.children(nodes, 2)
		f.Printf("  ]\n")
	}
	f.Printf("\\end{forest}\n")
}

// children writes the nodes below one, in the direction of the script.
func (f *forest) children(nodes []*Node, depth int) {
	for i := range nodes {
		if f.rtl {
			i = len(nodes) - 1 - i
		}
		f.node(nodes[i], depth)
	}
}

// node writes a node in rows that are indented by its depth.
func (f *forest) node(n *Node, depth int) {
	indent := strings.Repeat("  ", min(depth, maxLevels))
	text := n.Mark.latexSign() + latex(n.Label)
	if n.Open {
		text += ` \dots{}`
	}
	options := ""
	if n.Mark != Same {
		options = ", " + n.Mark.latexStyle()
	}
	f.Printf("%s[{%s}%s", indent, text, options)
	switch {
	case n.Word > 0:
		word := latex(f.Words[n.Word-1].Form)
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

// marked reports whether a node, or one below it, has a mark.
func (n *Node) marked() bool {
	return n.Mark != Same || slices.ContainsFunc(n.Children, (*Node).marked)
}
