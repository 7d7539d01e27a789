package oracle

import (
	"slices"

	"parser/transition"
)

// ShiftLabel is the dynamic oracle of the shift-label system (Cross & Huang 2016,
// Section 3), exact. Let (i, j) be the topmost span. Attainable are the gold
// spans that end behind j and start at or behind i or where a span of the stack
// starts, and those that end at j and start where a span below does. So
// shifting loses the latter, joining those that start at i and end behind j. A
// label is right, wrong, or missing; wrong ones over a gold span count twice.
//
// No span may have two gold labels: a unary chain is one label, and one bracket.
type ShiftLabel struct {
	System transition.ShiftLabel
	spans
}

var _ Oracle = (*ShiftLabel)(nil)

func newShiftLabel(s transition.System) (Oracle, error) {
	return &ShiftLabel{System: s.(transition.ShiftLabel)}, nil
}

// Name returns "dynamic".
func (*ShiftLabel) Name() string { return "dynamic" }

// Start reads the gold tree in. A tree with two brackets over the same words has
// no derivation: ErrNotDerivable.
func (o *ShiftLabel) Start(g *Gold) error {
	return o.start(g, o.System.Params(), o.System.Chains())
}

// Moves implements Oracle.
func (o *ShiftLabel) Moves(dst *Costs, c *transition.Config) error {
	if c.Unlabelled {
		constituent := indicator(o.over(c, c.S(0)) != transition.None)
		dst[transition.Label], dst[transition.NoLabel] = 1-constituent, constituent
		return nil
	}
	dst[transition.Shift], dst[transition.Combine] = o.shift(c), o.combine(c)
	return nil
}

// Labels implements Oracle.
func (o *ShiftLabel) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if m != transition.Label {
		return nil
	}
	if gold := o.over(c, c.S(0)); gold != transition.None {
		dst.Reset(2)
		dst.Set(gold, 0)
	}
	return nil
}

// shift loses the gold spans that end here and start where a span below the top does.
func (o *ShiftLabel) shift(c *transition.Config) int32 {
	lost, below := int32(0), c.Stack[1:max(1, len(c.Stack)-1)]
	for _, i := range o.endingAt(c.Next - 1) {
		_, found := slices.BinarySearchFunc(below, o.gold[i].Start+1, func(node, first int32) int { return int(c.Nodes[node].First - first) })
		lost += indicator(found)
	}
	return lost
}

// combine loses the gold spans that start at the top and end behind it.
func (o *ShiftLabel) combine(c *transition.Config) int32 {
	if top := c.S(0); top != 0 {
		return int32(len(o.reaching(c.Nodes[top].First-1, c.Next)))
	}
	return 0
}

// shiftLabel joins spans unless a gold bracket starts with the topmost one and
// ends behind it.
func (o *Static) shiftLabel(c *transition.Config) (transition.Move, int32) {
	if c.Unlabelled {
		if label := o.brackets.over(c, c.S(0)); label != transition.None {
			return transition.Label, label
		}
		return transition.NoLabel, transition.None
	}
	if len(c.Stack) > 2 && len(o.brackets.reaching(c.Nodes[c.S(0)].First-1, c.Next)) == 0 {
		return transition.Combine, transition.None
	}
	return transition.Shift, transition.None
}
