package conll

import (
	"cmp"
	"slices"
)

// lifter makes a tree projective by lifting its smallest non-projective arc
// until there is none: d, a dependent of j, becomes a dependent of j's head
// (Nivre & Nilsson 2005, figure 3). Small means short; of arcs of the same
// length the leftmost comes first.
//
// A lift takes descendants from j and gives none to anybody, so a non-projective
// arc stays so until it is lifted itself, and only the lifted arc and the other
// arcs from j can become non-projective. That is why the arcs can wait in a
// queue.
type lifter struct {
	heads  []int
	kids   [][]int // in no particular order
	queue  []int   // dependents of non-projective arcs, that of the smallest last
	queued []bool
}

// lift makes heads projective, which must be a tree. For every lift it calls
// lifted with the dependent and the head it is taken from.
func lift(heads []int, lifted func(d, j int)) {
	l := &lifter{heads: heads, kids: children(heads), queued: make([]bool, len(heads)+1)}
	for _, d := range NonProjectiveArcs(heads) {
		l.push(d)
	}
	for last := len(l.queue) - 1; last >= 0; last = len(l.queue) - 1 {
		d := l.queue[last]
		l.queue = l.queue[:last]
		j := heads[d-1]
		lifted(d, j)
		l.lift(d, j)
	}
}

// lift moves d from j to the head of j and queues the arcs this spoils.
func (l *lifter) lift(d, j int) {
	at := slices.Index(l.kids[j], d)
	l.kids[j] = slices.Delete(l.kids[j], at, at+1)
	to := l.heads[j-1]
	l.heads[d-1] = to
	l.kids[to] = append(l.kids[to], d)
	l.queued[d] = false
	if !l.projective(d) {
		l.push(d)
	}
	left, right := l.nearest(d, j)
	for _, kid := range l.kids[j] {
		if kid < left || kid > right {
			l.push(kid)
		}
	}
}

// projective reports whether all words between d and its head descend from the
// head.
func (l *lifter) projective(d int) bool {
	h := l.heads[d-1]
	for k := min(h, d) + 1; h > 0 && k < max(h, d); k++ {
		above := k
		for above > 0 && above != h {
			above = l.heads[above-1]
		}
		if above != h {
			return false
		}
	}
	return true
}

// nearest returns the words of d's subtree that are nearest to j on its left
// and on its right, or what lies outside the sentence.
func (l *lifter) nearest(d, j int) (left, right int) {
	left, right = 0, len(l.heads)+1
	for stack := []int{d}; len(stack) > 0; {
		word := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], l.kids[word]...)
		if word < j {
			left = max(left, word)
		} else {
			right = min(right, word)
		}
	}
	return left, right
}

// push queues the arc to d.
func (l *lifter) push(d int) {
	if !l.queued[d] {
		l.queued[d] = true
		at, _ := slices.BinarySearchFunc(l.queue, d, l.compare)
		l.queue = slices.Insert(l.queue, at, d)
	}
}

// compare orders arcs, the longest first and those of one length from right to left.
func (l *lifter) compare(a, b int) int {
	x, y := l.heads[a-1], l.heads[b-1]
	return cmp.Or(max(b-y, y-b)-max(a-x, x-a), min(b, y)-min(a, x))
}
