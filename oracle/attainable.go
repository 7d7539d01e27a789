package oracle

import (
	"slices"

	"parser/transition"
)

// Attainable reports whether the tree of some parse from the configuration c of a dependency system has the arc h → d.
// In arc-hybrid and arc-eager such arcs are those of Goldberg & Nivre 2013, with what the ending of arc-eager attaches;
// in arc-standard any two items that are left on the stack or in the buffer can still meet. It takes logarithmic time.
func Attainable(s transition.System, c *transition.Config, h, d int32) bool {
	if c.HasHead(d) {
		return c.Nodes[d].Head == h
	}
	at, shifted := slices.BinarySearch(c.Stack, d) // words stand on stacks in their order
	below, headShifted := slices.BinarySearch(c.Stack, h)
	eager := s.Name() == (transition.ArcEager{}).Name()
	switch {
	case h < c.Next && !headShifted: // it was popped
		return false
	case s.Name() == (transition.ArcStandard{}).Name() || shifted && h >= c.Next:
		return true
	case shifted && eager && !single(s):
		return h == 0
	case shifted:
		return below == at-1
	case h == 0 && eager && single(s): // which takes one word
		return c.Nodes[0].RightValency == 0
	}
	return true
}
