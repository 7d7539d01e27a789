package oracle

import "parser/transition"

// StaticBrackets is the static oracle of a constituency system: one canonical
// derivation of the gold tree, read off it. Where brackets over the same words
// commute, they come in the order of the gold tree; shift-label joins spans as soon
// as it can (Cross & Huang 2016, Section 3), so that constituents of several
// children branch to the left inside. Its move costs 0, any other legal move 1, and
// so do labels. The answer means something only on that derivation, so that
// training with it must follow it.
type StaticBrackets struct {
	System transition.System
	next   func(*StaticBrackets, *transition.Config) (transition.Move, int32)
	spans
}

var _ Oracle = (*StaticBrackets)(nil)

// Name returns "static".
func (*StaticBrackets) Name() string { return "static" }

// Start reads the gold tree in. A tree that the system cannot derive is refused:
// ErrNotDerivable.
func (o *StaticBrackets) Start(g *Gold) error {
	if err := o.start(g); err != nil {
		return err
	}
	return o.derivable(o.System)
}

// Moves implements Oracle.
func (o *StaticBrackets) Moves(dst *Costs, c *transition.Config) error {
	for m := range dst {
		dst[m] = 1
	}
	m, _ := o.next(o, c)
	dst[m] = 0
	return nil
}

// Labels implements Oracle.
func (o *StaticBrackets) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if next, label := o.next(o, c); next == m && m.Labelled() {
		dst.Reset(1)
		dst.Set(label, 0)
	}
	return nil
}

// bracket closes the topmost bracket where its gold bracket ends, and opens gold
// brackets where they start. Both are made in the same order, so that the node of
// a bracket tells which gold bracket it is.
func (o *StaticBrackets) bracket(c *transition.Config) (transition.Move, int32) {
	p, legal := c.Next-1, o.System.Legal(c)
	if i := int(c.S(0) - c.N - 1); legal.Has(transition.Close) && i < len(o.gold) && o.gold[i].End == p {
		return transition.Close, transition.None
	}
	if i := len(c.Nodes) - int(c.N) - 1; legal.Has(transition.Open) && i < len(o.gold) && o.gold[i].Start == p {
		return transition.Open, o.gold[i].Label
	}
	return transition.Shift, transition.None
}

// inOrder opens the next gold bracket around the item on top as long as there is
// one, the innermost first.
func (o *StaticBrackets) inOrder(c *transition.Config) (transition.Move, int32) {
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
func (o *StaticBrackets) around(c *transition.Config, item int32) (Span, bool) {
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

// shiftLabel joins spans unless a gold bracket starts with the topmost one and
// ends behind it.
func (o *StaticBrackets) shiftLabel(c *transition.Config) (transition.Move, int32) {
	if c.Unlabelled {
		if label := o.over(c, c.S(0)); label != transition.None {
			return transition.Label, label
		}
		return transition.NoLabel, transition.None
	}
	if len(c.Stack) > 2 && len(o.reaching(c.Nodes[c.S(0)].First-1, c.Next)) == 0 {
		return transition.Combine, transition.None
	}
	return transition.Shift, transition.None
}
