package oracle

import (
	"fmt"
	"slices"

	"parser/transition"
)

// geometry answers the questions of which the costs are sums: where, seen from
// a configuration, are the gold head and the gold dependents of a word?
// β is the buffer behind its front b.
type geometry struct {
	head  []int32 // gold heads, index 0 is ROOT
	label []int32
	first []int32 // deps[first[k]:first[k+1]] are the gold dependents of k, ascending
	deps  []int32
	roots int // number of words whose gold head is ROOT

	pending, stack []int32 // working space of projective
}

// start reads a projective gold tree in, in linear time.
func (g *geometry) start(gold *Gold) error {
	err := g.read(gold)
	if err == nil && !g.projective() {
		err = ErrNonProjective
	}
	return err
}

// read reads any gold tree in, in linear time; it sorts the words by head (counting sort).
func (g *geometry) read(gold *Gold) error {
	g.head, g.label = gold.Heads, gold.Labels
	for d := 1; d < len(g.head); d++ {
		if g.head[d] < 0 || int(g.head[d]) >= len(g.head) {
			return fmt.Errorf("%w: word %d", ErrPartial, d)
		}
	}
	n := len(g.head)
	g.first, g.deps = zeros(g.first, n+1), zeros(g.deps, n-1)
	for _, h := range g.head[1:] {
		g.first[h]++
	}
	g.roots = int(g.first[0])
	total := int32(0)
	for k := range g.first {
		total += g.first[k]
		g.first[k] = total
	}
	for d := int32(n) - 1; d > 0; d-- {
		h := g.head[d]
		g.first[h]--
		g.deps[g.first[h]] = d
	}
	return nil
}

// zeros returns n zeros, in the memory of s if there is enough.
func zeros(s []int32, n int) []int32 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// projective reports whether the tree is, ROOT standing before the first word: it is if
// and only if bottom-up reduction of neighbours, where one of the two topmost items is
// attached to the other if it is complete, succeeds (Nivre 2008, Section 4: soundness
// and completeness of arc-standard).
func (g *geometry) projective() bool {
	g.pending = g.pending[:0]
	for k := range g.head {
		g.pending = append(g.pending, g.first[k+1]-g.first[k])
	}
	g.stack = append(g.stack[:0], 0)
	for w := range g.head[1:] {
		g.stack = append(g.stack, int32(w+1))
		for top := len(g.stack) - 1; top > 0; top-- {
			s0, s1 := g.stack[top], g.stack[top-1]
			if s1 != 0 && g.head[s1] == s0 && g.pending[s1] == 0 {
				g.stack[top-1] = s0
				g.pending[s0]--
			} else if g.head[s0] == s1 && g.pending[s0] == 0 {
				g.pending[s1]--
			} else {
				break
			}
			g.stack = g.stack[:top]
		}
	}
	return len(g.stack) == 1
}

// dependentsFrom counts {k ≥ w : h[k] = of}: gold dependents in the buffer.
func (g *geometry) dependentsFrom(w, of int32) int32 {
	deps := g.deps[g.first[of]:g.first[of+1]]
	count := int32(0)
	for i := len(deps) - 1; i >= 0 && deps[i] >= w; i-- {
		count++
	}
	return count
}

// headIn reports, as 0 or 1, whether the gold head of w is a word of items.
// ROOT is never counted here: each system has its own rule for it.
func (g *geometry) headIn(items []int32, w int32) int32 {
	h := g.head[w]
	for _, k := range items {
		if k == h && k != 0 {
			return 1
		}
	}
	return 0
}

// headlessDependentsIn counts the unattached words of items whose gold head is of.
func (g *geometry) headlessDependentsIn(c *transition.Config, items []int32, of int32) int32 {
	count := int32(0)
	for _, k := range items {
		if k != 0 && g.head[k] == of && !c.HasHead(k) {
			count++
		}
	}
	return count
}

// headFrom reports, as 0 or 1, whether the gold head of w is at or behind from.
func (g *geometry) headFrom(from, w int32) int32 { return indicator(g.head[w] >= from) }

// isRoot reports, as 0 or 1, whether the gold head of w is ROOT.
func (g *geometry) isRoot(w int32) int32 { return indicator(g.head[w] == 0) }

// rootLost is what ROOT's dependents cost under SingleRoot, where only one of
// the words whose gold head is ROOT can be right: the minimal number of wrong
// ones among them is (all) − min(1, attainable), so that a move costs 1 if it
// takes the attainable ones from some to none.
func rootLost(before, after int32) int32 { return indicator(before > 0 && after == 0) }

// goldLabel makes all labels but the gold one cost WrongLabel if the arc h → d that a
// move adds is gold. An arc with a wrong head costs the same for any label.
func (g *geometry) goldLabel(dst *LabelCosts, h, d int32, ok bool) error {
	dst.Reset(0)
	if ok && g.head[d] == h {
		dst.Reset(WrongLabel)
		dst.Set(g.label[d], 0)
	}
	return nil
}

func indicator(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
