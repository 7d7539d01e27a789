package oracle

import (
	"slices"

	"parser/transition"
)

// inOrder is the dynamic oracle of the in-order system, exact as long as MaxUnary does not bind.
// Let p be the position. Of the gold brackets not built yet, these are attainable:
//
//   - all that start at p or later;
//   - those that start where the item on top does and end at p or later;
//   - for an open bracket (l, s), with chain the gold brackets that start at s and end at p or
//     later: if it becomes the gold bracket (l, s, e), all but those that end before e; or all, if
//     it is closed as a wrong one, which costs 1.
//
// No two open brackets start at the same word, so that these never compete. While the bound binds,
// the costs are estimates; none is negative, but all may be positive.
type inOrder struct{ base }

func (o *inOrder) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	p, top := c.Next-1, c.S(0)
	above := int32(len(o.above(c))) // lost if the item on top becomes a child, or the tree
	if legal.Has(transition.Shift) {
		lost := above // and every bracket that would have to end at p
		for _, s := range o.ending.of(p) {
			if i, ok := itemAt(c, s); ok && c.IsOpen(c.Stack[i]) {
				label := c.Nodes[c.Stack[i]].Label
				lost += attainable(o.remaining(c, s), label) - attainable(o.reaching(s, p+1), label)
			}
		}
		dst[transition.Shift] = lost
	}
	if legal.Has(transition.Close) {
		open := top
		if !c.IsOpen(open) {
			open = c.S(1)
		}
		n := &c.Nodes[open]
		chain := o.remaining(c, n.First-1) // gold wants the rest of it around the new item
		wrong := indicator(!slices.Contains(chain, Span{n.Label, n.First - 1, p}))
		dst[transition.Close] = above + wrong + attainable(chain, n.Label) - int32(len(chain))
	}
	if legal.Has(transition.Finish) {
		dst[transition.Finish] = above
	}
	if legal.Has(transition.Open) {
		dst[transition.Open] = indicator(above == 0)
	}
	return nil
}

func (o *inOrder) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	chain := o.above(c)
	dst.Reset(indicator(len(chain) > 0))
	for _, b := range slices.Backward(innermost(chain)) {
		dst.Set(b.Label, 0)
	}
	return nil
}

// above returns what gold still wants around the item on top, if there is one.
func (o *inOrder) above(c *transition.Config) []Span {
	item := c.S(0)
	if item == 0 || c.IsOpen(item) {
		return nil
	}
	return o.remaining(c, c.Nodes[item].First-1)
}

// attainable is how many gold brackets of a chain can still be built, less what an open bracket
// with the label costs there, which is nothing if it becomes an innermost one. Any other choice
// costs at least 1: becoming a longer bracket loses those that end before it, and being closed as a
// wrong one costs 1.
func attainable(chain []Span, label int32) int32 {
	wanted := slices.ContainsFunc(innermost(chain), func(b Span) bool { return b.Label == label })
	return int32(len(chain)) - indicator(!wanted)
}

// innermost returns the last brackets of a chain, which cover the same words.
func innermost(chain []Span) []Span {
	i := len(chain)
	for i > 0 && chain[i-1].End == chain[len(chain)-1].End {
		i--
	}
	return chain[i:]
}

// inOrder opens the next gold bracket around the item on top as long as there is
// one, the innermost first.
func (o *static) inOrder(c *transition.Config, legal transition.Moves) (transition.Move, int32) {
	top := c.S(0)
	if top != 0 && !c.IsOpen(top) {
		if b, ok := o.around(c, top); ok && legal.Has(transition.Open) {
			return transition.Open, b.Label
		}
		top = c.S(1)
	}
	switch {
	case legal.Has(transition.Finish):
		return transition.Finish, transition.None
	case legal.Has(transition.Close):
		if b, ok := o.around(c, c.Nodes[top].Left[0]); ok && b.End == c.Next-1 {
			return transition.Close, transition.None
		}
	}
	return transition.Shift, transition.None
}

// around returns the innermost gold bracket that starts where an item does and is not among the
// brackets that the item consists of.
func (o *static) around(c *transition.Config, item int32) (Span, bool) {
	chain := o.starting(c.Nodes[item].First - 1)
	i := len(chain) - 1
	for ; c.IsBracket(item); item = c.Nodes[item].Left[0] {
		i--
	}
	if i < 0 {
		return Span{}, false
	}
	return chain[i], true
}
