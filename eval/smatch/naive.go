package smatch

import "parser/parser/amr"

// NaivePaper is the naive Smatch of Goodman, Vlachos & Naradowsky 2016, section 4.4, a loss that needs no mapping: the
// number of entries that only one of two lists has. The list of a graph has the label of each node, constants included,
// and for each edge head:role:dependent, head:role and role:dependent, where nodes are represented by their labels. An
// edge X-of counts as X in the other direction, see [amr.Direct]; nothing else is normalised, neither case nor
// quotation marks.
//
// The paper adds a fifth of the number of actions, which is not included here.
func NaivePaper(gold, system *amr.Graph) int {
	return difference(gold, system, func(g *amr.Graph, l list) {
		for _, n := range g.Nodes {
			l[entry{n.Concept, "", ""}]++
		}
		for _, e := range g.Edges {
			head, role, dependent := labels(g, e)
			l[entry{head, role, dependent}]++
			l[entry{head, role, ""}]++
			l[entry{"", role, dependent}]++
		}
	})
}

// NaiveCode is [NaivePaper] as the program of the same authors computes it: the list has the label of each variable
// twice, head:role:dependent and role:dependent for each edge between variables, head:role:constant twice for each
// other edge, and twice the root's label as the value of its own role ROOT.
func NaiveCode(gold, system *amr.Graph) int {
	return difference(gold, system, func(g *amr.Graph, l list) {
		for _, n := range g.Nodes {
			if !n.Constant() {
				l[entry{n.Concept, "", ""}] += 2
			}
		}
		for _, e := range g.Edges {
			head, role, dependent := labels(g, e)
			if g.Nodes[e.To].Constant() {
				l[entry{head, role, dependent}] += 2
				continue
			}
			l[entry{head, role, dependent}]++
			l[entry{"", role, dependent}]++
		}
		root := g.Nodes[g.Root].Concept
		l[entry{root, "ROOT", root}] += 2
	})
}

// entry is an entry of a list; missing parts are empty.
type entry struct{ head, role, dependent string }

// list counts entries.
type list map[entry]int

// difference counts the entries of only one list.
func difference(gold, system *amr.Graph, enter func(*amr.Graph, list)) (n int) {
	more, less := list{}, list{}
	enter(gold, more)
	enter(system, less)
	for e, count := range less {
		more[e] -= count
	}
	for _, count := range more {
		n += max(count, -count)
	}
	return n
}

// labels returns the labels of an edge and of its ends, in the direction of the direct role.
func labels(g *amr.Graph, e amr.Edge) (head, role, dependent string) {
	head, dependent = g.Nodes[e.From].Concept, g.Nodes[e.To].Concept
	if direct, inverted := amr.Direct(e.Role); inverted && !g.Nodes[e.To].Constant() {
		return dependent, direct, head
	}
	return head, e.Role, dependent
}
