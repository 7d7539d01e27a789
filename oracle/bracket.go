package oracle

import (
	"slices"

	"parser/transition"
)

// Bracket is the dynamic oracle of the top-down system, exact where every
// bracket may have a single child. Let R be the gold brackets not built yet, p
// the position. Gold brackets that start behind p, or at p if no bracket was just
// opened, are all attainable. Of those that start at s and end at p or behind it
// (behind it, if a bracket was just opened) those are attainable that are the
// open brackets with start s, as a common subsequence of both, outermost first.
// Equal spans commute: they are taken as one group, of which a run of open
// brackets takes the labels that both have. Brackets that start at p can still be
// opened inside the last one just opened; not more than MaxOpens allow. Brackets
// of different starts never compete, so that
//
//	V = Σ_s (open at s) + (gold at s) − best(s)
//
// where best counts 2 for each gold bracket that an open one becomes, which is
// then neither wrong nor missing, and 1 for each that can still be opened. The
// root bracket can only become one over all words.
type Bracket struct {
	System transition.Bracket
	spans
	best matcher
}

var _ Oracle = (*Bracket)(nil)

// newBracket returns Rows where unary brackets are restricted.
func newBracket(s transition.System) (Oracle, error) {
	b := s.(transition.Bracket)
	if b.Unary != transition.AnyUnary {
		return &Rows{System: b}, nil
	}
	return &Bracket{System: b}, nil
}

// Name returns "dynamic".
func (*Bracket) Name() string { return "dynamic" }

// Start reads the gold tree in. A tree with more than MaxOpens brackets that start
// at one word has no derivation: ErrNotDerivable.
func (o *Bracket) Start(g *Gold) error {
	err := o.start(g, o.System.Params(), o.System.Chains())
	if err == nil {
		o.best.n = o.n()
	}
	return err
}

// Moves implements Oracle.
func (o *Bracket) Moves(dst *Costs, c *transition.Config) error {
	legal, p := o.System.Legal(c), c.Next-1
	if legal.Has(transition.Shift) {
		dst[transition.Shift] = o.shift(c, p)
	}
	if legal.Has(transition.Close) {
		dst[transition.Close] = o.close(c, p)
	}
	if legal.Has(transition.Open) {
		dst[transition.Open] = o.cheapest(p, func(label int32) int32 { return o.open(c, p, label) })
	}
	return nil
}

// Labels implements Oracle.
func (o *Bracket) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if m != transition.Open {
		return nil
	}
	p := c.Next - 1
	o.price(dst, p, func(label int32) int32 { return o.open(c, p, label) })
	return nil
}

// shift loses the brackets that could end here and those that could start here.
func (o *Bracket) shift(c *transition.Config, p int32) int32 {
	here := o.starting(p)
	if c.Opens > 0 {
		cells := o.cells(c, p)
		return o.best.of(cells, here, o.System.MaxOpens-c.Opens) - o.best.of(cells, here, 0)
	}
	return o.leave(c, p) + int32(len(here))
}

// open loses the brackets that could end here, unless one was just opened; the
// new bracket may be right, and has its place among those that start here.
func (o *Bracket) open(c *transition.Config, p, label int32) int32 {
	here, room := o.starting(p), o.System.MaxOpens-c.Opens
	cost, before := int32(0), int32(len(here))
	cells := o.best.cells[:0]
	if c.Opens > 0 {
		cells = o.cells(c, p)
		before = o.best.of(cells, here, room)
	} else {
		cost = o.leave(c, p)
	}
	cells = append(cells, label)
	o.best.cells = cells
	return cost + before + 1 - o.best.of(cells, here, room-1)
}

// close makes the topmost bracket end here, right or wrong.
func (o *Bracket) close(c *transition.Config, p int32) int32 {
	top := &c.Nodes[c.S(0)]
	cells := o.cells(c, top.First-1)
	chain := o.remaining(c, top.First-1, p, top.Right[0])
	before := o.best.of(cells, chain, 0)
	cells = cells[:len(cells)-1]
	if i := slices.Index(chain, Span{top.Label, top.First - 1, p}); i >= 0 {
		o.best.chain = slices.Delete(append(o.best.chain[:0], chain...), i, i+1)
		return before - o.best.of(cells, o.best.chain, 0) - 2
	}
	return before - o.best.of(cells, chain, 0)
}

// leave is what is lost because no bracket can end at p any more.
func (o *Bracket) leave(c *transition.Config, p int32) int32 {
	if p == 0 {
		return 0
	}
	lost, last := int32(0), c.Nodes[c.S(0)].Right[0]
	previous := int32(-1)
	for _, i := range o.endingAt(p) {
		s := o.gold[i].Start
		if s == previous {
			continue
		}
		previous = s
		if cells := o.cells(c, s); len(cells) > 0 {
			lost += o.best.of(cells, o.remaining(c, s, p, last), 0) - o.best.of(cells, o.reaching(s, p+1), 0)
		}
	}
	return lost
}

// cells returns the labels of the open brackets that start at s, outermost first.
func (o *Bracket) cells(c *transition.Config, s int32) []int32 {
	o.best.cells = o.best.cells[:0]
	items := c.Stack[1:]
	i, _ := slices.BinarySearchFunc(items, s+1, func(node, first int32) int { return int(c.Nodes[node].First - first) })
	for ; i < len(items) && c.Nodes[items[i]].First == s+1; i++ {
		o.best.cells = append(o.best.cells, c.Nodes[items[i]].Label)
	}
	return o.best.cells
}

// bracket closes the topmost bracket where its gold bracket ends, and opens gold
// brackets where they start. Both are made in the same order, so that the node of
// a bracket tells which gold bracket it is.
func (o *Static) bracket(c *transition.Config) (transition.Move, int32) {
	p, legal := c.Next-1, o.System.Legal(c)
	if i := int(c.S(0) - c.N - 1); legal.Has(transition.Close) && i < len(o.brackets.gold) && o.brackets.gold[i].End == p {
		return transition.Close, transition.None
	}
	if i := len(c.Nodes) - int(c.N) - 1; legal.Has(transition.Open) && i < len(o.brackets.gold) && o.brackets.gold[i].Start == p {
		return transition.Open, o.brackets.gold[i].Label
	}
	return transition.Shift, transition.None
}
