package oracle

import (
	"slices"

	"parser/transition"
)

// lazySwaps is the static oracle of arc-standard with SWAP that swaps as late as it can (Nivre,
// Kuhlmann & Hall 2009, Section 3): it attaches as early as it can, and swaps s1 and s0 if s1 comes
// after s0 in the projective order, unless s0 and the buffer front are of the same maximal projective
// component. Such a component is a tree that arc-standard builds without swaps, so that it is swapped
// as a whole and not word by word.
type lazySwaps struct {
	ordered
	component []int32 // the topmost word of the component of each word
	waiting   []int32 // number of dependents that each word waits for
}

// Start reads the gold tree as that of [static].
func (o *lazySwaps) Start(g *Gold) error {
	if err := o.ordered.Start(g); err != nil {
		return err
	}
	o.findComponents()
	return o.rooted()
}

// findComponents sets component: it parses without swaps, and waits for the dependents of a word
// before it attaches the word.
func (o *lazySwaps) findComponents() {
	n := len(o.head)
	o.component, o.waiting, o.stack = sized(o.component, n), zeros(o.waiting, n), append(o.stack[:0], 0)
	for w, h := range o.head {
		if o.component[w] = int32(w); w > 0 {
			o.waiting[h]++
		}
	}
	for w := int32(1); int(w) < n; w++ {
		o.stack = append(o.stack, w)
		for len(o.stack) > 1 {
			top := len(o.stack) - 1
			s0, s1 := o.stack[top], o.stack[top-1]
			d, h := s0, s1
			if s1 != 0 && o.head[s1] == s0 && o.waiting[s1] == 0 {
				d, h = s1, s0
			} else if o.head[s0] != s1 || o.waiting[s0] > 0 {
				break
			}
			o.component[d] = h
			o.waiting[h]--
			o.stack = o.stack[:top]
			o.stack[top-1] = h
		}
	}
	for w := range o.component {
		top := o.component[w]
		for top != o.component[top] {
			top = o.component[top]
		}
		o.component[w] = top
	}
}

func (o *lazySwaps) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	dst.only(o.next(c, legal), WrongHead)
	return nil
}

// next returns the move of the derivation.
func (o *lazySwaps) next(c *transition.Config, legal transition.Moves) transition.Move {
	for m := transition.Left; m <= transition.Right; m++ {
		if !legal.Has(m) {
			continue
		}
		h, d, _ := o.system.Arc(c, m)
		if o.head[d] == h && !slices.ContainsFunc(o.deps.of(d), func(k int32) bool { return !c.HasHead(k) }) {
			return m
		}
	}
	s0, s1, b := c.S(0), c.S(1), c.Front()
	switch {
	case legal.Has(transition.Swap) && o.order[s1] > o.order[s0] && (b == transition.None || o.component[s0] != o.component[b]):
		return transition.Swap
	case legal.Has(transition.Shift):
		return transition.Shift
	}
	return transition.Right
}
