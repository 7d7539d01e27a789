package oracle

import (
	"fmt"
	"slices"

	"parser/transition"
)

// geometry answers the questions that make up the costs in dependency systems: where, seen from a
// configuration, are the gold head and the gold dependents of a word? β is the buffer after its
// front b.
type geometry struct {
	head  []int32 // gold heads, index 0 is ROOT; None if unknown
	label []int32
	deps  buckets // the gold dependents of each word and of ROOT, ascending
	stack []int32 // working space of projective
}

// readArcs reads any gold tree. A word without head is no one's dependent.
func (g *geometry) readArcs(gold *Gold) error {
	g.head, g.label = gold.Heads, gold.Labels
	for d := 1; d < len(g.head); d++ {
		if g.head[d] < transition.None || int(g.head[d]) >= len(g.head) {
			return fmt.Errorf("%w: word %d", ErrHead, d)
		}
	}
	g.deps.fill(len(g.head), len(g.head)-1, func(i int) (head, dep int32) { return g.head[i+1], int32(i + 1) })
	return nil
}

// projective reports whether the tree is projective, with ROOT standing before the first word: it
// is if and only if bottom-up reduction of neighbours succeeds, where one of the two topmost items
// is attached to the other once it waits for no dependent (Nivre 2008, Section 4: soundness and
// completeness of arc-standard). A partial tree is projective if some projective tree has all its
// arcs: a word without head may be attached to the neighbour below it, whichever it is, once it has
// its dependents.
func (g *geometry) projective() bool {
	g.stack = append(g.stack[:0], 0)
	for w := int32(1); int(w) < len(g.head); w++ {
		complete := func(k int32) bool { return g.dependentsFrom(w+1, k) == 0 }
		g.stack = append(g.stack, w)
		for top := len(g.stack) - 1; top > 0; top-- {
			s0, s1 := g.stack[top], g.stack[top-1]
			if s1 != 0 && g.head[s1] == s0 && complete(s1) {
				g.stack[top-1] = s0
			} else if g.head[s0] != s1 && g.head[s0] != transition.None || !complete(s0) {
				break
			}
			g.stack = g.stack[:top]
		}
	}
	return len(g.stack) == 1
}

// dependentsFrom counts {k ≥ w : h[k] = of}: gold dependents in the buffer.
func (g *geometry) dependentsFrom(w, of int32) int32 {
	deps := g.deps.of(of)
	before, _ := slices.BinarySearch(deps, w)
	return int32(len(deps) - before)
}

// headIn reports, as 0 or 1, whether the gold head of w is a word of items.
// ROOT is never counted here: each system has its own rule for it.
func (g *geometry) headIn(items []int32, w int32) int32 {
	return indicator(g.head[w] != 0 && slices.Contains(items, g.head[w]))
}

// headlessDependentsIn counts the unattached words of items whose gold head is of.
func (g *geometry) headlessDependentsIn(c *transition.Config, items []int32, of int32) int32 {
	count := int32(0)
	for _, k := range items {
		count += indicator(k != 0 && g.head[k] == of && !c.HasHead(k))
	}
	return count
}

// headFrom reports, as 0 or 1, whether the gold head of w is at or after from.
func (g *geometry) headFrom(from, w int32) int32 { return indicator(g.head[w] >= from) }

// isRoot reports, as 0 or 1, whether the gold head of w is ROOT.
func (g *geometry) isRoot(w int32) int32 { return indicator(g.head[w] == 0) }

// rootLost is what ROOT's dependents cost under SingleRoot, where only one of the words whose gold
// head is ROOT can be right: the minimal number of wrong ones among them is (all) − min(1,
// attainable), so that a move costs 1 if it loses the last attainable one.
func rootLost(before, after int32) int32 { return indicator(before > 0 && after == 0) }

func indicator(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// buckets hold numbers by their keys.
type buckets struct {
	first []int32 // items[first[k]:first[k+1]] have the key k
	items []int32
}

// fill puts in items with keys below n, items with the same key in their order, in linear time
// (counting sort). Items with the key None are left out.
func (b *buckets) fill(n, items int, at func(i int) (key, item int32)) {
	b.first = zeros(b.first, n+1)
	for i := range items {
		if key, _ := at(i); key != transition.None {
			b.first[key+1]++
		}
	}
	for k := range n {
		b.first[k+1] += b.first[k]
	}
	b.items = sized(b.items, int(b.first[n]))
	for i := range items {
		if key, item := at(i); key != transition.None {
			b.items[b.first[key]] = item
			b.first[key]++
		}
	}
	copy(b.first[1:], b.first[:n]) // each stands at the end of its items now
	b.first[0] = 0
}

// of returns the items with the key.
func (b *buckets) of(key int32) []int32 { return b.items[b.first[key]:b.first[key+1]] }

// sized returns n numbers of arbitrary value, in the memory of s if it suffices.
func sized(s []int32, n int) []int32 { return slices.Grow(s[:0], n)[:n] }

// zeros returns n zeros, in the memory of s if it suffices.
func zeros(s []int32, n int) []int32 {
	s = sized(s, n)
	clear(s)
	return s
}
