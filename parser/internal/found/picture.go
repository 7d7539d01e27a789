package found

import (
	"parser/conll"
	"parser/parser/internal/draw"
	"parser/parser/query"
	"parser/parser/treebank"
	"parser/ptb"
)

// Picture returns the picture of an item in which the nodes of matches are marked, and the arcs between those of one match.
func Picture(it *treebank.Item, matches ...*query.Match) *draw.Picture {
	p := draw.Of(it)
	at := map[string]int{} // words and empty nodes, by what IDs say
	for i := range p.Words {
		at[p.ID(i+1)] = i + 1
	}
	nodes := nodesOf(it.Tree, p.Trees)
	for _, m := range matches {
		marked := map[int]bool{}
		for _, n := range Nodes(m) {
			if n.Tree != nil && !(n.Tree.Leaf() && n.Label == n.Tree.Word) {
				nodes[n.Tree].Mark = draw.Found
				continue
			}
			word := at[conll.Node{Word: n.Last, Empty: n.Empty}.String()]
			p.Words[word-1].Mark, marked[word] = draw.Found, true
		}
		for i, a := range p.Arcs {
			if marked[a.Head] && marked[a.Dep] {
				p.Arcs[i].Mark = draw.Found
			}
		}
	}
	return p
}

// nodesOf returns which nodes of a picture stand for those of a tree. An outermost bracket that the picture lacks has one
// that is not in it.
func nodesOf(tree *ptb.Tree, trees []*draw.Node) map[*ptb.Tree]*draw.Node {
	nodes := map[*ptb.Tree]*draw.Node{}
	if tree == nil {
		return nodes
	}
	var all []*ptb.Tree
	tree.Walk(func(t *ptb.Tree) { all = append(all, t) }, func(*ptb.Tree) {})
	i := len(all)
	for range draw.Nodes(trees) {
		i--
	}
	for _, t := range all[:i] {
		nodes[t] = &draw.Node{}
	}
	for n := range draw.Nodes(trees) {
		nodes[all[i]] = n
		i++
	}
	return nodes
}
