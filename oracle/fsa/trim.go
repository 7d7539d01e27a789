package fsa

// Trim returns the machine without its useless states and arcs, which lie on no path
// of finite weight from the start to a final state: the relation is the same. States
// keep their order, and arcs theirs. A machine that accepts nothing becomes the
// empty machine.
//
// Precondition: none. O(states + arcs) time. Reference: Mohri 2009, on accessible
// and coaccessible states.
func Trim(t *Transducer) *Transducer {
	kept := &Transducer{}
	useful := t.useful()
	number := make([]State, t.Len())
	for q := range t.final {
		if useful[q] {
			number[q] = kept.AddState()
			kept.SetFinal(number[q], t.final[q])
		}
	}
	for q, a := range t.all {
		if useful[q] && useful[a.To] && !a.Weight.IsZero() {
			a.To = number[a.To]
			kept.AddArc(number[q], a)
		}
	}
	if t.started && useful[t.start] {
		kept.SetStart(number[t.start])
	}
	return kept
}

// useful tells which states are both accessible and coaccessible.
func (t *Transducer) useful() []bool {
	toEnd, useful := t.fewestArcs(Backward), make([]bool, t.Len())
	for q, n := range t.fewestArcs(Forward) {
		useful[q] = n >= 0 && toEnd[q] >= 0
	}
	return useful
}

// fewestArcs returns the number of arcs of the shortest path of finite weight from
// the start to each state, or from each to a final one, −1 if there is none: a
// breadth-first search.
func (t *Transducer) fewestArcs(d Direction) []int {
	fewest, next := make([]int, t.Len()), neighbours(t, d)
	var queue []State
	for q, w := range sources(t, d) {
		fewest[q] = -1
		if !w.IsZero() {
			fewest[q] = 0
			queue = append(queue, State(q))
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, a := range next[queue[i]] {
			if fewest[a.To] < 0 && !a.Weight.IsZero() {
				fewest[a.To] = fewest[queue[i]] + 1
				queue = append(queue, a.To)
			}
		}
	}
	return fewest
}
