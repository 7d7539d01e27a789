package enhance

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
)

// complete sets the Deps of words to the edges, makes empty nodes, and returns their lines.
func (s *Session) complete(words []conll.Word) []conll.Extra {
	s.connect()
	g, deps := &graph{emptyAfter: map[int]int{}, below: map[conll.Dep][]*emptyNode{}, taken: map[taken]int{}}, []conll.Dep(nil)
	for node := 1; node < len(s.heads); node++ {
		deps = deps[:0]
		for _, e := range s.edges[node] {
			deps = append(deps, g.dep(conll.Node{Word: e.head}, e.relation, node))
		}
		words[node-1].Deps = conll.FormatDeps(deps)
	}
	slices.SortStableFunc(g.empty, func(a, b *emptyNode) int { return a.id.Compare(b.id) })
	var lines []conll.Extra
	for _, e := range g.empty {
		lines = append(lines, conll.Extra{
			Before: e.id.Word, Text: fmt.Sprintf("%v\t_\t_\t_\t_\t_\t_\t_\t%s\t_", e.id, conll.FormatDeps([]conll.Dep{e.dep})),
		})
	}
	return lines
}

// connect adds basic edges to nodes that cannot be reached from the root. From the top of the tree on, the head of each
// such edge can be reached.
func (s *Session) connect() {
	n, whole := len(s.heads), true
	for node := 1; node < n && whole; node++ {
		whole = slices.ContainsFunc(s.edges[node], func(e edge) bool { return e.head == s.heads[node] })
	}
	if whole { // the tree is in the graph
		return
	}
	below := make([][]int, n)
	for node := 1; node < n; node++ {
		for _, e := range s.edges[node] {
			below[e.head] = append(below[e.head], node)
		}
	}
	reached := make([]bool, n)
	var reach func(node int)
	reach = func(node int) {
		reached[node] = true
		for _, next := range below[node] {
			if !reached[next] {
				reach(next)
			}
		}
	}
	reach(0)
	for agenda := []int{0}; len(agenda) > 0; agenda = agenda[1:] {
		node := agenda[0]
		if !reached[node] {
			s.edges[node] = append(s.edges[node], edge{s.heads[node], s.labels[node]})
			reach(node)
		}
		agenda = append(agenda, s.children[node]...)
	}
}

// graph makes empty nodes of paths: x to y by conj>nsubj becomes x to a new node by conj, and from that to y by nsubj.
type graph struct {
	empty      []*emptyNode
	emptyAfter map[int]int // how many stand after each word
	below      map[conll.Dep][]*emptyNode
	taken      map[taken]int // how many of those, from the first one on, have a dependent by a relation
}

type emptyNode struct {
	id  conll.Node
	dep conll.Dep
}

type taken struct {
	dep      conll.Dep
	relation string
}

// dep returns the dependency of a node that an edge or path leads to. Dependents of the same head by the same path share an
// empty node, unless one of them has the same relation: then it belongs to another predicate that was left out.
func (g *graph) dep(head conll.Node, relation string, node int) conll.Dep {
	first, rest, long := strings.Cut(relation, conll.PathSeparator)
	if !long {
		return conll.Dep{Head: head, Relation: relation}
	}
	next, _, _ := strings.Cut(rest, conll.PathSeparator)
	own := conll.Dep{Head: head, Relation: first}
	at := g.taken[taken{own, next}]
	if at == len(g.below[own]) {
		g.emptyAfter[node]++
		e := &emptyNode{conll.Node{Word: node, Empty: g.emptyAfter[node]}, own}
		g.empty, g.below[own] = append(g.empty, e), append(g.below[own], e)
	}
	g.taken[taken{own, next}]++
	return g.dep(g.below[own][at].id, rest, node)
}
