package plan

import "parser/parser/draw"

// Whole returns trees with a leaf for each word outside of them at its place, and whether the
// leaves are in the order of the words.
func Whole(p *draw.Picture, trees []*draw.Node) (all []*draw.Node, ordered bool) {
	covered, firsts, last := make([]bool, len(p.Words)+1), make([]int, len(trees)), 0
	ordered = true
	for i, n := range trees {
		eachLeaf(n, func(leaf *draw.Node) {
			covered[leaf.Word] = true
			if firsts[i] == 0 {
				firsts[i] = leaf.Word
			}
			ordered = ordered && leaf.Word > last
			last = leaf.Word
		})
	}
	next := 1
	words := func(before int) {
		for ; next < before; next++ {
			if !covered[next] {
				all = append(all, &draw.Node{Label: p.Words[next-1].Tag, Word: next})
			}
		}
	}
	for i, n := range trees {
		words(firsts[i])
		all = append(all, n)
	}
	words(len(covered))
	return all, ordered
}

func eachLeaf(n *draw.Node, f func(leaf *draw.Node)) {
	if n.Word > 0 {
		f(n)
	}
	for _, child := range n.Children {
		eachLeaf(child, f)
	}
}
