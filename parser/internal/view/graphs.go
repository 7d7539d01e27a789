package view

import (
	"parser/transition"
	"parser/transition/graph"
)

// The words in the slots of a graph's view, those of its nodes: s and b, the head of s, the
// candidate, the head of that of s, the first and last child of s, the first child of b, the word
// deleted below b, and the head of the candidate.
const (
	slotS = iota
	slotB
	slotHead
	slotCandidate
	slotHeadOfHead
	slotFirst
	slotLast
	slotFirstOfB
	slotDeleted
	slotHeadOfCandidate
	graphSlots
)

const (
	labelled = 5 // slots whose node has a row for its concept, for its role, and for its kind
	mostKin  = 4 // of the ways in a tree that have rows of their own
	kins     = (mostKin+1)*(mostKin+1) + 1
	mostTurn = 7
	fewest   = 4 // numbers from 0; the last one stands for all larger ones, too
)

// labelled slots are the first ones and the first child of s.
var labelledSlots = [labelled]int{slotS, slotB, slotHead, slotCandidate, slotFirst}

// Graphs is the view of parsers of graphs. Inserted nodes have the vectors of the words that they
// were inserted for, and features for their concepts.
type Graphs struct{}

// Layout implements View.
func (Graphs) Layout() Layout { return Layout{Slots: graphSlots, Moves: int(transition.NumMoves)} }

// Features implements View.
func (Graphs) Features(labels int32) []int32 {
	sizes := emptySlots(graphSlots)
	for range labelledSlots {
		sizes = append(sizes, labels+2, labels+3, graph.Kinds)
	}
	return append(sizes, graph.Situations, 2*buckets, 2*buckets, 2*buckets, kins, kins, kins, mostTurn+1, fewest, fewest, fewest)
}

// known returns 1 or more for the labels of the parser, and 0 for those of a single sentence.
func (s *Seen) known(label int32) int32 {
	if uint32(label) < uint32(s.table.labels) {
		return 1 + label
	}
	return 0
}

// See implements View.
func (Graphs) See(s *Seen, c *transition.Config) {
	g := c.Graph
	f := 0
	nodes := graphNodes(g)
	for slot, node := range nodes {
		if node == graph.None {
			s.Value(f, 0)
		} else {
			s.Plus = append(s.Plus, Term{Position: g.Nodes[node].Word, Slot: int32(slot)})
		}
		f++
	}
	row := func(value int32) {
		s.Value(f, value)
		f++
	}
	for _, slot := range labelledSlots {
		if nodes[slot] == graph.None {
			f += 3
			continue
		}
		n := &g.Nodes[nodes[slot]]
		concept, role := int32(0), int32(0)
		if n.Named {
			concept = 1 + s.known(n.Label)
		}
		switch {
		case n.Linked:
			role = 2 + s.known(n.Role)
		case n.From == 0:
			role = 1
		}
		row(concept)
		row(role)
		row(n.Kind())
	}
	row(g.Situation())
	at, b, k := nodes[slotS], nodes[slotB], nodes[slotCandidate]
	for _, pair := range [...][2]int32{{at, b}, {k, b}, {at, k}} {
		distance := int32(0)
		if pair[0] != graph.None && pair[1] != graph.None {
			if distance = g.Nodes[pair[1]].Word - g.Nodes[pair[0]].Word; distance < 0 {
				distance = buckets + bucket(-distance)
			} else {
				distance = bucket(distance)
			}
		}
		row(distance)
	}
	row(kinOf(g.Kin, k, at))
	row(kinOf(g.Sentence.Kin, wordOf(g, at), wordOf(g, b)))
	row(kinOf(g.Sentence.Kin, wordOf(g, k), wordOf(g, b)))
	row(int32(c.Passed(mostTurn)))
	row(min(fewest-1, int32(len(g.Candidates))))
	row(few(g, at))
	row(few(g, b))
}

func graphNodes(g *graph.State) (nodes [graphSlots]int32) {
	for i := range nodes {
		nodes[i] = graph.None
	}
	nodes[slotS], nodes[slotB], nodes[slotCandidate] = g.S(), g.B(), g.K()
	if s := nodes[slotS]; s != graph.None {
		nodes[slotHead] = g.Nodes[s].Head
		for kid := range g.Children(s) {
			if nodes[slotLast] = kid; nodes[slotFirst] == graph.None {
				nodes[slotFirst] = kid
			}
		}
	}
	if head := nodes[slotHead]; head != graph.None {
		nodes[slotHeadOfHead] = g.Nodes[head].Head
	}
	if b := nodes[slotB]; b != graph.None {
		for kid := range g.Children(b) {
			nodes[slotFirstOfB] = kid
			break
		}
		if word := g.Nodes[b].Dropped; word != 0 {
			nodes[slotDeleted] = word
		}
	}
	if k := nodes[slotCandidate]; k != graph.None {
		nodes[slotHeadOfCandidate] = g.Nodes[k].Head
	}
	return nodes
}

func wordOf(g *graph.State, node int32) int32 {
	if node == graph.None {
		return graph.None
	}
	return g.Nodes[node].Word
}

// kinOf returns the number of a way in a tree; 0 if it is too long, or if a node is missing.
func kinOf(kin func(a, b int32, most int) (up, down int, ok bool), a, b int32) int32 {
	if a != graph.None && b != graph.None {
		if up, down, ok := kin(a, b, mostKin); ok {
			return 1 + int32(up*(mostKin+1)+down)
		}
	}
	return 0
}

// few returns the number of children of a node, but at most the largest number with a row of its own.
func few(g *graph.State, node int32) int32 {
	n := int32(0)
	if node != graph.None {
		for range g.Children(node) {
			n++
		}
	}
	return min(n, fewest-1)
}
