package oracle

import (
	"encoding/binary"
	"slices"

	"parser/transition"
)

// built returns the brackets that c has completed. The label of a word, which
// only shift-label gives, is a bracket over it.
func built(c *transition.Config) []Span {
	var spans []Span
	for _, n := range c.Nodes[1:] {
		if n.Label != transition.None && n.Last != transition.None {
			spans = append(spans, Span{n.Label, n.First - 1, n.Last})
		}
	}
	return spans
}

// missing returns the multiset of gold brackets that are not among those built.
func (o *Exhaustive) missing(built []Span) []Span {
	rest := slices.Clone(o.gold.Spans)
	for _, b := range built {
		if i := slices.Index(rest, b); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return rest
}

// bracketLoss is what the brackets add to the loss that the legal move m
// completes, where nothing built counts as many as there are gold brackets: 1
// for a wrong one, -1 for a right one.
func (o *Exhaustive) bracketLoss(_ *Gold, c *transition.Config, m transition.Move, l int32) int32 {
	var next transition.Config
	next.CopyFrom(c)
	o.System.Apply(&next, m, l)
	before, after := built(c), built(&next)
	lost := len(after) - len(before)
	return int32(lost) - 2*int32(len(o.missing(before))-len(o.missing(after)))
}

// bracketKey names what the future depends on: the buffer, the open brackets
// with the number and kind of their children, and the gold brackets still missing.
func (o *Exhaustive) bracketKey(c *transition.Config) string {
	var key []byte
	add := func(values ...int32) {
		for _, v := range values {
			key = binary.AppendVarint(key, int64(v))
		}
	}
	add(c.Next, c.Opens, indicator(c.Unlabelled), int32(len(c.Stack)))
	for _, node := range c.Stack {
		n := &c.Nodes[node]
		add(n.Label, n.First, n.Last, min(n.LeftValency, 2), indicator(c.IsBracket(n.Left[0])), c.Tower(node))
		if n.LeftValency == 1 {
			add(c.Tower(n.Left[0]))
		}
	}
	for _, g := range o.missing(built(c)) {
		add(g.Label, g.Start, g.End)
	}
	return string(key)
}
