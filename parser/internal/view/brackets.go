package view

import "parser/transition"

// Brackets is the view of constituency parsers: the slots are spans, the first four of the stack
// and the first word of the buffer (Cross & Huang 2016).
type Brackets struct{}

const spanSlots = 5

// Layout implements View.
func (Brackets) Layout() Layout { return Layout{Slots: spanSlots, Spans: true, Moves: treeMoves} }

// Features implements View.
func (Brackets) Features(labels int32) []int32 {
	sizes, label := emptySlots(spanSlots), labels+1
	for range 3 { // the first items of the stack: what they are, length, children
		sizes = append(sizes, 3*label, buckets, 4)
	}
	return append(sizes, 4, 2, 2, label, label)
}

// See implements View.
func (Brackets) See(s *Seen, c *transition.Config) {
	for slot := range int32(spanSlots) {
		first, last := c.Next, c.Next // the first word of the buffer, or the end
		if slot < spanSlots-1 {
			item := c.S(int(slot))
			if item == transition.None || item == 0 {
				s.Value(int(slot), 0)
				continue
			}
			first, last = c.Nodes[item].First, c.Nodes[item].Last
			if last == transition.None { // open, so far
				last = c.Next - 1
			}
		}
		if first > last { // nothing in it yet
			continue
		}
		const forward, backward = 0, 1
		s.Plus = append(s.Plus, Term{last, slot, forward}, Term{first, slot, backward})
		if slot < spanSlots-1 {
			s.Minus = append(s.Minus, Term{first - 1, slot, forward}, Term{last + 1, slot, backward})
		}
	}
	f, label := spanSlots, s.table.labels+1
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
			s.Value(f, what*label+1+n.Label)
			s.Value(f+1, bucket(last-n.First+1))
			s.Value(f+2, min(3, n.LeftValency))
		}
		f += 3
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
	for i, value := range [...]int32{min(3, c.Opens), flag(c.Unlabelled), flag(c.BufferEmpty()), left, right} {
		s.Value(f+i, value)
	}
}
