package view

import "parser/transition"

// Arcs is the view of dependency parsers: the words in the slots are the first three of the
// stack, the first of the buffer, and their outermost dependents (Kiperwasser & Goldberg 2016,
// Section 4, with dependents as in Section 5 of Chen & Manning 2014).
type Arcs struct{}

const arcSlots = 9

// Layout implements View.
func (Arcs) Layout() Layout { return Layout{Slots: arcSlots, Moves: treeMoves} }

// Features implements View.
func (Arcs) Features(labels int32) []int32 {
	label := labels + 1
	return append(emptySlots(arcSlots), buckets, buckets, 4, 4, 4, 4, 4, 4, 2, label, label, label, label, label)
}

// See implements View.
func (Arcs) See(s *Seen, c *transition.Config) {
	none := transition.Node{Left: [2]int32{transition.None, transition.None}, Right: [2]int32{transition.None, transition.None}, Label: transition.None}
	node := func(i int32) *transition.Node {
		if i == transition.None {
			return &none
		}
		return &c.Nodes[i]
	}
	s0, s1, s2, b0 := c.S(0), c.S(1), c.S(2), c.Front()
	n0, n1, nb := node(s0), node(s1), node(b0)
	for slot, word := range [arcSlots]int32{s0, s1, s2, b0, n0.Left[0], n0.Right[0], n1.Left[0], n1.Right[0], nb.Left[0]} {
		if word == transition.None {
			s.Value(slot, 0)
		} else {
			s.Plus = append(s.Plus, Term{Position: word, Slot: int32(slot)})
		}
	}
	distance := func(a, b int32) int32 {
		if a == transition.None || b == transition.None {
			return 0
		}
		return bucket(max(b-a, a-b)) // SWAP lets b come before a
	}
	depth := min(3, int32(len(c.Stack))-1)
	for i, value := range [...]int32{
		distance(s0, b0), distance(s1, s0), min(3, n0.LeftValency), min(3, n0.RightValency), min(3, n1.LeftValency),
		min(3, n1.RightValency), min(3, nb.LeftValency), depth, flag(n0.Label != transition.None),
		1 + node(n0.Left[0]).Label, 1 + node(n0.Right[0]).Label, 1 + node(n1.Left[0]).Label, 1 + node(n1.Right[0]).Label, 1 + node(nb.Left[0]).Label,
	} {
		s.Value(arcSlots+i, value)
	}
}
