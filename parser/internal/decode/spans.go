package decode

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/transition"
)

// Span is a given constituent over the words Start to End−1, counted from 0; any label will do if Label is "".
type Span struct {
	Label      string
	Start, End int32
}

// ErrSpan is the cause when no tree of a model has a given constituent.
var ErrSpan = errors.New("no tree of the model has this constituent")

// Spans is the Constraint of constituency systems: it says which actions keep given constituents, that is, after which a
// tree that has them all can still be built. Constituents over the same words are a chain, whose order stays; others may
// be between them.
//
// Let p be the position, which is the number of words before the buffer. A constituent is lost
//
//   - by top-down moves, unless the open brackets that start where it does, the outermost first, still contain it and
//     all others that start there, in their order, as a subsequence; the innermost of them may end at p. Those that start
//     at p can still be opened, within MaxOpens;
//   - by in-order moves, if the item that starts where it does becomes a child before it has been opened, if an open
//     bracket that starts where it does goes on after its end, or if it would exceed MaxUnary;
//   - by moves of shift-label, if spans that it consists of are joined with others, or it gets another label;
//   - by moves of split, if a split cuts it or all candidates left do, or it gets another label.
type Spans struct {
	system transition.System // with room for them
	bounds transition.Params // of the system as it was
	names  [][]string        // that each label stands for, outermost first
	given  []Span            // each before those inside it
}

// NewSpans returns the Spans of a system in which nothing is given yet, with the names that labels stand for.
func NewSpans(names [][]string) *Spans { return &Spans{names: names} }

// Start takes the constituents to keep, each before those inside it, and returns the system that builds them. It has room
// for them: where MaxOpens or MaxUnary of s are too small, what is given may exceed them, and what must be opened before
// that is known, which is the outermost bracket, and the innermost one over several items.
func (g *Spans) Start(s transition.System, given []Span) transition.System {
	p := s.Params()
	g.given, g.bounds = given, p
	for i, b := range given {
		starting, same := int32(0), int32(0)
		for _, c := range given[i:] {
			starting += indicator(c.Start == b.Start)
			same += indicator(c.Start == b.Start && c.End == b.End)
		}
		if p.MaxOpens > 0 {
			p.MaxOpens = max(p.MaxOpens, starting+1)
		}
		if p.MaxUnary > 0 {
			p.MaxUnary = max(p.MaxUnary, same+1)
		}
	}
	g.system, _ = s.With(p) // in range
	return g.system
}

func indicator(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// Check returns an ErrSpan if no tree has all given constituents, since the model does not know a label or, where it
// joins chains, a chain.
func (g *Spans) Check(s transition.System, given []Span) error {
	for _, b := range given {
		chain := []string{b.Label}
		if s.Chains() == transition.JoinChains {
			chain = over(given, b.Start, b.End)
		}
		if !slices.ContainsFunc(g.names, func(names []string) bool { return missing(chain, names) == 0 }) {
			for i := range chain {
				chain[i] = cmp.Or(chain[i], "_")
			}
			return fmt.Errorf("%w: %s over words %d to %d", ErrSpan, strings.Join(chain, " over "), b.Start+1, b.End)
		}
	}
	return nil
}

// over returns the labels of the given constituents over the same words, outermost first.
func over(given []Span, start, end int32) (chain []string) {
	for _, b := range given {
		if b.Start == start && b.End == end {
			chain = append(chain, b.Label)
		}
	}
	return chain
}

// missing returns how many of the last labels of a chain are not, in this order, among names; "" is any name.
func missing(chain, names []string) int {
	for _, name := range names {
		if len(chain) > 0 && fits(chain[0], name) {
			chain = chain[1:]
		}
	}
	return len(chain)
}

func fits(label, name string) bool { return label == "" || label == name }

// Moves implements Constraint.
func (g *Spans) Moves(c *transition.Config, legal transition.Moves) transition.Moves {
	if len(g.given) == 0 {
		return legal
	}
	keeps := g.topDown
	switch g.system.(type) {
	case transition.InOrder:
		keeps = g.inOrder
	case transition.ShiftLabel:
		keeps = g.shiftLabel
	case transition.Split:
		keeps = g.split
	}
	kept := transition.Moves(0)
	for m := range legal.All() {
		if keeps(c, m) {
			kept |= transition.Of(m)
		}
	}
	return kept
}

// Keeps implements Constraint.
func (g *Spans) Keeps(c *transition.Config, m transition.Move, label int32) bool {
	if !m.Labelled() || len(g.given) == 0 {
		return true
	}
	names := g.names[label]
	switch g.system.(type) {
	case transition.InOrder:
		item := c.S(0)
		left := g.left(c, item)
		n := int32(len(left))
		return n == 0 || fits(left[n-1], names[0]) || n < g.bounds.MaxUnary-c.Tower(item)
	case transition.ShiftLabel, transition.Split:
		return missing(g.overItem(c, c.S(0)), names) == 0
	}
	p, open := c.Next-1, g.open(c, c.Next-1, len(c.Stack))
	before, after := g.unmatched(c, p, open, nil), g.unmatched(c, p, append(open, names...), nil)
	free := len(c.Stack) == 1 && len(over(g.given, 0, c.N)) == 0 // the outermost
	return after < before || free || int32(after) < g.bounds.MaxOpens-c.Opens
}

// overItem returns the labels of the given constituents over the words of a completed item.
func (g *Spans) overItem(c *transition.Config, item int32) []string {
	return over(g.given, c.Nodes[item].First-1, c.Nodes[item].Last)
}

// any reports whether something holds for one of the given constituents.
func (g *Spans) any(is func(b Span) bool) bool { return slices.ContainsFunc(g.given, is) }

func (g *Spans) shiftLabel(c *transition.Config, m transition.Move) bool {
	top := c.S(0)
	start, p := c.Nodes[top].First-1, c.Next-1
	switch m {
	case transition.Shift:
		return !g.any(func(b Span) bool { return b.End == p && b.Start < start })
	case transition.Combine:
		return !g.any(func(b Span) bool { return b.Start == start && b.End > p })
	case transition.NoLabel:
		return len(g.overItem(c, top)) == 0
	}
	return true
}

func (g *Spans) split(c *transition.Config, m transition.Move) bool {
	switch m {
	case transition.NoLabel:
		return len(g.overItem(c, c.S(0))) == 0
	case transition.Here:
		return !g.cut(c, c.Next)
	case transition.Further:
		i, j := transition.Split{}.Candidates(c)
		for k := i; k <= j; k++ {
			if k != c.Next && !g.cut(c, k) {
				return true
			}
		}
		return false
	}
	return true
}

// cut reports whether a split of the topmost item before the word k cuts a given constituent inside it.
func (g *Spans) cut(c *transition.Config, k int32) bool {
	top := &c.Nodes[c.S(0)]
	return g.any(func(b Span) bool {
		inside := b.Start >= top.First-1 && b.End <= top.Last && b.End-b.Start <= top.Last-top.First
		return inside && b.Start < k-1 && k-1 < b.End
	})
}

// left returns those of the given constituents over the words of an item that are still to be opened around it, outermost
// first.
func (g *Spans) left(c *transition.Config, item int32) []string {
	left, names := g.overItem(c, item), []string(nil)
	for node := item; node != transition.None && c.IsBracket(node); node = single(c, node) {
		names = append(names, g.names[c.Nodes[node].Label]...)
	}
	for _, name := range slices.Backward(names) {
		if n := len(left); n > 0 && fits(left[n-1], name) {
			left = left[:n-1]
		}
	}
	return left
}

// single returns the only child of a node, or None.
func single(c *transition.Config, node int32) int32 {
	if n := &c.Nodes[node]; n.LeftValency == 1 {
		return n.Left[0]
	}
	return transition.None
}

func (g *Spans) inOrder(c *transition.Config, m transition.Move) bool {
	top := c.S(0)
	item, bracket := top, c.S(1) // the bracket that is the next to close
	if top == 0 || c.IsOpen(top) {
		item, bracket = transition.None, top
	}
	switch m {
	case transition.Shift:
		return g.free(c, item) && g.past(c)
	case transition.Finish:
		return len(g.left(c, item)) == 0
	case transition.Open:
		return len(g.left(c, item)) > 0 || c.Tower(item) < g.bounds.MaxUnary || !c.BufferEmpty() && g.past(c)
	}
	if !g.free(c, item) {
		return false
	}
	child := single(c, bracket)
	if item != transition.None || child == transition.None {
		return true // several children
	}
	left, tower := g.left(c, child), c.Tower(child)
	n := int32(len(left))
	return n > 0 && fits(left[n-1], g.names[c.Nodes[bracket].Label][0]) || n < g.bounds.MaxUnary-tower
}

// free reports whether no more brackets are to be opened around an item, which may be None.
func (g *Spans) free(c *transition.Config, item int32) bool {
	if item == transition.None {
		return true
	}
	start, p := c.Nodes[item].First-1, c.Next-1
	return len(g.left(c, item)) == 0 && !g.any(func(b Span) bool { return b.Start == start && b.End > p })
}

// past reports whether the open brackets need not end here.
func (g *Spans) past(c *transition.Config) bool {
	for _, node := range c.Stack[1:] {
		if !c.IsOpen(node) {
			continue
		}
		child := single(c, node)
		if child != transition.None && c.Nodes[child].Last == c.Next-1 && c.S(0) == node {
			if len(g.left(c, child)) > 0 {
				return false
			}
		} else if len(over(g.given, c.Nodes[node].First-1, c.Next-1)) > 0 {
			return false
		}
	}
	return true
}

func (g *Spans) topDown(c *transition.Config, m transition.Move) bool {
	p, top := c.Next-1, c.S(0)
	if m == transition.Close {
		start := c.Nodes[top].First - 1
		closed := append(slices.Clone(g.names[c.Nodes[top].Label]), g.closed(c, start)...)
		return g.unmatched(c, start, g.open(c, start, len(c.Stack)-1), closed) == 0
	}
	if c.Opens == 0 && g.any(func(b Span) bool { // all that end here are closed
		return b.End == p && missing(over(g.given, b.Start, p), g.closed(c, b.Start)) > 0
	}) {
		return false
	}
	left := g.unmatched(c, p, g.open(c, p, len(c.Stack)), nil)
	if m == transition.Shift {
		return left == 0
	}
	return left > 0 || len(c.Stack) == 1 || c.Opens < g.bounds.MaxOpens
}

// open returns the names of the open brackets that start at a position, among the first of the stack.
func (g *Spans) open(c *transition.Config, start int32, stack int) (names []string) {
	for _, node := range c.Stack[1:stack] {
		if c.Nodes[node].First-1 == start {
			names = append(names, g.names[c.Nodes[node].Label]...)
		}
	}
	return names
}

// closed returns the names of the brackets that start at a position and have just been closed, outermost first.
func (g *Spans) closed(c *transition.Config, start int32) (names []string) {
	for node := c.Nodes[c.S(0)].Right[0]; node != transition.None && c.IsBracket(node); node = c.Nodes[node].Right[0] {
		if c.Nodes[node].First-1 == start {
			names = append(names, g.names[c.Nodes[node].Label]...)
		}
	}
	return names
}

// unmatched returns how many of the given constituents that start at a position, and do not end before p, are not those
// with these names: open brackets, or for those that end at p also closed ones. Both are outermost first. The outermost
// of all brackets covers all words.
func (g *Spans) unmatched(c *transition.Config, start int32, open, closed []string) int {
	p, at, left := c.Next-1, 0, 0
	all := append(slices.Clone(open), closed...)
	for _, b := range g.given {
		if b.Start != start || b.End < p {
			continue
		}
		end := len(open)
		if b.End == p {
			end = len(all)
		}
		if start == 0 && b.End < c.N {
			at = max(at, 1)
		}
		for at < end && !fits(b.Label, all[at]) {
			at++
		}
		if left += int(indicator(at >= end || left > 0)); left == 0 {
			at++
		}
	}
	return left
}
