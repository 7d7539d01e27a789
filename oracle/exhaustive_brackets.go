package oracle

import (
	"encoding/binary"

	"parser/transition"
)

// bracketLoss is what the bracket that the legal move m completes, if any, adds
// to the loss, where nothing built counts as many as there are gold brackets: 1
// for a wrong one, -1 for a right one.
func (o *Exhaustive) bracketLoss(_ *Gold, c *transition.Config, m transition.Move, l int32) int32 {
	node := c.S(0)
	switch {
	case m == transition.Label:
	case m != transition.Close:
		return 0
	case !c.IsOpen(node):
		node = c.S(1)
		fallthrough
	default:
		l = c.Nodes[node].Label
	}
	o.findMissing(c)
	for i, b := range o.gold.Spans {
		if o.missing[i] && b == (Span{l, c.Nodes[node].First - 1, c.Next - 1}) {
			return -1
		}
	}
	return 1
}

// findMissing sets o.missing for the gold brackets that end where c stands or
// behind it; of equal ones, as many are missing as were not built. The label of a word, which
// only shift-label gives, is a bracket over it.
func (o *Exhaustive) findMissing(c *transition.Config) {
	p := c.Next - 1
	o.missing = append(o.missing[:0], make([]bool, len(o.gold.Spans))...)
	for i := range o.missing {
		o.missing[i] = o.gold.Spans[i].End >= p
	}
	for _, n := range c.Nodes[1:] {
		if n.Last != p || n.Label == transition.None {
			continue
		}
		for i, b := range o.gold.Spans {
			if o.missing[i] && b == (Span{n.Label, n.First - 1, p}) {
				o.missing[i] = false
				break
			}
		}
	}
}

// wanted returns the start of an item and, if it is open, its label, or
// transition.None for what no gold bracket can come from: an open bracket becomes
// one of its label, and in in-order another can be opened around it.
func (o *Exhaustive) wanted(c *transition.Config, node int32) (start, label int32) {
	n := &c.Nodes[node]
	start, label = transition.None, transition.None
	around := o.System.Moves()&transition.Of(transition.Finish, transition.Label) != 0 // top-down has neither
	for i, b := range o.gold.Spans {
		if b.Start != n.First-1 || !o.missing[i] {
			continue
		}
		if around || b.Label == n.Label {
			start = b.Start
		}
		if c.IsOpen(node) && b.Label == n.Label {
			label = n.Label
		}
	}
	return start, label
}

// bracketKey names what the future depends on: the buffer, the stack, and which of
// the gold brackets that its items can become are missing.
func (o *Exhaustive) bracketKey(c *transition.Config) []byte {
	key := o.key[:0]
	add := func(a, b int32) {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(a)), int64(b))
	}
	add(c.Next, 2*c.Opens+indicator(c.Unlabelled))
	o.findMissing(c)
	for _, node := range c.Stack[1:] {
		start, label := o.wanted(c, node)
		add(start, label)
		add(indicator(c.IsOpen(node)), o.shape(c, node))
		for i, b := range o.gold.Spans {
			if b.Start == start && b.End == c.Next-1 {
				add(indicator(o.missing[i]), 0)
			}
		}
	}
	o.key = key
	return key
}

// shape names what the legality of moves depends on in an item of the stack: how
// many children it has, of which kind.
func (o *Exhaustive) shape(c *transition.Config, node int32) int32 {
	n := &c.Nodes[node]
	most := o.System.Params().MaxUnary
	switch {
	case transition.ChainsOf(o.System) >= transition.CutChains:
		return 2*min(n.LeftValency, 2) + indicator(n.LeftValency == 1 && c.IsBracket(n.Left[0]))
	case most == 0:
		return min(n.LeftValency, 1)
	case !c.IsOpen(node):
		return min(c.Tower(node), most)
	case n.LeftValency == 1 && node == c.S(0): // others get the item above
		return min(c.Tower(n.Left[0]), most)
	}
	return transition.None
}
