package graph

import (
	"iter"
	"slices"
)

// Children goes through the children of a node in the tree, by position.
func (g *State) Children(node int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for kid := g.Nodes[node].first; kid != None; kid = g.Nodes[kid].next {
			if !yield(kid) {
				return
			}
		}
	}
}

// RoleOf returns the role of the arc to a node in the tree: Signs.Unknown until it is settled.
func (g *State) RoleOf(node int32) int32 {
	if n := &g.Nodes[node]; n.Linked {
		return n.Role
	}
	return g.Unknown
}

// Leaf reports whether a node has no child in the tree.
func (g *State) Leaf(node int32) bool {
	return g.Nodes[node].first == None
}

// adopt makes node, which has no head, a child of head.
func (g *State) adopt(head, node int32) {
	g.Nodes[node].Head = head
	g.Changes = append(g.Changes, node)
	at := &g.Nodes[head].first
	for *at != None && g.order(*at, node) < 0 {
		at = &g.Nodes[*at].next
	}
	g.Nodes[node].next, *at = *at, node
}

// release takes node away from its head.
func (g *State) release(node int32) {
	n := &g.Nodes[node]
	if n.Head == None {
		return
	}
	at := &g.Nodes[n.Head].first
	for *at != node {
		at = &g.Nodes[*at].next
	}
	*at, n.Head, n.next = n.next, None, None
	g.Changes = append(g.Changes, node)
}

// Below reports whether node is above or its descendant in the tree.
func (g *State) Below(node, above int32) bool {
	for node != above && node != None {
		node = g.Nodes[node].Head
	}
	return node != None
}

// Reaches reports whether node can be reached from another by the arcs of tree and
// re-entrancies.
func (g *State) Reaches(from, node int32) bool {
	seen, agenda := make([]bool, len(g.Nodes)), []int32{from}
	for len(agenda) > 0 {
		x := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		if x == node {
			return true
		}
		if seen[x] {
			continue
		}
		seen[x] = true
		for kid := range g.Children(x) {
			agenda = append(agenda, kid)
		}
		for _, a := range g.Arcs {
			if a.Head == x {
				agenda = append(agenda, a.Dep)
			}
		}
	}
	return false
}

// MaxCandidates bounds the candidates of a search: the nearest ones are kept.
const MaxCandidates = 40

// The distances of candidates from s in the tree, and of their words.
const (
	headDistance  = 5 // for Reattach
	childDistance = 4 // for Reentrance
	wordDistance  = 2
)

// near lists the candidates for a new arc: the nodes at most the given number of arcs of the tree
// away from s, the nearest first and, at the same distance, in the order of words; then the nodes
// whose words stand at most two words from that of node around.
func (g *State) near(s, around int32, arcs int, may func(k int32) bool) []int32 {
	seen := map[int32]bool{s: true}
	var found []int32
	offer := func(k int32) {
		if may(k) && len(found) < MaxCandidates {
			found = append(found, k)
		}
	}
	level := []int32{s}
	for range arcs {
		var next []int32
		visit := func(k int32) {
			if k != None && !seen[k] && len(seen) < 8*MaxCandidates {
				seen[k] = true
				next = append(next, k)
			}
		}
		for _, x := range level {
			visit(g.Nodes[x].Head)
			for kid := range g.Children(x) {
				visit(kid)
			}
		}
		slices.SortFunc(next, g.order)
		for _, k := range next {
			offer(k)
		}
		level = next
	}
	w := g.Nodes[around].Word
	for k := max(1, w-wordDistance); k <= min(w+wordDistance, int32(g.Len())); k++ {
		if !seen[k] && !g.Nodes[k].Gone {
			offer(k)
		}
	}
	return found
}
