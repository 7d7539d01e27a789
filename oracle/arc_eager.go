package oracle

import "parser/transition"

// arcEager is the dynamic oracle of the arc-eager system (Goldberg & Nivre
// 2012, 2013 Section 4.1), exact for projective gold trees:
//
//   - Under MultiRoot a word that never finds a head ends as a dependent of
//     ROOT, so that a gold arc 0 → d is attainable as long as d has no head.
//   - Under SingleRoot a gold arc counts as attained only if it is built before
//     the buffer is empty: what the ending attaches is counted as wrong when
//     costs are compared, although it may happen to be right. ROOT takes one
//     dependent, which rootLost counts. Against the plain attachment loss the
//     best moves are not all optimal in 3 of 119 configurations that leave a
//     choice (three words) and in 87 of 2520 (four words), as the tests state.
type arcEager struct{ base }

// Moves implements Oracle. With an empty buffer one move is legal, and it loses nothing more.
func (o *arcEager) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	*dst = Costs{}
	if c.BufferEmpty() {
		return nil
	}
	dst[transition.Shift] = WrongHead * o.shift(c)
	dst[transition.Right] = WrongHead * o.right(c)
	if legal.Has(transition.Left) {
		dst[transition.Left] = WrongHead * o.left(c)
	}
	if legal.Has(transition.Reduce) {
		dst[transition.Reduce] = WrongHead * o.dependentsFrom(c.Next, c.S(0))
	}
	return nil
}

// shift loses the arcs between b and the stack.
func (o *arcEager) shift(c *transition.Config) int32 {
	b := c.Next
	lost := o.headIn(c.Stack, b) + o.headlessDependentsIn(c, c.Stack, b)
	if o.singleRoot {
		lost += o.rootMissed(c)
	}
	return lost
}

// right loses the arcs from the stack below s0 and from β to b, and those from
// b to headless words of the stack, s0 among them.
func (o *arcEager) right(c *transition.Config) int32 {
	b, top := c.Next, len(c.Stack)-1
	lost := o.headIn(c.Stack[:top], b) + o.headFrom(b+1, b) + o.headlessDependentsIn(c, c.Stack, b)
	switch {
	case !o.singleRoot:
		lost += o.isRoot(b) * indicator(top > 0)
	case top > 0:
		lost += o.rootMissed(c)
	default:
		lost += rootLost(o.attainableRoots(c), o.isRoot(b))
	}
	return lost
}

// left loses the arcs from β to s0, from s0 into the buffer, and ROOT → s0
// where the ending would have given it. The arc b → s0 itself is gained.
func (o *arcEager) left(c *transition.Config) int32 {
	s0 := c.S(0)
	lost := o.headFrom(c.Next+1, s0) + o.dependentsFrom(c.Next, s0)
	if !o.singleRoot {
		lost += o.isRoot(s0)
	}
	return lost
}

// rootMissed is the cost of taking b off the buffer without attaching it to
// ROOT, under SingleRoot.
func (o *arcEager) rootMissed(c *transition.Config) int32 {
	kept := o.attainableRoots(c)
	return rootLost(kept, kept-o.isRoot(c.Next))
}

// attainableRoots counts, under SingleRoot, the words that ROOT can still take
// and whose gold head it is.
func (o *arcEager) attainableRoots(c *transition.Config) int32 {
	if c.Nodes[0].RightValency > 0 {
		return 0
	}
	return o.dependentsFrom(c.Next, 0)
}

// arcEager attaches s0 and b to each other if gold says so, and reduces s0 only
// if b needs an item below it (Nivre 2008, Section 4.2).
func (o *static) arcEager(c *transition.Config, legal transition.Moves) (transition.Move, int32) {
	s0, b, below := c.S(0), c.Next, c.Stack[:len(c.Stack)-1]
	switch {
	case c.BufferEmpty() && legal.Has(transition.Reduce):
		return transition.Reduce, transition.None
	case c.BufferEmpty():
		return transition.Right, transition.None
	case legal.Has(transition.Left) && o.head[s0] == b:
		return transition.Left, transition.None
	case legal.Has(transition.Right) && o.head[b] == s0:
		return transition.Right, transition.None
	case legal.Has(transition.Reduce) && o.isRoot(b)+o.headIn(below, b)+o.headlessDependentsIn(c, below, b) > 0:
		return transition.Reduce, transition.None
	}
	return transition.Shift, transition.None
}
