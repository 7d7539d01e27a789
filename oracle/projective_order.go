package oracle

import (
	"cmp"
	"fmt"
	"slices"

	"parser/transition"
)

// ordered is what oracles of systems with SWAP have in common: an order of the words in which the
// gold tree is projective. It is that of an inorder traversal: the dependents to the left of a word
// come before it, and the others after it (Nivre 2009, Section 4). Where Nivre takes dependents on
// the same side as they stand in the sentence, here they come in the order of the mean places of all
// words below them, which differs where these are mixed and needs fewer swaps: a dependent of ROOT
// amid another tree goes to the nearer end of that tree.
type ordered struct {
	base
	order []int32 // the place of each word in the projective order; ROOT has 0
	tree  []int32 // heads of a whole tree with all known arcs, its kids by their heads
	kids  buckets
	size  []int64 // number of words of each subtree, and the sum of their places in the sentence
	sum   []int64
}

// Start reads the gold tree, which may be partial. Heads that form a cycle are an ErrHead.
func (o *ordered) Start(g *Gold) error {
	if err := o.base.Start(g); err != nil {
		return err
	}
	n := len(o.head)
	o.complete()
	o.kids.fill(n, n-1, func(i int) (head, dep int32) { return o.tree[i+1], int32(i + 1) })
	o.order, o.size, o.sum = sized(o.order, n), slices.Grow(o.size[:0], n)[:n], slices.Grow(o.sum[:0], n)[:n]
	o.measure(0)
	if int(o.size[0]) < n {
		return fmt.Errorf("%w: they form a cycle", ErrHead)
	}
	o.traverse(0, 0)
	return nil
}

// complete sets tree. A word without head gets that of the shortest known arc over it, unless it is
// above that word, or ROOT, so that no word need be swapped with it if the known arcs do not cross.
func (o *ordered) complete() {
	o.tree = append(o.tree[:0], o.head...)
	for w := int32(1); int(w) < len(o.tree); w++ {
		if o.head[w] != transition.None {
			continue
		}
		o.tree[w] = 0
		shortest := int32(len(o.tree))
		for d, h := range o.head[1:] {
			l, r := min(int32(d+1), h), max(int32(d+1), h)
			if l > 0 && l < w && w < r && r-l < shortest && !o.reaches(h, w) {
				o.tree[w], shortest = h, r-l
			}
		}
	}
}

// reaches reports whether the way up from a word passes another one.
func (o *ordered) reaches(from, to int32) bool {
	for range o.tree {
		if from <= 0 || from == to {
			break
		}
		from = o.tree[from]
	}
	return from == to
}

// measure sets size and sum of w and the words below it, and sorts the kids of each.
func (o *ordered) measure(w int32) {
	o.size[w], o.sum[w] = 1, int64(w)
	kids := o.kids.of(w)
	for _, kid := range kids {
		o.measure(kid)
		o.size[w], o.sum[w] = o.size[w]+o.size[kid], o.sum[w]+o.sum[kid]
	}
	slices.SortStableFunc(kids, func(a, b int32) int {
		if aLeft := a < w; aLeft != (b < w) {
			return int(indicator(!aLeft)) - int(indicator(aLeft))
		}
		return cmp.Compare(o.sum[a]*o.size[b], o.sum[b]*o.size[a])
	})
}

// traverse gives w and the words below it their places from a number on, and returns the next number.
func (o *ordered) traverse(w, place int32) int32 {
	kids := o.kids.of(w)
	for ; len(kids) > 0 && kids[0] < w; kids = kids[1:] {
		place = o.traverse(kids[0], place)
	}
	o.order[w] = place
	place++
	for _, kid := range kids {
		place = o.traverse(kid, place)
	}
	return place
}
