package draw

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// treeText collects the rows of trees.
type treeText struct {
	*Picture
	indent   int  // 0 puts the first of a node's children beside it
	numbered bool // the leaves are not in the order of the words
	lines    []string
	marks    []Mark
}

// treeLines returns the rows of a picture of trees, first those of gold where it compares.
func (p *Picture) treeLines(o Options) []string {
	indents := []int{3, 2, 1}
	if o.Compact {
		indents = []int{0, 2, 1}
	}
	var lines []string
	for _, indent := range indents {
		t := &treeText{Picture: p, indent: indent}
		t.side(p.Trees, "gold:")
		if len(p.Below) > 0 {
			t.side(p.Below, "system:")
		}
		if lines = prefixed(t.lines, t.marks); o.Width <= 0 || widest(lines) <= o.Width {
			break
		}
	}
	return lines
}

// side adds the rows of trees, and of the words between them.
func (t *treeText) side(trees []*Node, name string) {
	if t.Compares {
		t.add(name, Same)
	}
	nodes, ordered := t.whole(trees)
	t.numbered = !ordered
	for _, n := range nodes {
		t.node(n, "", "", 0)
	}
}

func (t *treeText) add(line string, m Mark) {
	t.lines, t.marks = append(t.lines, strings.TrimRight(line, " ")), append(t.marks, m)
}

// node adds the rows of a node behind what leads to it: first in its own row, rest in those
// below it.
func (t *treeText) node(n *Node, first, rest string, depth int) {
	text := isolated(n.Label)
	if n.Open {
		text += " …"
	}
	if n.Word > 0 {
		text = strings.TrimLeft(text+" "+t.word(n.Word), " ")
	}
	beside, mark := t.indent == 0, n.Mark
	if beside {
		text, mark = strings.TrimLeft(mark.prefix(), " ")+text, Same
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
		lead, corner, line := rest, "├", "│"
		if i == len(n.Children)-1 {
			corner, line = "└", " "
		}
		switch {
		case beside && len(n.Children) == 1:
			lead, corner = first, "─"
		case beside && i == 0:
			lead, corner = first, "┬"
		}
		below := rest
		if depth < maxLevels {
			below += line + strings.Repeat(" ", utf8.RuneCountInString(tail))
		}
		t.node(child, lead+corner+tail, below, depth+1)
	}
}

// word returns what is said of a word.
func (t *treeText) word(w int) string {
	word := t.Words[w-1]
	text := isolated(word.Form) + word.State.class()
	if t.numbered {
		text = strconv.Itoa(w) + " " + text
	}
	return text
}
