package smatch

import (
	"cmp"
	"slices"
)

// searcher looks for a labelling that is worth more than one that is known, by branch and
// bound: depth first, without what the bound excludes.
type searcher struct {
	best   []int // the best labelling so far
	value  int   // and what it is worth
	budget *budget
}

// improve goes through all labellings of live labels that may be better, and reports
// whether the budget sufficed.
func (s *searcher) improve(b *potentials) bool {
	if !b.tighten(s.value, s.budget) {
		return true
	}
	if s.budget.spent() {
		return false
	}
	v := none // of which fewest labels are left
	for u, labels := range b.live {
		if len(labels) > 1 && (v == none || len(labels) < len(b.live[v])) {
			v = u
		}
	}
	if v == none {
		s.keep(b)
		return true
	}
	labels := slices.SortedStableFunc(slices.Values(b.live[v]), func(x, y int) int { return cmp.Compare(b.theta[y], b.theta[x]) })
	for _, a := range labels {
		if c := b.with(v, a); c != nil && !s.improve(c) {
			return false
		}
	}
	return true
}

// keep takes the only labelling that is left, if it is better and one at all: the last
// labels that were left out may have made two variables the only ones of a right one.
func (s *searcher) keep(b *potentials) {
	labelling, taken := make([]int, b.vars), make([]bool, b.rights)
	for v, labels := range b.live {
		labelling[v] = labels[0]
		if right := b.right[labels[0]]; right != none {
			if taken[right] {
				return
			}
			taken[right] = true
		}
	}
	if value := b.value(labelling); value > s.value {
		s.best, s.value = labelling, value
	}
}
