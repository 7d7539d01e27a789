package oracle

import (
	"fmt"
	"math"

	"parser/transition"
)

// headOffset is the dynamic oracle of head-offset, exact for any gold tree, partial or with crossing
// arcs. A tag decides on one arc and takes no other arc away but by what a tree must be: it has no
// cycle and, under SingleRoot, one root.
//
// Let c be a configuration, and let up(k) be the head of k if it has one and its gold head otherwise.
// The arcs up(k) → k that are gold are all attainable together, except that
//
//   - each cycle of up must lose an arc: one of a word without head, since the built arcs have none;
//   - under SingleRoot ROOT keeps one of its gold dependents, and none if it has another.
//
// Nothing else is lost: the word that gives up its arc in a cycle is attached to ROOT, if that is
// still possible and none of its gold dependents is left, and otherwise to any word of the tree under
// ROOT, or of what will be that tree. Only arcs of words without head count in a cycle; since those
// of a path are disjoint from those of others, each cycle costs one arc and no two share one. So the
// head h of w loses
//
//	[h is not gold] + [up from h leads to w] + [h = 0 is taken from a later gold root; SingleRoot]
//
// arcs, more than those that are lost for any head, and FU what the best of the heads further away
// loses. It takes linear time for each candidate, and for FU for each until one loses least.
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
	possible := func(h int32) bool { return h > c.Next || 0 < h && h < l && !c.Below(h, w) }
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
