package text

import (
	"cmp"
	"strconv"
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/plan"
)

// treeRows returns the rows of trees and of the words between them; in a comparison, first those of gold.
func treeRows(p *draw.Picture) (rows []*row) {
	for i, side := range [][]*draw.Node{p.Trees, p.Below} {
		if i == 1 && len(side) == 0 {
			continue
		}
		if p.Compares {
			rows = append(rows, &row{text: [...]string{"gold:", "system:"}[i]})
		}
		nodes, ordered := plan.Whole(p, side)
		for _, n := range nodes {
			rows = append(rows, treeRow(p, n, !ordered))
		}
	}
	return rows
}

// treeRow returns the row of a node; leaves are numbered if they are not in the order of the words.
func treeRow(p *draw.Picture, n *draw.Node, numbered bool) *row {
	text, mark := isolated(n.Label), n.Mark
	if n.Open {
		text += " …"
	}
	if n.Word > 0 {
		word := p.Words[n.Word-1]
		mark = cmp.Or(mark, word.Mark)
		if numbered {
			text += " " + strconv.Itoa(n.Word)
		}
		text = strings.TrimLeft(text+" "+isolated(word.Form)+state(word.State), " ")
	}
	r := &row{text: text, mark: mark}
	for _, child := range n.Children {
		r.below = append(r.below, treeRow(p, child, numbered))
	}
	return r
}
