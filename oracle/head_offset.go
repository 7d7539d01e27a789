package oracle

import (
	"fmt"
	"math"

	"parser/transition"
)

// headOffset is the dynamic oracle of head-offset, exact for any gold tree, partial or with crossing
// arcs. A tag decides on one arc, and takes another one away only because a tree has no cycle and,
// under SingleRoot, one root.
//
// Let up(k) be the head of k if it has one and its gold head otherwise, if that is known. Each word has
// one way up, so no two cycles of up share a word. Of the words without head those lose their gold heads
//
//   - that are chosen, one for each cycle: it has such a word, since the arcs built have no cycle;
//   - whose gold head is ROOT, under SingleRoot, except one of them if ROOT is free.
//
// No others do: let a word that loses its head hang from ROOT if it is free and no word is left whose gold
// head it is, and otherwise from any word of what is or will be the tree under ROOT, where it closes no
// cycle. So the head h of w costs
//
//	[h is not gold] + [the way up from h passes w] + [h = 0, and ROOT is a later word's gold head; SingleRoot]
//
// wrong heads, less the least such sum of all heads that w can still have, and FU the least one of those
// further away. A sum takes linear time; FU stops at the first head that costs least.
type headOffset struct{ base }

// Start reads the gold tree, which may be partial. Heads that form a cycle are an ErrHead.
func (o *headOffset) Start(g *Gold) error {
	if err := o.base.Start(g); err != nil {
		return err
	}
	for w := range o.head {
		k := int32(w)
		for range o.head {
			if k > 0 {
				k = o.head[k]
			}
		}
		if k > 0 {
			return fmt.Errorf("%w: they form a cycle", ErrHead)
		}
	}
	return nil
}

func (o *headOffset) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	for m := range legal.All() {
		if h, _, arc := o.system.Arc(c, m); arc {
			dst[m] = o.loss(c, h)
		} else {
			dst[m] = o.further(c)
		}
	}
	least := dst.least(legal)
	for m := range legal.All() {
		dst[m] -= least
	}
	return nil
}

// loss is what w loses by the head h, see headOffset.
func (o *headOffset) loss(c *transition.Config, h int32) int32 {
	w := c.S(0)
	wrong := indicator(o.head[w] != h && o.head[w] != transition.None)
	root := indicator(h == 0 && o.singleRoot && o.dependentsFrom(w+1, 0) > 0)
	return WrongHead * (wrong + root + indicator(o.leadsTo(c, h, w)))
}

// leadsTo reports whether the way up from k passes w.
func (o *headOffset) leadsTo(c *transition.Config, k, w int32) bool {
	for range o.head {
		if k <= 0 || k == w {
			break
		}
		if c.HasHead(k) {
			k = c.Nodes[k].Head
		} else {
			k = o.head[k]
		}
	}
	return k == w
}

// further is the least loss of the heads that w can have after FU. Only the gold head, if it is known,
// can lose less than WrongHead.
func (o *headOffset) further(c *transition.Config) int32 {
	w, l, least := c.S(0), c.S(1), int32(math.MaxInt32)
	gold := o.head[w]
	possible := func(h int32) bool { return h > c.Next || 0 < h && h < l && c.Top(h) != w }
	if possible(gold) {
		least = o.loss(c, gold)
	}
	enough := WrongHead * indicator(gold != transition.None)
	for h := c.N; h > 0 && least > enough; h-- {
		if possible(h) {
			least = min(least, o.loss(c, h))
		}
	}
	return least
}

// offsets is the static oracle of head-offset: the one derivation that a tree has.
type offsets struct{ headOffset }

// Start reads the gold tree as that of [static].
func (o *offsets) Start(g *Gold) error {
	if err := o.headOffset.Start(g); err != nil {
		return err
	}
	return o.rooted()
}

func (o *offsets) Moves(dst *Costs, c *transition.Config, _ transition.Moves) error {
	next := transition.Further
	switch o.head[c.S(0)] {
	case 0:
		next = transition.Label
	case c.Front():
		next = transition.Left
	case c.S(1):
		next = transition.Right
	}
	dst.only(next, WrongHead)
	return nil
}
