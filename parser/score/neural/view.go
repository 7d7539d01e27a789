package neural

import (
	"parser/parser/decode"
	"parser/transition"
)

// view is what the network sees of a configuration: vectors of positions in slots, and rows
// of a table for what is no vector.
type view struct {
	plus, minus []term
	rows        []int32
}

// term is the product of the vector of a position with the weights of a slot. Where slots
// see spans, half is the direction of the encoder that the vector is from.
type term struct{ position, slot, half int32 }

// seer makes views of the configurations of a kind of structure.
//
// Arcs: the words in the slots are the first three of the stack, the first of the buffer, and
// their outermost dependents (Kiperwasser & Goldberg 2016, Section 4, with dependents as in
// Section 5 of Chen & Manning 2014).
//
// Brackets: the slots are spans, the first four of the stack; that of words i … j is f_j −
// f_{i−1} of the forward and b_i − b_{j+1} of the backward direction (Cross & Huang 2016).
//
// Tags: the slot is the word to tag.
//
// Graphs: see graphSlots. Inserted nodes have the vectors of the words that they were inserted
// for, and rows of the table for their concepts.
type seer struct {
	kind    transition.Kind
	labels  int32
	spans   bool
	slots   int
	rows    int     // of the table
	factors []int32 // the first row of each feature of the table
}

// features of the table and their numbers of values, beside "none".
const (
	moveFeature = iota // that waits for its label
	firstFeature
)

func newSeer(kind transition.Kind, labels int) *seer {
	s := &seer{kind: kind, labels: int32(labels)}
	moves := int32(transition.NoLabel) + 1 // for trees and tags, of which files are older than graphs
	if kind == transition.Graphs {
		moves = int32(transition.NumMoves)
	}
	sizes := []int32{moves + 1}
	label := s.labels + 1
	switch kind {
	case transition.Dependencies:
		s.slots = arcSlots
		for range arcSlots { // a slot that nothing is in
			sizes = append(sizes, 1)
		}
		sizes = append(sizes, buckets, buckets, 4, 4, 4, 4, 4, 4, 2, label, label, label, label, label)
	case transition.Constituents:
		s.slots, s.spans = spanSlots, true
		for range spanSlots {
			sizes = append(sizes, 1)
		}
		for range 3 { // the first items of the stack: what they are, length, children
			sizes = append(sizes, 3*label, buckets, 4)
		}
		sizes = append(sizes, 4, 2, 2, label, label)
	case transition.Graphs:
		s.slots = graphSlots
		sizes = append(sizes, s.graphSizes()...)
	default:
		s.slots = 1
		sizes = append(sizes, label, label)
	}
	for _, n := range sizes {
		s.factors = append(s.factors, int32(s.rows))
		s.rows += int(n)
	}
	return s
}

// halves returns the number of products of a position with a slot's weights.
func (s *seer) halves() int {
	if s.spans {
		return 2
	}
	return 1
}

const (
	arcSlots  = 9
	spanSlots = 5
)

// buckets is the number of classes of distances: 0, 1, 2, 3, 4, 5 to 6, 7 to 9, more.
const buckets = 8

func bucket(distance int32) int32 {
	switch {
	case distance < 5:
		return max(0, distance)
	case distance < 7:
		return 5
	case distance < 10:
		return 6
	}
	return 7
}

// see sets the view of a decision.
func (s *seer) see(v *view, d *decode.Decision) {
	v.plus, v.minus, v.rows = v.plus[:0], v.minus[:0], v.rows[:0]
	move := int32(0)
	if d.Move != decode.NoMove {
		move = 1 + int32(d.Move)
	}
	v.rows = append(v.rows, s.factors[moveFeature]+move)
	switch s.kind {
	case transition.Dependencies:
		s.seeArcs(v, d.Config)
	case transition.Constituents:
		s.seeSpans(v, d.Config)
	case transition.Graphs:
		s.seeGraph(v, d.Config)
	default:
		s.seeTags(v, d.Config)
	}
}

func (s *seer) seeArcs(v *view, c *transition.Config) {
	none := transition.Node{Left: [2]int32{transition.None, transition.None}, Right: [2]int32{transition.None, transition.None}, Label: transition.None}
	node := func(i int32) *transition.Node {
		if i == transition.None {
			return &none
		}
		return &c.Nodes[i]
	}
	s0, s1, s2, b0 := c.S(0), c.S(1), c.S(2), c.Front()
	n0, n1, nb := node(s0), node(s1), node(b0)
	f := firstFeature
	for slot, word := range [arcSlots]int32{s0, s1, s2, b0, n0.Left[0], n0.Right[0], n1.Left[0], n1.Right[0], nb.Left[0]} {
		if word == transition.None {
			v.rows = append(v.rows, s.factors[f+slot])
		} else {
			v.plus = append(v.plus, term{position: word, slot: int32(slot)})
		}
	}
	f += arcSlots
	distance := func(a, b int32) int32 {
		if a == transition.None || b == transition.None {
			return 0
		}
		return bucket(b - a)
	}
	headed := int32(0)
	if n0.Label != transition.None {
		headed = 1
	}
	depth := min(3, int32(len(c.Stack))-1)
	for i, value := range [...]int32{
		distance(s0, b0), distance(s1, s0), min(3, n0.LeftValency), min(3, n0.RightValency), min(3, n1.LeftValency), min(3, n1.RightValency), min(3, nb.LeftValency), depth, headed,
		1 + node(n0.Left[0]).Label, 1 + node(n0.Right[0]).Label, 1 + node(n1.Left[0]).Label, 1 + node(n1.Right[0]).Label, 1 + node(nb.Left[0]).Label,
	} {
		v.rows = append(v.rows, s.factors[f+i]+value)
	}
}

func (s *seer) seeSpans(v *view, c *transition.Config) {
	f := firstFeature
	for slot := range int32(spanSlots) {
		first, last := c.Next, c.Next // the first word of the buffer, or the end
		if slot < spanSlots-1 {
			item := c.S(int(slot))
			if item == transition.None || item == 0 {
				v.rows = append(v.rows, s.factors[f])
				f++
				continue
			}
			first, last = c.Nodes[item].First, c.Nodes[item].Last
			if last == transition.None { // open, so far
				last = c.Next - 1
			}
		}
		f++
		if first > last { // nothing in it yet
			continue
		}
		const forward, backward = 0, 1
		v.plus = append(v.plus, term{last, slot, forward}, term{first, slot, backward})
		if slot < spanSlots-1 {
			v.minus = append(v.minus, term{first - 1, slot, forward}, term{last + 1, slot, backward})
		}
	}
	label := s.labels + 1
	for i := range 3 {
		item := c.S(i)
		if item != transition.None && item != 0 {
			n := &c.Nodes[item]
			last, what := n.Last, int32(0)
			switch {
			case last == transition.None:
				last, what = c.Next-1, 2
			case c.IsBracket(item):
				what = 1
			}
			v.rows = append(v.rows, s.factors[f]+what*label+1+n.Label, s.factors[f+1]+bucket(last-n.First+1), s.factors[f+2]+min(3, n.LeftValency))
		}
		f += 3
	}
	unlabelled, empty := int32(0), int32(0)
	if c.Unlabelled {
		unlabelled = 1
	}
	if c.BufferEmpty() {
		empty = 1
	}
	left, right := int32(0), int32(0) // the labels of the children of the item on top
	if top := c.S(0); top > 0 {
		n := &c.Nodes[top]
		if n.Left[0] != transition.None {
			left = 1 + c.Nodes[n.Left[0]].Label
		}
		if n.Right[0] != transition.None {
			right = 1 + c.Nodes[n.Right[0]].Label
		}
	}
	v.rows = append(v.rows, s.factors[f]+min(3, c.Opens), s.factors[f+1]+unlabelled, s.factors[f+2]+empty, s.factors[f+3]+left, s.factors[f+4]+right)
}

func (s *seer) seeTags(v *view, c *transition.Config) {
	v.plus = append(v.plus, term{position: c.Next})
	for i := range int32(2) {
		label := int32(0)
		if before := c.Next - 1 - i; before > 0 {
			label = 1 + c.Nodes[before].Label
		}
		v.rows = append(v.rows, s.factors[firstFeature+int(i)]+label)
	}
}
