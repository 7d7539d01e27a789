package text

import (
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/plan"
)

type treeRows struct {
	*rows
	*draw.Picture
	indent   int  // 0 puts the first child of a node beside it
	numbered bool // the leaves are not in the order of the words
}

// trees returns the rows of trees; in a comparison, first those of gold.
func trees(p *draw.Picture, o draw.Options) []string {
	indents := []int{3, 2, 1}
	if o.Compact {
		indents[0] = 0
	}
	return fitted(o, indents, func(r *rows, indent int) {
		t := &treeRows{rows: r, Picture: p, indent: indent}
		t.side(p.Trees, "gold:")
		if len(p.Below) > 0 {
			t.side(p.Below, "system:")
		}
	})
}

// side adds the rows of trees, and of the words between them.
func (t *treeRows) side(trees []*draw.Node, name string) {
	if t.Compares {
		t.add(name, draw.Same)
	}
	nodes, ordered := plan.Whole(t.Picture, trees)
	t.numbered = !ordered
	for _, n := range nodes {
		t.node(n, "", "", 0)
	}
}

// node adds the rows of a node: its own after first, and those below it after rest.
func (t *treeRows) node(n *draw.Node, first, rest string, depth int) {
	text := isolated(n.Label)
	if n.Open {
		text += " …"
	}
	if n.Word > 0 {
		word := t.Words[n.Word-1]
		if t.numbered {
			text += " " + strconv.Itoa(n.Word)
		}
		text = strings.TrimLeft(text+" "+isolated(word.Form)+state(word.State), " ")
	}
	beside, mark := t.indent == 0, n.Mark
	if beside {
		text, mark = strings.TrimLeft(prefix(mark), " ")+text, draw.Same
	}
	if !beside || len(n.Children) == 0 {
		t.add(first+text, mark)
	}
	first += text + " "
	if width := uniseg.StringWidth(text); beside && depth < maxLevels {
		rest += strings.Repeat(" ", width+1)
	}
	tail := [...]string{" ", "", " ", "─ "}[t.indent]
	for i, child := range n.Children {
		lead := rest
		corner, line := branch(i == len(n.Children)-1)
		switch {
		case beside && len(n.Children) == 1:
			lead, corner = first, "─"
		case beside && i == 0:
			lead, corner = first, "┬"
		}
		t.node(child, lead+corner+tail, below(rest, line, tail, depth), depth+1)
	}
}
