package transition

// InOrder is the in-order system for constituency trees (Liu & Zhang 2017):
// a bracket is opened once its first child is complete. The stack holds ROOT,
// open brackets, and on top of them at most one completed item s0, a word or a
// closed bracket; an item becomes a child of the open bracket below it by the
// move after it.
//
//	SH    (σ, b|β)      ⊢ (σ|b, β)     an item on top is attached first
//	NT-X  (σ|s0, β)     ⊢ (σ|X(s0, β)  opens X around the item s0, its first child
//	CL    (σ|X(…, β)    ⊢ (σ|X, β)     closes the topmost open bracket, an item on top being its last child
//	FI    (ROOT|s0, ∅)  ⊢ (ROOT, ∅)    s0 a bracket: it is the tree
//
// MaxUnary bounds the brackets over the same words, so that every parse ends.
type InOrder struct {
	brackets
	MaxUnary int32 // at least 1
}

// Name, Moves, Params and With say what system it is.
func (InOrder) Name() string     { return "in-order" }
func (InOrder) Moves() Moves     { return Of(Open, Shift, Close, Finish) }
func (s InOrder) Params() Params { return Params{MaxUnary: s.MaxUnary} }
func (InOrder) With(p Params) (System, error) {
	return checked(InOrder{MaxUnary: p.MaxUnary}, p.MaxUnary > 0)
}

// Legal, with "room" for fewer than MaxUnary brackets over the words of an item:
//
//	SH: a buffer front, and an empty stack or an open bracket on top or below the item.
//	NT: an item on top, and room above it or a buffer front to give X a second child.
//	CL: an open bracket, which has more than one child or room above the only one.
//	FI: an empty buffer and a bracket as the only item.
func (s InOrder) Legal(c *Config) Moves {
	front, top := !c.BufferEmpty(), c.S(0)
	switch {
	case top == 0:
		return Moves(0).addIf(front, Shift)
	case c.IsOpen(top):
		only := c.only(top)
		return Moves(0).addIf(front, Shift).
			addIf(only == None || c.Tower(only) < s.MaxUnary, Close)
	}
	room, alone := c.Tower(top) < s.MaxUnary, c.S(1) == 0
	return Moves(0).
		addIf(front && !alone, Shift).
		addIf(front || room, Open).
		addIf(!alone, Close).
		addIf(!front && alone && c.IsBracket(top), Finish)
}

// Apply carries out a legal move.
func (s InOrder) Apply(c *Config, m Move, label int32) {
	switch m {
	case Shift:
		s.attach(c)
		c.push()
	case Open:
		item := c.S(0)
		node := c.open(label, c.Nodes[item].First)
		c.adopt(node, item)
		c.Stack[len(c.Stack)-1] = node
	case Close:
		s.attach(c)
		c.close(c.S(0))
	default:
		item := c.S(0)
		c.pop()
		c.adopt(0, item)
	}
	c.record(m, label)
}

// attach makes the item on top, if there is one, a child of the open bracket
// below it.
func (InOrder) attach(c *Config) {
	if item := c.S(0); item != 0 && !c.IsOpen(item) {
		c.pop()
		c.adopt(c.S(0), item)
	}
}
