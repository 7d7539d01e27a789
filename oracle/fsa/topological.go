package fsa

import "slices"

// AcyclicDistances returns what [DistancesFrom] or [DistancesTo] does, by visiting
// each state once after all those that its distance hangs on.
//
// Precondition: no cycles, not even of states that cannot be reached (ErrCyclic);
// any weights of the semiring (ErrWeight). O(states + arcs) time. Reference: Mohri
// 2009, on single-source shortest distances: the generic algorithm with a queue in
// topological order.
func AcyclicDistances(t *Transducer, d Direction) ([]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	order, err := TopologicalOrder(t)
	if err != nil {
		return nil, err
	}
	if d == Backward {
		slices.Reverse(order)
	}
	dist, next := sources(t, d), neighbours(t, d)
	for _, q := range order {
		for _, a := range next[q] {
			dist[a.To] = dist[a.To].Plus(dist[q].Times(a.Weight))
		}
	}
	return dist, nil
}

// TopologicalOrder returns all states in an order in which every arc leads to a
// later one, the same at every call.
//
// Precondition: no cycles (ErrCyclic); weights do not matter. O(states + arcs)
// time. Reference: Kahn 1962, Topological sorting of large networks.
func TopologicalOrder(t *Transducer) ([]State, error) {
	waiting := inDegrees(t)
	order := make([]State, 0, t.Len())
	for q, n := range waiting {
		if n == 0 {
			order = append(order, State(q))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, a := range t.arcs[order[i]] {
			if waiting[a.To]--; waiting[a.To] == 0 {
				order = append(order, a.To)
			}
		}
	}
	if len(order) < t.Len() {
		return nil, ErrCyclic
	}
	return order, nil
}
