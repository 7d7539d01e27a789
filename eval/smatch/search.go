package smatch

import (
	"cmp"
	"slices"
)

// searcher looks for the best labelling.
type searcher struct {
	best   []int // best labelling so far
	value  int   // what best is worth
	budget budget
}

// climb looks for a better labelling by climbing from a start, with a tenth of the
// remaining budget, and reports whether it found one.
func (s *searcher) climb(p *problem, choose func(free []int) int) bool {
	share := s.budget / 10
	left := share
	labelling, value := p.climb(choose, &left)
	s.budget -= share - left
	return s.offer(labelling, value)
}

// offer takes a labelling if it is better, and reports whether it is.
func (s *searcher) offer(labelling []int, value int) bool {
	better := s.best == nil || value > s.value
	if better {
		s.best, s.value = labelling, value
	}
	return better
}

// improve goes through all labellings of live labels that may be better, depth first, skipping those that the bound
// excludes (branch and bound), and reports whether the budget was enough.
func (s *searcher) improve(b *potentials) bool {
	if !b.tighten(s.value, &s.budget) {
		return true
	}
	if s.budget.spent() {
		return false
	}
	v := none // the variable with the fewest labels left
	for u, labels := range b.live {
		if len(labels) > 1 && (v == none || len(labels) < len(b.live[v])) {
			v = u
		}
	}
	if v == none {
		labelling := make([]int, b.vars) // the only one that is left
		for v, labels := range b.live {
			labelling[v] = labels[0]
		}
		s.offer(labelling, b.value(labelling))
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
