package oracle

import "parser/transition"

// shiftLabel is the dynamic oracle of the shift-label system (Cross & Huang 2016, Section 3),
// exact. Let (i, j) be the topmost span. Attainable are the gold spans that end after j and start
// at i or later or where a span of the stack starts, and those that end at j and start where a span
// below does. So shifting loses the latter, and joining loses those that start at i and end after
// j. A label is right, wrong, or missing; wrong ones over a gold span count twice.
//
// No span may have two gold labels: a unary chain is one label, and one bracket.
type shiftLabel struct{ base }

func (o *shiftLabel) Moves(dst *Costs, c *transition.Config, _ transition.Moves) error {
	*dst = Costs{}
	if c.Unlabelled {
		dst[transition.NoLabel] = indicator(o.over(c, c.S(0)) != transition.None)
		dst[transition.Label] = 1 - dst[transition.NoLabel]
		return nil
	}
	for _, s := range o.ending.of(c.Next - 1) {
		i, ok := itemAt(c, s)
		dst[transition.Shift] += indicator(ok && i < len(c.Stack)-1)
	}
	if top := c.S(0); top != 0 {
		dst[transition.Combine] = int32(len(o.reaching(c.Nodes[top].First-1, c.Next)))
	}
	return nil
}

func (o *shiftLabel) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	dst.Reset(0)
	if gold := o.over(c, c.S(0)); gold != transition.None {
		dst.Reset(2)
		dst.Set(gold, 0)
	}
	return nil
}

// shiftLabel joins spans unless a gold bracket starts with the topmost one and ends after it.
func (o *static) shiftLabel(c *transition.Config, _ transition.Moves) (transition.Move, int32) {
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
