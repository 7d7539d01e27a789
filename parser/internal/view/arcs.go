package view

import (
	"slices"

	"parser/transition"
)

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
	s0, s1, s2, b0 := c.S(0), c.S(1), c.S(2), c.Front()
	n0, n1, nb := nodeOf(c, s0), nodeOf(c, s1), nodeOf(c, b0)
	s.words(s0, s1, s2, b0, n0.Left[0], n0.Right[0], n1.Left[0], n1.Right[0], nb.Left[0])
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
		1 + labelOf(c, n0.Left[0]), 1 + labelOf(c, n0.Right[0]), 1 + labelOf(c, n1.Left[0]), 1 + labelOf(c, n1.Right[0]), 1 + labelOf(c, nb.Left[0]),
	} {
		s.Value(arcSlots+i, value)
	}
}

// nodeOf returns the node of a word, or one without dependents for transition.None.
func nodeOf(c *transition.Config, word int32) transition.Node {
	if word == transition.None {
		none := [2]int32{transition.None, transition.None}
		return transition.Node{Left: none, Right: none, Label: transition.None}
	}
	return c.Nodes[word]
}

func labelOf(c *transition.Config, word int32) int32 {
	if word == transition.None {
		return transition.None
	}
	return c.Nodes[word].Label
}

// words puts words into slots, of whose features the first say that nothing is in a slot.
func (s *Seen) words(list ...int32) {
	for slot, word := range list {
		if word == transition.None {
			s.Value(slot, 0)
		} else {
			s.Plus = append(s.Plus, Term{Position: word, Slot: int32(slot)})
		}
	}
}

// Wide implements Widened.
func (Arcs) Wide() View { return wideArcs{} }

// wideArcs is the view of Chen & Manning (2014, Section 3.1): the first three words of the stack and of the buffer; of the
// first two of the stack the first and second dependents on the left and on the right, the leftmost dependent of the
// leftmost, and the rightmost of the rightmost; and the labels of these twelve dependents.
type wideArcs struct{}

const (
	wideSlots      = 18
	wideDependents = 12 // the last slots, of dependents
)

// Layout implements View.
func (wideArcs) Layout() Layout { return Layout{Slots: wideSlots, Moves: treeMoves} }

// Features implements View.
func (wideArcs) Features(labels int32) []int32 {
	return append(emptySlots(wideSlots), slices.Repeat([]int32{labels + 1}, wideDependents)...)
}

// See implements View.
func (wideArcs) See(s *Seen, c *transition.Config) {
	buffer := func(i int32) int32 {
		if c.Next+i > c.N {
			return transition.None
		}
		return c.Next + i
	}
	words := [wideSlots]int32{c.S(0), c.S(1), c.S(2), buffer(0), buffer(1), buffer(2)}
	dependents := words[wideSlots-wideDependents:]
	for i, word := range words[:2] {
		n := nodeOf(c, word)
		copy(dependents[i*wideDependents/2:], []int32{
			n.Left[0], n.Left[1], nodeOf(c, n.Left[0]).Left[0], n.Right[0], n.Right[1], nodeOf(c, n.Right[0]).Right[0],
		})
	}
	s.words(words[:]...)
	for i, word := range dependents {
		s.Value(wideSlots+i, 1+labelOf(c, word))
	}
}
