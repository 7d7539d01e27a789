package oracle

import (
	"slices"

	"parser/transition"
)

// Rows is the dynamic oracle of the top-down system where brackets may not have
// a single child, exact, also where MaxOpens binds. What an open bracket can still
// become depends on its children and on those of the brackets below it: in such a
// system labels and spans do not suffice. So there is a table for every open
// bracket t,
//
//	G_t[j][c] = the least loss of what follows, once t stands at position j with
//	            children c and all above it is closed
//	          = min of  G_{t−1}[j][c_{t−1} + bracket] ∓ 1   t is closed, right or wrong
//	                    G_t[j+1][c + word]                  a word is shifted
//	                    G_t[e][c + bracket] − k             a gold subtree with k brackets over j+1..e
//
// where a right bracket counts -1 and a wrong one 1, so that the loss is the
// number of gold brackets more. New brackets that are not gold never help. The
// table of t does not change while t is open; it is computed once per opened
// bracket, in time and space linear in the words and gold brackets of the sentence.
// What cannot be completed costs never; the system's lookahead keeps the parse
// from it.
type Rows struct {
	System transition.Bracket
	spans
	size  []int32 // of each gold bracket's subtree, in brackets
	rows  []row   // of the open brackets, outermost first
	depth int     // number of them; the others are memory to reuse
	trial row     // of a bracket that may be opened
}

// row is the table of an open bracket.
type row struct {
	label, start int32
	below        children // of the bracket below
	cost         []int32  // cost[4·j+c]
}

// children says what a bracket has so far, as far as it matters.
type children uint8

const (
	noChildren children = iota
	oneWord
	oneBracket
	several
)

// and returns the children with one more.
func (c children) and(more children) children {
	if c == noChildren {
		return more
	}
	return several
}

// never is the cost of what cannot be completed.
const never = 1 << 20

var _ Oracle = (*Rows)(nil)

// Name returns "dynamic".
func (*Rows) Name() string { return "dynamic" }

// Start reads the gold tree in. A tree that has a unary bracket which the system
// forbids, or more than MaxOpens brackets that start at one word, has no
// derivation: ErrNotDerivable.
func (o *Rows) Start(g *Gold) error {
	o.depth = 0
	if err := o.start(g, o.System.Params(), o.System.Chains()); err != nil {
		return err
	}
	o.size = zeros(o.size, len(o.gold))
	for i := range o.gold {
		for k := i; k < len(o.gold) && o.gold[k].Start < o.gold[i].End; k++ {
			o.size[i]++
		}
	}
	return nil
}

// Moves implements Oracle.
func (o *Rows) Moves(dst *Costs, c *transition.Config) error {
	legal, p := o.System.Legal(c), c.Next-1
	o.sync(c)
	now := o.now(c, p)
	if legal.Has(transition.Shift) {
		dst[transition.Shift] = o.top().at(p+1, have(c, c.S(0)).and(oneWord)) - now
	}
	if legal.Has(transition.Close) {
		dst[transition.Close] = o.closed(o.top(), o.depth-1, p) - now
	}
	if legal.Has(transition.Open) {
		dst[transition.Open] = o.openBest(c, p) - now
	}
	return nil
}

// Labels implements Oracle.
func (o *Rows) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if m != transition.Open {
		return nil
	}
	o.sync(c)
	p := c.Next - 1
	o.price(dst, p, func(label int32) int32 { return o.opened(c, p, label) })
	return nil
}

// have returns the children of a node.
func have(c *transition.Config, node int32) children {
	n := &c.Nodes[node]
	switch {
	case n.LeftValency == 0:
		return noChildren
	case n.LeftValency > 1:
		return several
	case c.IsBracket(n.Left[0]):
		return oneBracket
	}
	return oneWord
}

// sync computes the tables of the open brackets that are not at hand. One is at
// hand if it and all below it are as they were.
func (o *Rows) sync(c *transition.Config) {
	below, known := noChildren, true
	for t, node := range c.Stack[1:] {
		n := &c.Nodes[node]
		known = known && t < o.depth && o.rows[t].is(n.Label, n.First-1, below)
		if !known {
			if t == len(o.rows) {
				o.rows = append(o.rows, row{})
			}
			o.fill(&o.rows[t], t, n.Label, n.First-1, below)
		}
		below = have(c, node)
	}
	o.depth = len(c.Stack) - 1
}

func (r *row) is(label, start int32, below children) bool {
	return r.label == label && r.start == start && r.below == below
}

func (r *row) at(j int32, c children) int32 { return r.cost[4*j+int32(c)] }

func (o *Rows) top() *row { return &o.rows[o.depth-1] }

// fill computes the table of a bracket at depth t of the stack.
func (o *Rows) fill(r *row, t int, label, start int32, below children) {
	r.label, r.start, r.below = label, start, below
	r.cost = zeros(r.cost, 4*int(o.n()+1))
	strict := o.System.Unary == transition.Strict && o.n() > 1
	for j := o.n(); j >= start; j-- {
		closed := o.closed(r, t, j)
		for c := noChildren; c <= several; c++ {
			least := int32(never)
			if c == several || c == oneWord && !strict { // it may be closed
				least = closed
			}
			if j < o.n() {
				least = min(least, r.at(j+1, c.and(oneWord)))
			}
			for i := o.from[j]; i < o.from[j+1]; i++ {
				least = min(least, r.at(o.gold[i].End, c.and(oneBracket))-o.size[i])
			}
			r.cost[4*j+int32(c)] = least
		}
	}
}

// closed is the cost of closing the bracket of r, at depth t, at position j.
func (o *Rows) closed(r *row, t int, j int32) int32 {
	cost := int32(1)
	if chain := o.reaching(r.start, j); slices.Contains(chain[max(0, len(chain)-1):], Span{r.label, r.start, j}) {
		cost = -1 // no other gold bracket covers the same words
	}
	switch {
	case t > 0:
		return min(never, cost+o.rows[t-1].at(j, r.below.and(oneBracket)))
	case j < o.n():
		return never
	}
	return cost
}

// opened is the cost of what follows once a bracket was opened at p.
func (o *Rows) opened(c *transition.Config, p, label int32) int32 {
	below := noChildren
	if top := c.S(0); top != 0 {
		below = have(c, top)
	}
	o.fill(&o.trial, o.depth, label, p, below)
	return o.fresh(&o.trial, p, o.System.MaxOpens-c.Opens-1)
}

// fresh is the cost of what follows where the bracket of r was just opened at p
// and room more may be opened before the next word. Of the gold brackets that
// start at p as many are built as there is room for; the children of one that is
// not belong to the one around it.
func (o *Rows) fresh(r *row, p, room int32) int32 {
	least := r.at(p+1, oneWord)
	for i := o.from[p]; i < o.from[p+1] && room > 0; i++ {
		dropped := max(0, o.from[p+1]-i-room)
		least = min(least, r.at(o.gold[i].End, oneBracket)-o.size[i]+dropped)
	}
	return least
}

// openBest is the cost of what follows once the best bracket was opened at p.
func (o *Rows) openBest(c *transition.Config, p int32) int32 {
	return o.cheapest(p, func(label int32) int32 { return o.opened(c, p, label) })
}

// now is the cost of what follows in c.
func (o *Rows) now(c *transition.Config, p int32) int32 {
	switch {
	case o.depth == 0:
		return o.openBest(c, p)
	case c.Opens > 0:
		return o.fresh(o.top(), p, o.System.MaxOpens-c.Opens)
	}
	return o.top().at(p, have(c, c.S(0)))
}
