package oracle

import "parser/transition"

func staticArcStandard(s transition.System) (Oracle, error) {
	return &Static{System: s, next: (*Static).arcStandard}, nil
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
