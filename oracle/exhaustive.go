package oracle

import (
	"encoding/binary"
	"math"

	"parser/transition"
)

// Exhaustive is the oracle by definition: the cost of a move is found by trying
// all ways to finish the parse. It is exact for any system and any gold tree,
// and exponential in the length of the sentence: the reference for small
// sentences, against which the others are tested.
type Exhaustive struct {
	System transition.System
	// Loss is the loss of the arc that the legal move m adds with label l;
	// nil stands for the sum over words of WrongHead and WrongLabel, or, in
	// constituency trees, for 1 per wrong bracket and -1 per right one, or, in
	// tagging, for WrongTag.
	Loss func(g *Gold, c *transition.Config, m transition.Move, l int32) int32
	// LabelCount is the number of labels to try; 0 tries each arc's gold label only
	// (dependency trees).
	LabelCount int32

	gold  *Gold
	value map[string]int32

	spare   []*transition.Config
	key     []byte
	missing []bool // of bracketKey: gold brackets that are not built yet
}

var _ Oracle = (*Exhaustive)(nil)

// Name returns "exhaustive".
func (*Exhaustive) Name() string { return "exhaustive" }

// Start takes any gold tree.
func (o *Exhaustive) Start(g *Gold) error {
	o.gold, o.value = g, map[string]int32{}
	switch {
	case o.Loss != nil:
	case o.System.Kind() == transition.Constituents:
		o.Loss = o.bracketLoss
	case o.System.Kind() == transition.Tags:
		o.Loss = tagLoss
	default:
		o.Loss = o.attachmentLoss
	}
	return nil
}

func (o *Exhaustive) attachmentLoss(g *Gold, c *transition.Config, m transition.Move, l int32) int32 {
	h, d, ok := o.System.Arc(c, m)
	switch {
	case !ok:
		return 0
	case g.Heads[d] != h:
		return WrongHead
	case g.Labels[d] != l:
		return WrongLabel
	}
	return 0
}

func tagLoss(g *Gold, c *transition.Config, _ transition.Move, l int32) int32 {
	return WrongTag * indicator(g.Labels[c.Next] != l)
}

// Moves implements Oracle.
func (o *Exhaustive) Moves(dst *Costs, c *transition.Config) error {
	for m := range transition.NumMoves {
		if o.System.Legal(c).Has(m) {
			dst[m] = math.MaxInt32
			for _, l := range o.labels(c, m) {
				dst[m] = min(dst[m], o.Cost(c, m, l))
			}
		}
	}
	return nil
}

// Labels implements Oracle.
func (o *Exhaustive) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if h, d, ok := o.System.Arc(c, m); ok {
		if o.gold.Heads[d] == h {
			dst.Reset(WrongLabel)
			dst.Set(o.gold.Labels[d], 0)
		}
		return nil
	}
	labels, least := o.labels(c, m), int32(math.MaxInt32)
	for _, l := range labels {
		least = min(least, o.Cost(c, m, l))
	}
	for _, l := range labels {
		dst.Set(l, o.Cost(c, m, l)-least)
	}
	return nil
}

// Cost is the exact cost of the legal move m with label l:
// loss(m, l) + Value(c after m) − Value(c).
func (o *Exhaustive) Cost(c *transition.Config, m transition.Move, l int32) int32 {
	return o.through(c, m, l) - o.Value(c)
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
	name := string(key)
	best := int32(math.MaxInt32)
	for m := range transition.NumMoves {
		if o.System.Legal(c).Has(m) {
			for _, l := range o.labels(c, m) {
				best = min(best, o.through(c, m, l))
			}
		}
	}
	o.value[name] = best
	return best
}

// through is the smallest loss of finishing from c by way of m.
func (o *Exhaustive) through(c *transition.Config, m transition.Move, l int32) int32 {
	if len(o.spare) == 0 {
		o.spare = append(o.spare, &transition.Config{})
	}
	last := len(o.spare) - 1
	next := o.spare[last]
	o.spare = o.spare[:last]
	next.CopyFrom(c)
	o.System.Apply(next, m, l)
	loss := o.Loss(o.gold, c, m, l) + o.Value(next)
	o.spare = append(o.spare, next)
	return loss
}

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

// stateKey names what the future depends on: the buffer, the stack, which of
// its items are attached, and whether ROOT has a dependent.
func (o *Exhaustive) stateKey(c *transition.Config) []byte {
	if c.Kind == transition.Constituents {
		return o.bracketKey(c)
	}
	key := binary.AppendUvarint(o.key[:0], uint64(c.Next))
	key = binary.AppendUvarint(key, uint64(indicator(c.Nodes[0].RightValency > 0)))
	for _, w := range c.Stack {
		key = binary.AppendUvarint(key, uint64(2*w+indicator(c.HasHead(w))))
	}
	o.key = key
	return key
}
