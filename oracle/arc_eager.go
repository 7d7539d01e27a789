package oracle

import "parser/transition"

// arcEager is the dynamic oracle of the arc-eager system under MultiRoot (Goldberg & Nivre 2012, 2013
// Section 4.1), exact for projective gold trees. A word that never finds a head ends as a dependent
// of ROOT, so that a gold arc 0 → d is attainable as long as d has no head.
type arcEager struct{ base }

// Moves implements Oracle. With an empty buffer one move is legal, and it loses nothing more.
func (o *arcEager) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	*dst = Costs{}
	if c.BufferEmpty() {
		return nil
	}
	s0, b, top := c.S(0), c.Next, len(c.Stack)-1
	waiting := o.headlessDependentsIn(c, c.Stack, b)
	// SH loses the arcs between b and the stack, except ROOT → b.
	dst[transition.Shift] = WrongHead * (o.headIn(c.Stack, b) + waiting)
	// RA loses the arcs from the stack below s0 and from β to b, and those from b to headless words
	// of the stack, s0 among them.
	dst[transition.Right] = WrongHead * (o.headIn(c.Stack[:top], b) + o.isRoot(b)*indicator(top > 0) + o.headFrom(b+1, b) + waiting)
	if legal.Has(transition.Left) {
		// LA loses the arcs from ROOT and from β to s0 and those from s0 into the buffer. The arc b → s0 itself is gained.
		dst[transition.Left] = WrongHead * (o.isRoot(s0) + o.headFrom(b+1, s0) + o.dependentsFrom(b, s0))
	}
	if legal.Has(transition.Reduce) {
		dst[transition.Reduce] = WrongHead * o.dependentsFrom(b, s0)
	}
	return nil
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
