package oracle

import (
	"slices"

	"parser/transition"
)

// InOrder is the dynamic oracle of the in-order system, exact as long as
// MaxUnary does not bind. Let p be the position. Of the gold brackets not built
// yet, attainable are
//
//   - all that start at p or behind it;
//   - those that start where the item on top does and end at p or behind it;
//   - for an open bracket (l, s), with chain the gold brackets that start at s and
//     end at p or behind it: all but those that end before it does, if it becomes
//     the gold bracket (l, s, e); or all, if it is closed as a wrong one, which
//     costs 1.
//
// No two open brackets start at the same word, so that these never compete. While
// the bound binds, the costs are estimates, none below 0, and none need be 0.
type InOrder struct {
	System transition.InOrder
	spans
}

var _ Oracle = (*InOrder)(nil)

func newInOrder(s transition.System) (Oracle, error) {
	return &InOrder{System: s.(transition.InOrder)}, nil
}

// Name returns "dynamic".
func (*InOrder) Name() string { return "dynamic" }

// Start reads the gold tree in. A tree with more than MaxUnary brackets over the
// same words has no derivation: ErrNotDerivable.
func (o *InOrder) Start(g *Gold) error {
	return o.start(g, o.System.Params(), transition.KeepChains)
}

// Moves implements Oracle.
func (o *InOrder) Moves(dst *Costs, c *transition.Config) error {
	legal, p := o.System.Legal(c), c.Next-1
	if legal.Has(transition.Shift) {
		dst[transition.Shift] = o.leave(c, p)
	}
	if legal.Has(transition.Close) {
		dst[transition.Close] = o.close(c, p)
	}
	if legal.Has(transition.Finish) {
		dst[transition.Finish] = int32(len(o.above(c, p)))
	}
	if legal.Has(transition.Open) {
		dst[transition.Open] = indicator(len(o.above(c, p)) == 0)
	}
	return nil
}

// Labels implements Oracle.
func (o *InOrder) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if m != transition.Open {
		return nil
	}
	chain := o.above(c, c.Next-1)
	dst.Reset(indicator(len(chain) > 0))
	for i := len(chain) - 1; i >= 0 && chain[i].End == chain[len(chain)-1].End; i-- {
		dst.Set(chain[i].Label, 0)
	}
	return nil
}

// above returns what gold still wants around the item on top, if there is one.
func (o *InOrder) above(c *transition.Config, p int32) []Span {
	item := c.S(0)
	if item == 0 || c.IsOpen(item) {
		return nil
	}
	return o.remaining(c, c.Nodes[item].First-1, p, item)
}

// lostAround is what an open bracket with the given label costs where gold wants
// chain: nothing if it becomes an innermost one. Any other choice costs 1 at
// best: to become a longer one loses those that end before it, and to be closed as
// a wrong one costs 1.
func lostAround(chain []Span, label int32) int32 {
	for i := len(chain) - 1; i >= 0 && chain[i].End == chain[len(chain)-1].End; i-- {
		if chain[i].Label == label {
			return 0
		}
	}
	return 1
}

// leave is what shifting loses: what gold wants around the item on top, which
// becomes a child, and every bracket that would have to end at p.
func (o *InOrder) leave(c *transition.Config, p int32) int32 {
	lost := int32(len(o.above(c, p)))
	previous := int32(-1)
	for _, i := range o.endingAt(p) {
		s := o.gold[i].Start
		if s == previous {
			continue
		}
		previous = s
		if open := o.openAt(c, s); open != transition.None {
			now, later := o.remaining(c, s, p, o.edge(c)), o.reaching(s, p+1)
			label := c.Nodes[open].Label
			lost += lostAround(later, label) - lostAround(now, label) + int32(len(now)-len(later))
		}
	}
	return lost
}

// close makes the topmost open bracket end here. What gold wants around the item
// on top is lost; what it wants around the new one is not.
func (o *InOrder) close(c *transition.Config, p int32) int32 {
	lost, open := int32(len(o.above(c, p))), c.S(0)
	if !c.IsOpen(open) {
		open = c.S(1)
	}
	n := &c.Nodes[open]
	chain := o.remaining(c, n.First-1, p, o.edge(c))
	wrong := indicator(!slices.Contains(chain, Span{n.Label, n.First - 1, p}))
	return lost + wrong - lostAround(chain, n.Label)
}

// edge returns the node whose right edge leads to all that ends where c stands.
func (o *InOrder) edge(c *transition.Config) int32 {
	if top := c.S(0); top == 0 || !c.IsOpen(top) {
		return top
	}
	return c.Nodes[c.S(0)].Right[0]
}

// openAt returns the open bracket that starts at s, or transition.None.
func (o *InOrder) openAt(c *transition.Config, s int32) int32 {
	items := c.Stack[1:]
	i, ok := slices.BinarySearchFunc(items, s+1, func(node, first int32) int { return int(c.Nodes[node].First - first) })
	if ok && c.IsOpen(items[i]) {
		return items[i]
	}
	return transition.None
}

// inOrder opens the next gold bracket around the item on top as long as there is
// one, the innermost first.
func (o *Static) inOrder(c *transition.Config) (transition.Move, int32) {
	top, legal := c.S(0), o.System.Legal(c)
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

// around returns the innermost gold bracket that starts where an item does and is
// not among the brackets that the item consists of.
func (o *Static) around(c *transition.Config, item int32) (Span, bool) {
	chain := o.brackets.starting(c.Nodes[item].First - 1)
	i := len(chain) - 1
	for ; c.IsBracket(item); item = c.Nodes[item].Left[0] {
		i--
	}
	if i < 0 {
		return Span{}, false
	}
	return chain[i], true
}
