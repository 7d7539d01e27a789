package oracle

import "parser/transition"

// arcHybrid is the dynamic oracle of the arc-hybrid system (Goldberg & Nivre
// 2013, Section 4.3), with ROOT at the bottom of the stack. A gold arc h → d of
// an unattached d is attainable if and only if
//
//	d in the buffer: h is in the buffer or on the stack;
//	d on the stack:  h is in the buffer or the item directly below d,
//
// and by arc-decomposability, which needs a projective gold tree, all attainable
// arcs are attainable together. The cost of a move is the number of arcs that
// it makes unattainable, times WrongHead.
//
// Under SingleRoot the same costs stay exact, because a move onto ROOT is legal only with an empty
// buffer; of a gold tree with several roots at most one is kept, which rootLost counts.
type arcHybrid struct{ base }

func (o *arcHybrid) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	if legal.Has(transition.Shift) {
		dst[transition.Shift] = WrongHead * o.shift(c)
	}
	if legal.Has(transition.Left) {
		dst[transition.Left] = WrongHead * o.left(c)
	}
	if legal.Has(transition.Right) {
		dst[transition.Right] = WrongHead * o.right(c)
	}
	return nil
}

// shift loses the arcs between b and the stack, except s0 → b.
func (o *arcHybrid) shift(c *transition.Config) int32 {
	b, below := c.Next, c.Stack[:len(c.Stack)-1]
	root := o.isRoot(b) * indicator(len(below) > 0)
	return o.rootLost(c, root) + o.headIn(below, b) + o.headlessDependentsIn(c, c.Stack, b)
}

// left loses s1 → s0, the arcs from β to s0 and those from s0 into the buffer.
func (o *arcHybrid) left(c *transition.Config) int32 {
	s0, s1 := c.S(0), c.S(1)
	lost := indicator(o.head[s0] == s1)
	if s1 == 0 {
		lost = o.rootLost(c, lost)
	}
	return lost + o.headFrom(c.Next+1, s0) + o.dependentsFrom(c.Next, s0)
}

// right loses the arcs between s0 and the buffer.
func (o *arcHybrid) right(c *transition.Config) int32 {
	s0 := c.S(0)
	return o.headFrom(c.Next, s0) + o.dependentsFrom(c.Next, s0)
}

// rootLost is the cost under SingleRoot of losing the given number of attainable gold arcs from
// ROOT. Those to the words of the buffer and to the word directly above ROOT are attainable.
func (o *arcHybrid) rootLost(c *transition.Config, lost int32) int32 {
	if !o.singleRoot {
		return lost
	}
	attainable := o.dependentsFrom(c.Next, 0)
	if len(c.Stack) > 1 {
		attainable += o.isRoot(c.Stack[1])
	}
	return rootLost(attainable, attainable-lost)
}
