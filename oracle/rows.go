package oracle

import (
	"slices"

	"parser/transition"
)

// rows is the dynamic oracle of the top-down system where brackets may not have a single child. It
// is exact even where MaxOpens binds. What an open bracket can still become depends on its children
// and on those of the brackets below it: in such a system labels and spans do not suffice. So there
// is a table for every open bracket t,
//
//	G_t[j][c] = the least loss of what follows, once t stands at position j with
//	            children c and all above it is closed
//	          = min of  G_{t−1}[j][c_{t−1} + bracket] ∓ 1   t is closed, right or wrong
//	                    G_t[j+1][c + word]                  a word is shifted
//	                    G_t[e][c + bracket] − k             a gold subtree with k brackets over j+1..e
//
// where a right bracket counts -1 and a wrong one 1, so that the loss is this plus the number of
// gold brackets. New brackets that are not gold never help. The table of t does not change while t
// is open; it is computed once per opened bracket, in time and space linear in the words and gold
// brackets of the sentence. What cannot be completed costs never; the system's lookahead keeps the
// parse away from it.
type rows struct {
	base
	strict bool
	size   []int32 // of each gold bracket's subtree, in brackets
	open   []row   // of the open brackets, outermost first
	depth  int     // number of them; the others are memory to reuse
	trial  row     // of a bracket that may be opened
}

// row is the table of an open bracket.
type row struct {
	opening
	cost []int32 // cost[4·j+c]
}

func (r *row) at(j int32, c children) int32 { return r.cost[4*j+int32(c)] }

// opening is a bracket at the place where it is opened.
type opening struct {
	label, start int32
	below        children // of the bracket below
}

// children says what children a bracket has so far, as far as it matters.
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

// have returns the children of a node.
func have(c *transition.Config, node int32) children {
	n := &c.Nodes[node]
	switch {
	case n.LeftValency > 1:
		return several
	case n.LeftValency == 1 && c.IsBracket(n.Left[0]):
		return oneBracket
	}
	return children(n.LeftValency) // noChildren or oneWord
}

// never is the cost of what cannot be completed.
const never = 1 << 20

// Start reads the gold tree.
func (o *rows) Start(g *Gold) error {
	o.depth = 0
	if err := o.base.Start(g); err != nil {
		return err
	}
	o.strict = o.system.Params().Unary == transition.Strict && o.n() > 1
	o.size = zeros(o.size, len(o.gold))
	for i := range o.gold {
		for k := i; k < len(o.gold) && o.gold[k].Start < o.gold[i].End; k++ {
			o.size[i]++
		}
	}
	return nil
}

// Moves implements Oracle: the cost of what follows each move, minus that of what follows in c.
func (o *rows) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	o.sync(c)
	if o.depth == 0 { // nothing else is legal
		dst[transition.Open] = 0
		return nil
	}
	p := c.Next - 1
	top, has := &o.open[o.depth-1], have(c, c.S(0))
	now := top.at(p, has)
	if c.Opens > 0 {
		now = o.fresh(top, p, o.system.Params().MaxOpens-c.Opens)
	}
	if legal.Has(transition.Open) {
		dst[transition.Open] = o.best(&o.opens, c) - now
	}
	if legal.Has(transition.Shift) {
		dst[transition.Shift] = top.at(p+1, has.and(oneWord)) - now
	}
	if legal.Has(transition.Close) {
		dst[transition.Close] = o.closed(top, o.depth-1, p) - now
	}
	return nil
}

func (o *rows) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	o.sync(c)
	o.best(dst, c)
	return nil
}

// sync computes the missing tables of the open brackets. A table is still valid if its bracket and
// all below it are as they were.
func (o *rows) sync(c *transition.Config) {
	below, known := noChildren, true
	for t, node := range c.Stack[1:] {
		n := &c.Nodes[node]
		bracket := opening{n.Label, n.First - 1, below}
		known = known && t < o.depth && o.open[t].opening == bracket
		if !known {
			if t == len(o.open) {
				o.open = append(o.open, row{})
			}
			o.fill(&o.open[t], t, bracket)
		}
		below = have(c, node)
	}
	o.depth = len(c.Stack) - 1
}

// fill computes the table of a bracket at depth t of the stack.
func (o *rows) fill(r *row, t int, bracket opening) {
	r.opening, r.cost = bracket, zeros(r.cost, 4*int(o.n()+1))
	for j := o.n(); j >= r.start; j-- {
		closed := o.closed(r, t, j)
		for c := noChildren; c <= several; c++ {
			least := int32(never)
			if c == several || c == oneWord && !o.strict { // it may be closed
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
func (o *rows) closed(r *row, t int, j int32) int32 {
	cost := int32(1)
	if chain := o.reaching(r.start, j); slices.Contains(chain[max(0, len(chain)-1):], Span{r.label, r.start, j}) {
		cost = -1 // no other gold bracket covers the same words
	}
	switch {
	case t > 0:
		cost += o.open[t-1].at(j, r.below.and(oneBracket))
	case j < o.n():
		cost = never
	}
	return min(never, cost)
}

// best returns the cost of what follows after the best bracket was opened where c stands, and sets
// dst to what labels add to that.
func (o *rows) best(dst *LabelCosts, c *transition.Config) int32 {
	p := c.Next - 1
	return o.price(dst, p, func(label int32) int32 {
		o.fill(&o.trial, o.depth, opening{label, p, have(c, c.S(0))})
		return o.fresh(&o.trial, p, o.system.Params().MaxOpens-c.Opens-1)
	})
}

// fresh is the cost of what follows where the bracket of r was just opened at p and room more may
// be opened before the next word. Of the gold brackets that start at p, as many are built as there
// is room for; the children of the others belong to the bracket around them.
func (o *rows) fresh(r *row, p, room int32) int32 {
	least := r.at(p+1, oneWord)
	for i := o.from[p]; i < o.from[p+1] && room > 0; i++ {
		dropped := max(0, o.from[p+1]-i-room)
		least = min(least, r.at(o.gold[i].End, oneBracket)-o.size[i]+dropped)
	}
	return least
}
