package fsa

// RemoveEpsilon returns a machine without arcs that read and write nothing, of the
// same relation: each state takes over the arcs and final weights of those that
// such arcs lead to. Its states are those of t that can be reached still, numbered
// breadth first; none of its arcs weighs ∞, and no two have the same ends and
// labels.
//
// Precondition: no cycle of such arcs that can be reached from Start is negative
// (ErrNegativeCycle); weights are in the semiring (ErrWeight). O(states · (E + A))
// time where E is the time of [BellmanFord] on the arcs removed and A the number
// of the others; near O(states + arcs) where closures are small. Reference: Mohri
// 2002, Generic epsilon-removal and input epsilon-normalization algorithms for
// weighted transducers.
func RemoveEpsilon(t *Transducer) (*Transducer, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	if !t.started {
		return &Transducer{}, nil
	}
	closure, closed, failed := newRelaxation(epsilonArcs(t)), NoState, error(nil)
	from := func(q State) []State { // what epsilon arcs lead to from q
		if closed != q && failed == nil {
			closed = q
			closure.reset()
			closure.begin(q, One)
			failed = closure.run()
		}
		return closure.reached
	}
	final := func(q State) Weight {
		w := Zero()
		for _, p := range from(q) {
			w = w.Plus(closure.dist[p].Times(t.final[p]))
		}
		return w
	}
	result, err := Expand(NewLazy(t.start, final, func(q State, arc func(in, out Symbol, w Weight, to State)) {
		var list []Arc // the best of arcs that differ in weight alone, at the place of the first one
		place := map[Arc]int{}
		for _, p := range from(q) {
			for _, a := range t.arcs[p] {
				w := closure.dist[p].Times(a.Weight)
				if failed != nil || w.IsZero() || ReadsNothing(a) && WritesNothing(a) {
					continue
				}
				a.Weight = 0
				if _, seen := place[a]; !seen {
					place[a] = len(list)
					list = append(list, Arc{In: a.In, Out: a.Out, Weight: w, To: a.To})
				}
				best := &list[place[a]]
				best.Weight = best.Weight.Plus(w)
			}
		}
		for _, a := range list {
			arc(a.In, a.Out, a.Weight, a.To)
		}
	}), 0)
	if failed != nil {
		return nil, failed
	}
	return result, err
}

// epsilonArcs returns the arcs that read and write nothing.
func epsilonArcs(t *Transducer) [][]Arc {
	arcs := make([][]Arc, t.Len())
	for q, list := range t.arcs {
		for _, a := range list {
			if ReadsNothing(a) && WritesNothing(a) {
				arcs[q] = append(arcs[q], a)
			}
		}
	}
	return arcs
}
