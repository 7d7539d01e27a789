package fsa

import "slices"

// ReadsNothing reports whether an arc's input is epsilon.
func ReadsNothing(a Arc) bool { return a.In == Epsilon }

// WritesNothing reports whether an arc's output is epsilon.
func WritesNothing(a Arc) bool { return a.Out == Epsilon }

// closing spreads distances along the arcs that free accepts.
func closing(m Machine, free func(Arc) bool) *relaxation {
	return &relaxation{arcs: m.Arcs, weight: func(a Arc) Weight {
		if free(a) {
			return a.Weight
		}
		return Zero()
	}}
}

// EpsilonClosures returns, for every two states p and q, the weight of the best path from p to q
// along arcs that free accepts, such as those that read nothing; ∞ where there is no path. A state
// is at distance 0 from itself.
//
// Precondition: no cycle of such arcs is negative, not even one that cannot be reached
// (ErrNegativeCycle); their weights are in the semiring (ErrWeight). O(states²) space, and the time
// of [BellmanFord] on such arcs for each state: about O(states²) where closures are small.
func EpsilonClosures(t *Transducer, free func(Arc) bool) ([][]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	all, closure := make([][]Weight, t.Len()), closing(t, free)
	closure.grow(t.Len())
	for q := range all {
		closure.restart(residual{state: State(q)})
		if err := closure.settle(0); err != nil {
			return nil, err
		}
		all[q] = slices.Clone(closure.dist)
	}
	return all, nil
}

// RemoveEpsilon returns a machine with the same relation without arcs that read and write nothing:
// each state takes over the arcs and final weights of those that such arcs lead to. Its states are
// those of t that can still be reached, numbered breadth first; none of its arcs weighs ∞, and no
// two have the same ends and labels.
//
// Precondition: no cycle of such arcs that can be reached from Start is negative
// (ErrNegativeCycle); weights are in the semiring (ErrWeight). For each state it takes the
// time of [BellmanFord] on the arcs removed and one step for each other; near
// O(states + arcs) where closures are small. Reference: Mohri 2002, Generic
// epsilon-removal and input epsilon-normalization algorithms for weighted transducers.
func RemoveEpsilon(t *Transducer) (*Transducer, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	if !t.started {
		return &Transducer{}, nil
	}
	isEpsilon := func(a Arc) bool { return ReadsNothing(a) && WritesNothing(a) }
	closure, result := closing(t, isEpsilon), &Transducer{}
	var met numbering[State]
	result.SetStart(met.of(t.start))
	for p := State(0); int(p) < len(met.keys); p++ {
		closure.restart(residual{state: met.keys[p]})
		if err := closure.settle(0); err != nil {
			return nil, err
		}
		final := Zero()
		var list []Arc // the best among arcs that differ in weight alone, at the position of the first
		place := map[Arc]int{}
		for _, q := range closure.reached {
			final = final.Plus(closure.dist[q].Times(t.final[q]))
			for _, a := range t.arcs[q] {
				w := closure.dist[q].Times(a.Weight)
				if w.IsZero() || isEpsilon(a) {
					continue
				}
				a.Weight, a.To = Zero(), met.of(a.To)
				i, seen := place[a]
				if !seen {
					i, place[a] = len(list), len(list)
					list = append(list, a)
				}
				list[i].Weight = list[i].Weight.Plus(w)
			}
		}
		result.final, result.arcs = append(result.final, final), append(result.arcs, list)
	}
	return result, nil
}
