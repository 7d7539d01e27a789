package oracle

import (
	"slices"

	"parser/transition/graph"
)

// Meaning is the graph that a sentence should get, as AMR builds them: opN for op1, op2, …, roles
// and concepts as numbers, and the node of each word.
type Meaning struct {
	Given  *graph.Sentence // what it is made from
	Labels []int32         // concept of each node, or None if it has no number
	Arcs   []graph.Arc     // as they are written
	Align  []int32         // for each word the node that it stands for, or None; for word 0 the node that joins sentences
	naive
}

// Ready prepares the meaning for questions about its loss.
func (m *Meaning) Ready() *Meaning {
	m.naive = newNaive(m)
	return m
}

// between returns the first arc from a node to another.
func (m *Meaning) between(head, dep int32) (a graph.Arc, ok bool) {
	i := slices.IndexFunc(m.Arcs, func(a graph.Arc) bool { return a.Head == head && a.Dep == dep })
	if i < 0 {
		return a, false
	}
	return m.Arcs[i], true
}

// naive computes the naive Smatch loss of graphs.
type naive struct {
	places map[element]int32 // of the gold elements, in counts
	gold   []int32           // how often each occurs
	size   int32             // of the gold multiset
}

// element is a node label (a, None, None), an arc (head, role, dependent), or half of
// one (head, role, None) or (None, role, dependent), by labels.
type element struct{ head, role, dep int32 }

func newNaive(m *Meaning) naive {
	n := naive{places: map[element]int32{}}
	add := func(e element) {
		n.size++
		if _, ok := n.places[e]; !ok {
			n.places[e] = int32(len(n.gold))
			n.gold = append(n.gold, 0)
		}
		n.gold[n.places[e]]++
	}
	for _, l := range m.Labels {
		add(element{l, graph.None, graph.None})
	}
	for _, a := range m.Arcs {
		head, role, dep := m.Given.Upright(a.Head, a.Role, a.Dep)
		for _, e := range parts(m.Labels[head], role, m.Labels[dep]) {
			add(e)
		}
	}
	return n
}

// half stands for the other end in a half of an arc.
const half = graph.None - 1

func parts(head, role, dep int32) [3]element {
	return [3]element{{head, role, dep}, {head, role, half}, {half, role, dep}}
}

// partsOf returns an arc of a graph and its halves.
func partsOf(g *graph.State, head, role, dep int32) [3]element {
	head, role, dep = g.Upright(head, role, dep)
	return parts(g.Nodes[head].Label, role, g.Nodes[dep].Label)
}

// loss returns how many elements only one of the two graphs has (Goodman et al. 2016, Section 4.4:
// not F1, whose denominator would reward stopping early). An element without a number matches
// nothing, and X-of counts as X in the opposite direction.
func (n *naive) loss(g *graph.State) int32 {
	left, loss := slices.Clone(n.gold), n.size
	count := func(e element) {
		if i, ok := n.places[e]; ok && left[i] > 0 {
			left[i]--
			loss--
		} else {
			loss++
		}
	}
	arc := func(head, role, dep int32) {
		for _, e := range partsOf(g, head, role, dep) {
			count(e)
		}
	}
	for i := range g.Nodes[1:] {
		node := &g.Nodes[i+1]
		if node.Gone {
			continue
		}
		count(element{node.Label, graph.None, graph.None})
		if node.Head != graph.None {
			arc(node.Head, g.RoleOf(int32(i+1)), int32(i+1))
		}
	}
	for _, a := range g.Arcs {
		arc(a.Head, a.Role, a.Dep)
	}
	return loss
}
