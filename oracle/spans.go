package oracle

import (
	"fmt"
	"slices"

	"parser/transition"
)

// spans answers the questions of which the costs of constituency systems are
// sums: which gold brackets start or end somewhere, and which of them are not
// built yet? Positions count the words before them, so that p = Next−1.
type spans struct {
	gold    []Span  // each before those inside it: starts ascend, ends descend
	from    []int32 // gold[from[s]:from[s+1]] start at s
	ending  []int32 // indices into gold, sorted by end …
	endFrom []int32 // … ending[endFrom[e]:endFrom[e+1]] end at e

	labels    []int32 // those of the brackets that start at s, each once …
	labelFrom []int32 // … are labels[labelFrom[s]:labelFrom[s+1]]

	scratch []Span // of nested and remaining
}

// start reads the gold tree in of a system with parameters that treats chains so.
func (g *spans) start(gold *Gold, p transition.Params, chains transition.Chains) error {
	g.gold = gold.Spans
	if len(g.gold) == 0 {
		return fmt.Errorf("%w: there is none", ErrNotNested)
	}
	if err := g.nested(); err != nil {
		return err
	}
	n := g.n()
	g.from, g.endFrom, g.ending = zeros(g.from, int(n)+2), zeros(g.endFrom, int(n)+2), g.ending[:0]
	for i, b := range g.gold {
		g.from[b.Start+1]++
		g.endFrom[b.End+1]++
		g.ending = append(g.ending, int32(i))
	}
	slices.SortStableFunc(g.ending, func(i, j int32) int { return int(g.gold[i].End - g.gold[j].End) })
	for p := range n + 1 {
		g.from[p+1] += g.from[p]
		g.endFrom[p+1] += g.endFrom[p]
	}
	g.labels, g.labelFrom = g.labels[:0], append(g.labelFrom[:0], 0)
	for s := range n + 1 {
		first := len(g.labels)
		for _, b := range g.starting(s) {
			if !slices.Contains(g.labels[first:], b.Label) {
				g.labels = append(g.labels, b.Label)
			}
		}
		g.labelFrom = append(g.labelFrom, int32(len(g.labels)))
	}
	return g.derivable(p, chains)
}

// derivable checks that a constituency system with parameters can derive the gold tree,
// ErrNotDerivable: no more brackets start at one word than MaxOpens, or cover the same
// words than MaxUnary, where these are bounds; chains of them, and brackets over a single
// word of several, are there only if the system builds such.
func (g *spans) derivable(p transition.Params, chains transition.Chains) error {
	if chains != transition.KeepChains {
		p.MaxUnary = 1
	}
	run := int32(0)
	for i, b := range g.gold {
		if run++; i > 0 && (b.Start != g.gold[i-1].Start || b.End != g.gold[i-1].End) {
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

// nested checks that the brackets are those of one tree, in their order.
func (g *spans) nested() error {
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
	return nil
}

// n is the number of words.
func (g *spans) n() int32 { return g.gold[0].End }

// starting returns the gold brackets that start at s, outermost first.
func (g *spans) starting(s int32) []Span { return g.gold[g.from[s]:g.from[s+1]] }

// labelsAt returns the labels of the gold brackets that start at s, each once,
// outermost first.
func (g *spans) labelsAt(s int32) []int32 { return g.labels[g.labelFrom[s]:g.labelFrom[s+1]] }

// cheapest returns what it costs to open the best bracket at p; cost tells it of a
// label. All labels but those of gold brackets that start there cost the same.
func (g *spans) cheapest(p int32, cost func(label int32) int32) int32 {
	least := cost(transition.None)
	for _, label := range g.labelsAt(p) {
		least = min(least, cost(label))
	}
	return least
}

// price sets dst to what each label adds to that.
func (g *spans) price(dst *LabelCosts, p int32, cost func(label int32) int32) {
	least := g.cheapest(p, cost)
	dst.Reset(cost(transition.None) - least)
	for _, label := range g.labelsAt(p) {
		dst.Set(label, cost(label)-least)
	}
}

// endingAt returns the indices of the gold brackets that end at e, outermost first.
func (g *spans) endingAt(e int32) []int32 { return g.ending[g.endFrom[e]:g.endFrom[e+1]] }

// reaching returns the gold brackets that start at s and end at e or behind it.
func (g *spans) reaching(s, e int32) []Span {
	list := g.starting(s)
	shorter, _ := slices.BinarySearchFunc(list, e, func(b Span, e int32) int {
		if b.End < e {
			return 1
		}
		return -1
	})
	return list[:shorter]
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

// remaining returns the gold brackets that start at s, end at p or behind it,
// and are not among those that c has built; p is where c stands. The last
// completed item of c is the node whose right edge leads to all that end at p.
// The result is valid until the next call.
func (g *spans) remaining(c *transition.Config, s, p, last int32) []Span {
	list := g.reaching(s, p)
	if len(list) == 0 || list[len(list)-1].End > p {
		return list
	}
	g.scratch = append(g.scratch[:0], list...)
	for node := last; node != transition.None && c.IsBracket(node); node = c.Nodes[node].Right[0] {
		n := &c.Nodes[node]
		if n.First-1 != s {
			continue
		}
		if i := slices.Index(g.scratch, Span{n.Label, s, p}); i >= 0 {
			g.scratch = slices.Delete(g.scratch, i, i+1)
		}
	}
	return g.scratch
}
