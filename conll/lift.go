package conll

// lift makes heads, which must be a tree, projective by lifting its smallest
// non-projective arc until there is none: d, a dependent of j, becomes a dependent of
// j's head (Nivre & Nilsson 2005, figure 3). Small means short; of arcs of the same
// length the leftmost comes first. For every lift it calls lifted with d and j.
//
// A lift takes descendants from j and gives none to anybody, so a non-projective
// arc stays so until it is lifted itself, and only the lifted arc and the other
// arcs from j can become non-projective.
func lift(heads []int, lifted func(d, j int)) {
	bad := make([]bool, len(heads)+1) // the dependents of non-projective arcs
	count := 0
	mark := func(d int) {
		if !bad[d] {
			bad[d] = true
			count++
		}
	}
	for _, d := range NonProjectiveArcs(heads) {
		mark(d)
	}
	for ; count > 0; count-- {
		d, length, left := 0, 0, 0
		for k := 1; k < len(bad); k++ {
			if !bad[k] {
				continue
			}
			l, r := min(k, heads[k-1]), max(k, heads[k-1])
			if d == 0 || r-l < length || r-l == length && l < left {
				d, length, left = k, r-l, l
			}
		}
		j := heads[d-1]
		lifted(d, j)
		heads[d-1], bad[d] = heads[j-1], false
		for k, head := range heads {
			if (head == j || k == d-1) && !bad[k+1] && !projectiveArc(heads, k+1) {
				mark(k + 1)
			}
		}
	}
}

// projectiveArc reports whether all words between d and its head descend from the head.
func projectiveArc(heads []int, d int) bool {
	h := heads[d-1]
	for k := min(h, d) + 1; h > 0 && k < max(h, d); k++ {
		above := k
		for above > 0 && above != h {
			above = heads[above-1]
		}
		if above != h {
			return false
		}
	}
	return true
}
