package oracle

import (
	"fmt"

	"parser/transition"
)

// Static is the static oracle of a system: one canonical derivation of the gold
// tree, which attaches as early as it can. Its move costs 0, any other legal
// move WrongHead. The answer means something only on that derivation, so that
// training with it must follow it.
type Static struct {
	System transition.System
	next   func(*Static, *transition.Config) transition.Move
	geometry
}

var _ Oracle = (*Static)(nil)

func newStatic(s transition.System) (Oracle, error) {
	switch s := s.(type) {
	case transition.ArcHybrid:
		return &Static{System: s, next: (*Static).arcHybrid}, nil
	case transition.ArcEager:
		return &Static{System: s, next: (*Static).arcEager}, nil
	case transition.ArcStandard:
		return &Static{System: s, next: (*Static).arcStandard}, nil
	case transition.Bracket:
		return &StaticBrackets{System: s, next: (*StaticBrackets).bracket}, nil
	case transition.InOrder:
		return &StaticBrackets{System: s, next: (*StaticBrackets).inOrder}, nil
	case transition.ShiftLabel:
		return &StaticBrackets{System: s, next: (*StaticBrackets).shiftLabel}, nil
	case transition.Tag:
		return &Tag{System: s, name: "static"}, nil
	}
	return nil, ErrNoOracle
}

// Name returns "static".
func (*Static) Name() string { return "static" }

// Start reads the gold tree in. Under SingleRoot a tree with several roots has
// no derivation: ErrNotRooted.
func (o *Static) Start(g *Gold) error {
	if err := o.start(g); err != nil {
		return err
	}
	if o.roots > 1 && o.System.Params().Roots == transition.SingleRoot {
		return fmt.Errorf("%w but %d", ErrNotRooted, o.roots)
	}
	return nil
}

// Moves implements Oracle.
func (o *Static) Moves(dst *Costs, c *transition.Config) error {
	for m := range dst {
		dst[m] = WrongHead
	}
	dst[o.next(o, c)] = 0
	return nil
}

// Labels implements Oracle.
func (o *Static) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	o.goldLabel(dst, o.System, c, m)
	return nil
}

// arcHybrid reduces s0 as soon as it is complete.
func (o *Static) arcHybrid(c *transition.Config) transition.Move {
	s0, legal := c.S(0), o.System.Legal(c)
	switch {
	case legal.Has(transition.Left) && o.head[s0] == c.Next:
		return transition.Left
	case legal.Has(transition.Right) && o.head[s0] == c.S(1) && o.dependentsFrom(c.Next, s0) == 0:
		return transition.Right
	case !legal.Has(transition.Shift):
		return transition.Right
	}
	return transition.Shift
}

// arcStandard reduces s1 or s0 as soon as it is complete.
func (o *Static) arcStandard(c *transition.Config) transition.Move {
	s0, s1, legal := c.S(0), c.S(1), o.System.Legal(c)
	switch {
	case legal.Has(transition.Left) && o.head[s1] == s0:
		return transition.Left
	case legal.Has(transition.Right) && o.head[s0] == s1 && o.dependentsFrom(c.Next, s0) == 0:
		return transition.Right
	case !legal.Has(transition.Shift):
		return transition.Right
	}
	return transition.Shift
}

// arcEager attaches s0 and b to each other if gold says so, and reduces s0 only
// if b needs an item below it (Nivre 2008, Section 4.2).
func (o *Static) arcEager(c *transition.Config) transition.Move {
	s0, b, legal := c.S(0), c.Next, o.System.Legal(c)
	if c.BufferEmpty() {
		if legal.Has(transition.Reduce) {
			return transition.Reduce
		}
		return transition.Right
	}
	below := c.Stack[:len(c.Stack)-1]
	switch {
	case legal.Has(transition.Left) && o.head[s0] == b:
		return transition.Left
	case legal.Has(transition.Right) && o.head[b] == s0:
		return transition.Right
	case legal.Has(transition.Reduce) && o.neededBelow(c, below, b):
		return transition.Reduce
	}
	return transition.Shift
}

// neededBelow reports whether a gold arc joins b with one of items.
func (o *Static) neededBelow(c *transition.Config, items []int32, b int32) bool {
	root := o.isRoot(b) == 1 && len(items) > 0
	return root || o.headIn(items, b)+o.headlessDependentsIn(c, items, b) > 0
}
