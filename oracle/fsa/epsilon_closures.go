package fsa

// EpsilonClosures returns, for every two states p and q, the weight of the best
// path from p to q by arcs that free accepts, say those that read nothing; ∞ where
// there is no path. A state is at distance 0 from itself.
//
// Precondition: no cycle of such arcs is negative, not even one that cannot be
// reached (ErrNegativeCycle); their weights are in the semiring (ErrWeight).
// O(states³) time, O(states²) space, for what [RemoveEpsilon] finds state by state
// where closures are small. Reference: Floyd 1962, Algorithm 97: shortest path;
// Warshall 1962, A theorem on Boolean matrices; Mohri 2009, on all-pairs
// shortest distances.
func EpsilonClosures(t *Transducer, free func(Arc) bool) ([][]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	n := t.Len()
	dist, room := make([][]Weight, n), unreached(n*n)
	for q := range dist { // by at most one arc
		dist[q], room = room[:n:n], room[n:]
		dist[q][q] = One
		for _, a := range t.arcs[q] {
			if free(a) {
				dist[q][a.To] = dist[q][a.To].Plus(a.Weight)
			}
		}
	}
	for k, fromK := range dist { // by way of states up to k
		if fromK[k] < One {
			return nil, ErrNegativeCycle
		}
		for p, row := range dist {
			if p == k || row[k].IsZero() {
				continue
			}
			for q, w := range fromK {
				row[q] = row[q].Plus(row[k].Times(w))
			}
		}
	}
	return dist, nil
}

// ReadsNothing reports whether an arc's input is epsilon.
func ReadsNothing(a Arc) bool { return a.In == Epsilon }

// WritesNothing reports whether an arc's output is epsilon.
func WritesNothing(a Arc) bool { return a.Out == Epsilon }
