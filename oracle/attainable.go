package oracle

import (
	"slices"

	"parser/transition"
)

// Attainable reports whether the tree of some parse from the configuration c of a dependency system has the arc h → d.
// In arc-hybrid and arc-eager such arcs are those of Goldberg & Nivre 2013, with what the ending of arc-eager attaches;
// in non-monotonic arc-eager those of arc-hybrid;
// in arc-standard any two items that are left on the stack or in the buffer can still meet. It takes logarithmic time, and
// with SWAP linear time.
func Attainable(s transition.System, c *transition.Config, h, d int32) bool {
	at, shifted := slices.BinarySearch(c.Stack, d) // words stand on stacks in their order
	if c.HasHead(d) && !(shifted && transition.Tentative(s)) {
		return c.Nodes[d].Head == h
	}
	if s.Name() == (transition.HeadOffset{}).Name() {
		return attainableOffset(s, c, h, d)
	}
	if transition.Crossing(s) {
		return attainableBySwaps(s, c, h, d)
	}
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

// attainableBySwaps is Attainable for an unattached d where there is SWAP. In arc-standard, and where
// only one of the two words is on the stack, all between them can be attached to something else.
// Where in arc-hybrid both are, and h is not directly below d, the upper one must leave the stack,
// which takes a word of the buffer that stands after it in the sentence.
func attainableBySwaps(s transition.System, c *transition.Config, h, d int32) bool {
	at, below := slices.Index(c.Stack, d), slices.Index(c.Stack, h)
	_, standard := s.(transition.ArcStandardSwap)
	switch {
	case c.HasHead(h): // it was popped
		return false
	case standard || at < 0 || below < 0 || below == at-1:
		return true
	}
	upper := c.Stack[max(at, below)]
	return upper < c.N && c.Next <= c.N || slices.ContainsFunc(c.Returned, func(w int32) bool { return w > upper })
}

// attainableOffset is Attainable for an unattached d in head-offset. Then h must not be below d, nor get
// there with w, whose head must be one that no FU has passed; and ROOT must be free.
func attainableOffset(s transition.System, c *transition.Config, h, d int32) bool {
	w, l, legal := c.S(0), c.S(1), s.Legal(c)
	switch {
	case h == 0 && single(s) && c.Nodes[0].RightValency > 0, c.Top(h) == d:
		return false
	case d == w && h == 0:
		return legal.Has(transition.Label)
	case d == w:
		return h >= c.Next || h <= l
	case c.Top(h) != w || legal.Has(transition.Label):
		return true
	}
	for k := int32(1); k <= c.N; k++ {
		if (k >= c.Next || k <= l && c.Top(k) != w) && c.Top(k) != d {
			return true
		}
	}
	return false
}
