package oracle

import (
	"cmp"
	"fmt"
	"slices"

	"parser/transition"
)

// spans answers the questions that make up the costs in constituency systems: which gold brackets
// start or end somewhere, and which of them are not built yet? Positions count the words before
// them, so that p = Next−1.
type spans struct {
	gold   []Span  // each before those inside it: starts ascend, ends descend
	from   []int32 // gold[from[s]:from[s+1]] start at s
	ending buckets // the starts of those that end at a position, each once, ascending

	scratch []Span  // of readBrackets and remaining
	labels  []int32 // of labelsAt
	cut     []int32 // of cuts
	opens   LabelCosts
}

// readBrackets reads a gold tree that the system should derive. It is ErrNotNested if the brackets
// are not those of one tree, in their order, and ErrNotDerivable if more of them start at one word
// than MaxOpens, or cover the same words than MaxUnary, where these are bounds, or if the system
// builds no chains, or no brackets over a single word of several.
func (g *spans) readBrackets(gold *Gold, s transition.System) error {
	if g.gold = gold.Spans; len(g.gold) == 0 {
		return fmt.Errorf("%w: no brackets", ErrNotNested)
	}
	open := g.scratch[:0]
	for i, b := range g.gold {
		for len(open) > 0 && open[len(open)-1].End <= b.Start {
			open = open[:len(open)-1]
		}
		inside := len(open) > 0 && b.Start >= open[len(open)-1].Start && b.End <= open[len(open)-1].End
		if b.Start >= b.End || i == 0 && b.Start != 0 || i > 0 && !inside {
			return fmt.Errorf("%w: bracket %d covers words %d to %d", ErrNotNested, i, b.Start+1, b.End)
		}
		open = append(open, b)
	}
	g.scratch = open
	g.from = zeros(g.from, int(g.n())+2)
	for _, b := range g.gold {
		g.from[b.Start+1]++
	}
	for s := range g.n() + 1 {
		g.from[s+1] += g.from[s]
	}
	g.ending.fill(int(g.n())+1, len(g.gold), func(i int) (end, start int32) {
		if g.again(i) {
			return transition.None, 0
		}
		return g.gold[i].End, g.gold[i].Start
	})
	p, chains, run := s.Params(), s.Chains(), int32(0)
	if chains != transition.KeepChains {
		p.MaxUnary = 1
	}
	for i, b := range g.gold {
		if run++; !g.again(i) {
			run = 1
		}
		switch starts := int32(len(g.starting(b.Start))); {
		case p.MaxOpens > 0 && starts > p.MaxOpens:
			return fmt.Errorf("%w: %d brackets start at word %d, more than %d", ErrNotDerivable, starts, b.Start+1, p.MaxOpens)
		case p.MaxUnary > 0 && run > p.MaxUnary:
			return fmt.Errorf("%w: %d brackets over words %d to %d, more than %d", ErrNotDerivable, run, b.Start+1, b.End, p.MaxUnary)
		case chains == transition.CutUnary && b.End-b.Start == 1 && g.n() > 1:
			return fmt.Errorf("%w: a bracket over word %d alone", ErrNotDerivable, b.End)
		}
	}
	return nil
}

// again reports whether the i-th gold bracket covers the same words as the one before.
func (g *spans) again(i int) bool {
	return i > 0 && g.gold[i].Start == g.gold[i-1].Start && g.gold[i].End == g.gold[i-1].End
}

// n is the number of words.
func (g *spans) n() int32 { return g.gold[0].End }

// starting returns the gold brackets that start at s, outermost first.
func (g *spans) starting(s int32) []Span { return g.gold[g.from[s]:g.from[s+1]] }

// labelsAt returns the labels of the gold brackets that start at s, each once,
// outermost first. The result is valid until the next call.
func (g *spans) labelsAt(s int32) []int32 {
	g.labels = g.labels[:0]
	for _, b := range g.starting(s) {
		if !slices.Contains(g.labels, b.Label) {
			g.labels = append(g.labels, b.Label)
		}
	}
	return g.labels
}

// labelsAround returns the labels of the gold brackets that start at s and are not built yet, each once,
// innermost first. The result is valid until the next call.
func (g *spans) labelsAround(c *transition.Config, s int32) []int32 {
	g.labels = g.labels[:0]
	for _, b := range slices.Backward(g.remaining(c, s)) {
		if !slices.Contains(g.labels, b.Label) {
			g.labels = append(g.labels, b.Label)
		}
	}
	return g.labels
}

// price returns the cost of opening the best bracket at p, and sets dst to what each label adds to
// that. cost returns the cost of a label. All labels but those of gold brackets that start there
// cost the same.
func (g *spans) price(dst *LabelCosts, p int32, cost func(label int32) int32) (least int32) {
	least = cost(transition.None)
	dst.Reset(least)
	for _, label := range g.labelsAt(p) {
		dst.Set(label, cost(label))
		least = min(least, dst.few[len(dst.few)-1].cost)
	}
	dst.other -= least
	for i := range dst.few {
		dst.few[i].cost -= least
	}
	return least
}

// reaching returns the gold brackets that start at s and end at e or later.
func (g *spans) reaching(s, e int32) []Span {
	list := g.starting(s)
	shorter, _ := slices.BinarySearchFunc(list, e-1, func(b Span, end int32) int { return cmp.Compare(end, b.End) })
	return list[:shorter]
}

// remaining returns the gold brackets that start at s, end at the position of c or later, and are
// not among those that c has built. The result is valid until the next call.
func (g *spans) remaining(c *transition.Config, s int32) []Span {
	p := c.Next - 1
	list := g.reaching(s, p)
	if len(list) == 0 || list[len(list)-1].End > p {
		return list
	}
	g.scratch = append(g.scratch[:0], list...)
	node := c.S(0) // all that end at p are on the right edge of the last completed item
	if c.IsOpen(node) {
		node = c.Nodes[node].Right[0]
	}
	for ; node != transition.None && c.IsBracket(node); node = c.Nodes[node].Right[0] {
		if n := &c.Nodes[node]; n.First-1 == s {
			if i := slices.Index(g.scratch, Span{n.Label, s, p}); i >= 0 {
				g.scratch = slices.Delete(g.scratch, i, i+1)
			}
		}
	}
	return g.scratch
}

// over returns the label of the innermost gold bracket over the words of a
// completed item, or transition.None.
func (g *spans) over(c *transition.Config, item int32) int32 {
	n := &c.Nodes[item]
	if chain := g.reaching(n.First-1, n.Last); len(chain) > 0 && chain[len(chain)-1].End == n.Last {
		return chain[len(chain)-1].Label
	}
	return transition.None
}

// itemAt returns the place in the stack of the lowest item that starts at s, and whether there is
// one.
func itemAt(c *transition.Config, s int32) (int, bool) {
	return slices.BinarySearchFunc(c.Stack, s+1, func(node, first int32) int { return cmp.Compare(c.Nodes[node].First, first) })
}
