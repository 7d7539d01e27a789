package oracle

import "parser/transition"

// arcEagerSingle is the dynamic oracle of the arc-eager system under SingleRoot, exact for projective
// gold trees, whole or partial, with one root or several. The costs of Goldberg & Nivre (2012) are
// not exact there, for two reasons. ROOT takes one dependent only. And the ending attaches each
// headless word that is still on the stack to the item below it, so that a gold arc s_{t-1} → s_t
// remains attainable after s_t was shifted; but it needs s_t and all items below to stay, which
// then lose their arcs from words of the buffer. So arcs that are attainable one by one are not
// always attainable together.
//
// They are as soon as it is settled how many words stay on the stack until the buffer is empty. Let
// these be s_1..s_j, where s_0 is ROOT. Then the attainable gold arcs are
//
//	h → d          both words in the buffer
//	h → s_t        t > j, s_t headless and h in the buffer: by LA
//	s_{t-1} → s_t  t ≤ j, s_t headless: by the ending
//	s_t → d        t ≥ j, d in the buffer: by RA; only one of those from ROOT, t = 0
//
// and all of them can be made together: the tests compare the costs with exhaustive search. A word
// that has ROOT as its head stays, so that j ≥ 1 then. One pass over the stack finds the largest
// number of arcs over all j.
type arcEagerSingle struct {
	base
	inside []int32 // inside[w] is the number of gold arcs among the words from w on
	stack  []int32 // working space: a stack with the buffer front pushed
}

// Start reads the gold tree.
func (o *arcEagerSingle) Start(g *Gold) error {
	if err := o.base.Start(g); err != nil {
		return err
	}
	n := len(o.head)
	o.inside = zeros(o.inside, n+1)
	for w := n - 1; w > 0; w-- {
		o.inside[w] = o.inside[w+1] + o.headFrom(int32(w)+1, int32(w)) + o.dependentsFrom(int32(w)+1, int32(w))
	}
	return nil
}

// Moves implements Oracle. With an empty buffer one move is legal, and it loses nothing more.
func (o *arcEagerSingle) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	*dst = Costs{}
	if c.BufferEmpty() {
		return nil
	}
	s0, b, below := c.S(0), c.Next, c.Stack[:len(c.Stack)-1]
	o.stack = append(append(o.stack[:0], c.Stack...), b)
	now := o.attainable(c, c.Stack, b, false)
	dst[transition.Shift] = WrongHead * (now - o.attainable(c, o.stack, b+1, false))
	dst[transition.Right] = WrongHead * (now - indicator(o.head[b] == s0) - o.attainable(c, o.stack, b+1, true))
	if legal.Has(transition.Left) {
		dst[transition.Left] = WrongHead * (now - indicator(o.head[s0] == b) - o.attainable(c, below, b, false))
	}
	if legal.Has(transition.Reduce) {
		dst[transition.Reduce] = WrongHead * (now - o.attainable(c, below, b, false))
	}
	return nil
}

// attainable is the largest number of gold arcs that can still be made together, with this stack and
// this buffer front. Words have heads as in c; if attached holds, the topmost word has one, too.
func (o *arcEagerSingle) attainable(c *transition.Config, stack []int32, front int32, attached bool) int32 {
	fromBelow := min(1, o.dependentsFrom(front, 0)) // arcs from the item below s_t into the buffer
	all := o.inside[front] + fromBelow              // if no word stays
	gain, most := int32(0), int32(0)                // over all, if s_1..s_t stay; the largest one
	for t := 1; t < len(stack); t++ {
		w := stack[t]
		headed := c.HasHead(w) || attached && t == len(stack)-1
		byLeft, late := int32(0), int32(0)
		if !headed {
			byLeft, late = o.headFrom(front, w), indicator(o.head[w] == stack[t-1])
		}
		gain += late - byLeft - fromBelow
		if t == 1 && headed { // it stays
			most = gain
		}
		most = max(most, gain)
		fromBelow = o.dependentsFrom(front, w)
		all += byLeft + fromBelow
	}
	return all + most
}
