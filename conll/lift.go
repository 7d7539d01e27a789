package conll

import (
	"container/heap"
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
	queue  []int   // dependents of non-projective arcs
	queued []bool
}

// lift makes heads projective, which must be a tree. For every lift it calls
// lifted with the dependent and the head it is taken from.
func lift(heads []int, lifted func(d, j int)) {
	l := &lifter{heads: heads, kids: children(heads), queued: make([]bool, len(heads)+1)}
	for _, d := range NonProjectiveArcs(heads) {
		l.push(d)
	}
	for len(l.queue) > 0 {
		d := heap.Pop(l).(int)
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
		heap.Push(l, d)
	}
}

// Len, Less, Swap, Push and Pop make the lifter a heap.

// Len returns the number of arcs waiting.
func (l *lifter) Len() int { return len(l.queue) }

// Less orders arcs by length, then from left to right.
func (l *lifter) Less(a, b int) bool {
	left, right := func(d int) int { return min(d, l.heads[d-1]) }, func(d int) int { return max(d, l.heads[d-1]) }
	x, y := l.queue[a], l.queue[b]
	if long, longer := right(x)-left(x), right(y)-left(y); long != longer {
		return long < longer
	}
	return left(x) < left(y)
}

// Swap exchanges two arcs.
func (l *lifter) Swap(a, b int) { l.queue[a], l.queue[b] = l.queue[b], l.queue[a] }

// Push appends an arc.
func (l *lifter) Push(d any) { l.queue = append(l.queue, d.(int)) }

// Pop removes the last arc.
func (l *lifter) Pop() any {
	d := l.queue[len(l.queue)-1]
	l.queue = l.queue[:len(l.queue)-1]
	return d
}
