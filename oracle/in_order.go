package oracle

import (
	"slices"

	"parser/transition"
)

// inOrder is the dynamic oracle of the in-order system, exact whatever MaxUnary is.
//
// No two items of the stack start at the same word, so that each has gold brackets of its own, its
// chain: those that start where the item does and are not built yet. Let q be the first position
// where the item can be complete. It loses what ends before q. Of the rest
//
//   - an item that is complete can get all around it, but of those that end at q only as many as
//     MaxUnary leaves room for;
//   - an open bracket can become one of them, which loses those that end before that one; or it is
//     closed as a wrong one at q, which costs 1 and takes room there. To close it later would lose
//     all that end at q, at least as many as find no room.
//
// For the topmost item q is the position; but an open bracket whose only child has as many brackets
// as it may have needs a second child, which is the next word with all gold brackets that start
// there. For every other item q is where the chain of the item above it ends: its own chain ends
// there or later, since gold brackets are nested, and to cut the chain above short would lose at
// least as much as it gains. All gold brackets that start at the position or later can be built.
type inOrder struct {
	base
	items []item // working space
}

// item is an item of the stack, now or after a move.
type item struct {
	label, start int32
	open         bool
	tower        int32 // brackets over its words, itself included; if it is open, once it is closed

	q, gain int32 // what this item and those below it gain if this one can be complete at q; 0 if that is not known
}

func (o *inOrder) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	p := c.Next - 1
	items := o.read(c)
	now := o.gain(c, items, p, 0)
	if legal.Has(transition.Open) {
		dst[transition.Open] = o.opened(&o.opens, c, items, now)
	}
	if legal.Has(transition.Finish) {
		dst[transition.Finish] = now
	}
	if top := len(items) - 1; top >= 0 && !items[top].open {
		items = items[:top] // it becomes a child of the one below
	}
	if legal.Has(transition.Shift) {
		dst[transition.Shift] = now - o.gain(c, append(items, item{start: p}), p+1, 0)
	}
	if legal.Has(transition.Close) {
		top := &items[len(items)-1]
		right := indicator(slices.Contains(o.remaining(c, top.start), Span{top.label, top.start, p}))
		top.open = false
		dst[transition.Close] = now + 1 - 2*right - o.gain(c, items, p, right)
	}
	return nil
}

func (o *inOrder) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	items := o.read(c)
	o.opened(dst, c, items, o.gain(c, items, c.Next-1, 0))
	return nil
}

// opened returns the cost of opening the best bracket around the topmost item, and sets dst to what
// labels add to that. Labels that cost less than others come in the order in which gold opens them,
// the innermost first.
func (o *inOrder) opened(dst *LabelCosts, c *transition.Config, items []item, now int32) (least int32) {
	top := &items[len(items)-1]
	defer func(old item) { *top = old }(*top)
	cost := func(label int32) int32 {
		top.label = label
		return now - o.gain(c, items, c.Next-1, 0)
	}
	top.open, top.tower = true, top.tower+1
	other := cost(transition.None)
	least = other
	dst.Reset(0)
	for _, label := range o.labelsAround(c, top.start) {
		if k := cost(label); k < other {
			dst.Set(label, k)
			least = min(least, k)
		}
	}
	dst.other = other - least
	for i := range dst.few {
		dst.few[i].cost -= least
	}
	return least
}

// read returns the items of the stack. Only the topmost one can have a single child in the end.
func (o *inOrder) read(c *transition.Config) []item {
	o.items = o.items[:0]
	for _, node := range c.Stack[1:] {
		n := &c.Nodes[node]
		o.items = append(o.items, item{label: n.Label, start: n.First - 1, open: c.IsOpen(node), tower: 1})
	}
	if node := c.S(0); node != 0 {
		top := &o.items[len(o.items)-1]
		if n := &c.Nodes[node]; !top.open {
			top.tower = c.Tower(node)
		} else if n.LeftValency == 1 {
			top.tower = 1 + c.Tower(n.Left[0])
		}
	}
	return o.items
}

// gain is the number of gold brackets that can still be built at position p, less that of open
// brackets that must become wrong ones. The topmost item may be one of them that c has not built.
// What the items below gain depends on q alone, so that it is kept for the moves that do not change q.
func (o *inOrder) gain(c *transition.Config, items []item, p, built int32) int32 {
	sum, q, most := int32(len(o.gold))-o.from[p], p, o.system.Params().MaxUnary
	top := len(items) - 1
	i := top
	for ; i >= 0; i-- {
		k := items[i]
		if i < top {
			if k.q == q {
				sum += k.gain
				break
			}
			items[i].q, items[i].gain, k.tower = q, sum, 1
		} else if k.tower > most {
			q, k.tower = p+1, 1
			if next := o.starting(p); len(next) > 0 {
				q = next[0].End
			}
		}
		chain := o.reaching(k.start, q)
		if q == c.Next-1 && i == len(o.items)-1 { // no other item has brackets that end here
			chain = o.remaining(c, k.start)
		}
		sum += int32(len(chain)) - built - k.loss(chain, q, most-k.tower+built)
		if len(chain) > 0 {
			q = chain[0].End
		}
		built = 0
	}
	for i++; i < top; i++ {
		items[i].gain = sum - items[i].gain
	}
	return sum
}

// loss is how many brackets of its chain an item loses at least, and 1 if it becomes a wrong one.
// Besides itself, at most room of them that end at q can be built.
func (k *item) loss(chain []Span, q, room int32) int32 {
	here := int32(0)
	for i := len(chain) - 1; i >= 0 && chain[i].End == q; i-- {
		here++
	}
	if !k.open {
		return max(0, here-room)
	}
	wrong, shorter := 1+max(0, here-room), int32(0)
	for i, b := range slices.Backward(chain) {
		if i+1 < len(chain) && chain[i+1].End < b.End {
			shorter = int32(len(chain) - i - 1)
		}
		if b.Label == k.label {
			if b.End == q {
				shorter = max(0, here-1-room)
			}
			return min(wrong, shorter)
		}
	}
	return wrong
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
