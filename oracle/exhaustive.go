package oracle

import (
	"encoding/binary"
	"math"
	"slices"

	"parser/transition"
)

// Exhaustive is the oracle by definition: the cost of a move is found by trying
// all ways to finish the parse. It is exact for any system and any gold tree,
// and exponential in the length of the sentence: the reference for small
// sentences, against which the others are tested.
type Exhaustive struct {
	System transition.System
	// LabelCount is the number of labels to try; 0 tries each arc's gold label only
	// (dependency trees).
	LabelCount int32

	gold  *Gold
	value map[string]int32

	spare   []*transition.Config // of Through, by the number of steps of the configuration that is copied
	key     []byte
	missing []Span // of findMissing
}

var _ Oracle = (*Exhaustive)(nil)

// Name returns "exhaustive".
func (*Exhaustive) Name() string { return "exhaustive" }

// Start takes any gold tree.
func (o *Exhaustive) Start(g *Gold) error {
	o.gold, o.value = g, map[string]int32{}
	return nil
}

// Moves implements Oracle.
func (o *Exhaustive) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	for m := range legal.All() {
		dst[m] = o.least(c, m) - o.Value(c)
	}
	return nil
}

// Labels implements Oracle.
func (o *Exhaustive) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	least := o.least(c, m)
	if h, d, ok := o.System.Arc(c, m); ok {
		if gold := o.gold.Labels[d]; o.gold.Heads[d] == h {
			dst.Reset(o.Through(c, m, gold+1) - least)
			dst.Set(gold, 0)
		}
		return nil
	}
	for _, l := range o.labels(c, m) {
		dst.Set(l, o.Through(c, m, l)-least)
	}
	return nil
}

// Cost is the exact cost of the legal move m with label l:
// loss(m, l) + Value(c after m) − Value(c).
func (o *Exhaustive) Cost(c *transition.Config, m transition.Move, l int32) int32 {
	return o.Through(c, m, l) - o.Value(c)
}

// Value returns the smallest loss of finishing from c.
func (o *Exhaustive) Value(c *transition.Config) int32 {
	if o.System.Terminal(c) {
		return 0
	}
	key := o.stateKey(c)
	if v, ok := o.value[string(key)]; ok {
		return v
	}
	name, best := string(key), int32(math.MaxInt32)
	for m := range o.System.Legal(c).All() {
		best = min(best, o.least(c, m))
	}
	o.value[name] = best
	return best
}

// least is the smallest loss of finishing from c through m with some label.
func (o *Exhaustive) least(c *transition.Config, m transition.Move) int32 {
	best := int32(math.MaxInt32)
	for _, l := range o.labels(c, m) {
		best = min(best, o.Through(c, m, l))
	}
	return best
}

// Through is the smallest loss of finishing from c through the legal move m with label l.
func (o *Exhaustive) Through(c *transition.Config, m transition.Move, l int32) int32 {
	depth := len(c.Steps)
	for len(o.spare) <= depth {
		o.spare = append(o.spare, &transition.Config{})
	}
	next := o.spare[depth]
	next.CopyFrom(c)
	o.System.Apply(next, m, l)
	loss := o.Value(next)
	if c.Kind == transition.Constituents {
		return loss + o.completed(c, m, l)
	}
	return loss + o.gold.Loss(next) - o.gold.Loss(c)
}

// labels returns the labels to try for a move.
func (o *Exhaustive) labels(c *transition.Config, m transition.Move) []int32 {
	switch _, d, ok := o.System.Arc(c, m); {
	case !m.Labelled():
		return []int32{transition.None}
	case ok && o.LabelCount == 0:
		return []int32{o.gold.Labels[d]}
	}
	all := make([]int32, o.LabelCount)
	for l := range all {
		all[l] = int32(l)
	}
	return all
}

// completed is what the bracket that the legal move m completes, if any, adds to Gold.Loss: 1 if it
// is wrong, -1 if it is right. This is faster than comparing the trees.
func (o *Exhaustive) completed(c *transition.Config, m transition.Move, l int32) int32 {
	node := c.S(0)
	switch {
	case m == transition.Close:
		if !c.IsOpen(node) {
			node = c.S(1)
		}
		l = c.Nodes[node].Label
	case m != transition.Label:
		return 0
	}
	o.findMissing(c)
	return 1 - 2*indicator(slices.Contains(o.missing, Span{l, c.Nodes[node].First - 1, c.Next - 1}))
}

// findMissing sets o.missing to the gold brackets that end at the position of c or later and were
// not built. The label of a word, which only shift-label and split give, is a bracket over it.
func (o *Exhaustive) findMissing(c *transition.Config) {
	p := c.Next - 1
	o.missing = slices.DeleteFunc(append(o.missing[:0], o.gold.Spans...), func(b Span) bool { return b.End < p })
	for _, n := range c.Nodes[1:] {
		if n.Last == p && n.Label != transition.None {
			if i := slices.Index(o.missing, Span{n.Label, n.First - 1, p}); i >= 0 {
				o.missing = slices.Delete(o.missing, i, i+1)
			}
		}
	}
}

// stateKey names what the future depends on: the buffer; in dependency trees, returned words, the stack, which of
// its items are attached, with which labels where arcs are tentative, whether ROOT has a dependent, and, where
// there is FU, what each word hangs from; in constituency trees, what gold brackets the items of the stack can become,
// which of these are missing, and what the legality of moves depends on, or in split which spans they are.
func (o *Exhaustive) stateKey(c *transition.Config) []byte {
	key := o.key[:0]
	defer func() { o.key = key }()
	add := func(values ...int32) {
		for _, v := range values {
			key = binary.AppendVarint(key, int64(v))
		}
	}
	add(c.Next, 2*c.Opens+indicator(c.Unlabelled))
	if c.Kind != transition.Constituents {
		add(indicator(c.Nodes[0].RightValency > 0), int32(len(c.Returned)))
		add(c.Returned...)
		for _, w := range c.Stack {
			add(2*w + indicator(c.HasHead(w)))
		}
		if transition.Tentative(o.System) {
			for _, w := range c.Stack {
				add(c.Nodes[w].Label)
			}
		}
		if o.System.Moves().Has(transition.Further) {
			for w := range c.N + 1 {
				add(c.Top(w))
			}
		}
		return key
	}
	if o.System.Moves().Has(transition.Further) { // in split: what is inside the spans that wait
		for _, node := range c.Stack[1:] {
			add(c.Nodes[node].First, c.Nodes[node].Last)
		}
		return key
	}
	o.findMissing(c)
	around := o.System.Moves()&transition.Of(transition.Finish, transition.Label) != 0 // a bracket opens around an item; not in top-down
	most := o.System.Params().MaxUnary
	for _, node := range c.Stack[1:] {
		n, open := &c.Nodes[node], c.IsOpen(node)
		start, label := int32(transition.None), int32(transition.None) // no gold bracket
		for _, b := range o.missing {
			if alike := b.Label == n.Label; b.Start == n.First-1 && (around || alike) {
				start = b.Start
				if alike && open {
					label = n.Label
				}
			}
		}
		shape := int32(transition.None) // how many children it has, and of what kind
		switch {
		case o.System.Chains() >= transition.CutChains:
			shape = 2*min(n.LeftValency, 2) + indicator(n.LeftValency == 1 && c.IsBracket(n.Left[0]))
		case most == 0:
			shape = min(n.LeftValency, 1)
		case !open:
			shape = min(c.Tower(node), most)
		case n.LeftValency == 1 && node == c.S(0): // others get the item above as a child
			shape = min(c.Tower(n.Left[0]), most)
		}
		add(start, label, indicator(open), shape)
		for _, b := range o.missing {
			if b.Start == start && b.End == c.Next-1 {
				add(b.Label)
			}
		}
		add(transition.None)
	}
	return key
}
