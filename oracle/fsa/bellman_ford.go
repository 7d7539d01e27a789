package fsa

// BellmanFord returns what [DistancesFrom] or [DistancesTo] does, by following the
// arcs of all states that one round has bettered in the next.
//
// Precondition: no cycle of negative weight matters (ErrNegativeCycle). Forward,
// those matter that can be reached from Start; backward, those from which the end
// can be reached: there, some distance has no lower bound. Paths with an arc of
// weight ∞ reach nothing. Weights are in the semiring (ErrWeight); rounding may
// make a cycle that costs nothing look negative, which does not befall multiples
// of a power of two. O(states · arcs) time. Reference: Bellman 1958, On a routing
// problem; Ford 1956, Network flow theory; Mohri 2009, on single-source shortest
// distances, with a queue of rounds.
func BellmanFord(t *Transducer, d Direction) ([]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	r := newRelaxation(neighbours(t, d))
	for q, w := range sources(t, d) {
		if !w.IsZero() {
			r.begin(State(q), w)
		}
	}
	if err := r.run(); err != nil {
		return nil, err
	}
	return r.dist, nil
}

// relaxation spreads distances along arcs, from the states that it begins with.
type relaxation struct {
	arcs        [][]Arc
	dist        []Weight // ∞ until reached
	reached     []State  // in the order of first sight
	front, next []State  // those whose arcs are to be followed, now and in the next round
	queued      []bool   // is in front or next
}

func newRelaxation(arcs [][]Arc) *relaxation {
	return &relaxation{arcs: arcs, dist: unreached(len(arcs)), queued: make([]bool, len(arcs))}
}

// begin makes w the weight of getting to q by no arc at all.
func (r *relaxation) begin(q State, w Weight) { r.front = r.better(q, w, r.front) }

// run follows arcs until nothing gets better. A round settles at least the best
// paths of one arc more than the last, and without negative cycles best paths have
// fewer arcs than there are states: changes in as many rounds prove such a cycle.
func (r *relaxation) run() error {
	for rounds := 0; len(r.front) > 0; rounds++ {
		if rounds == len(r.arcs) {
			return ErrNegativeCycle
		}
		r.next = r.next[:0]
		for _, q := range r.front {
			r.queued[q] = false
			for _, a := range r.arcs[q] {
				if w := r.dist[q].Times(a.Weight); w < r.dist[a.To] {
					r.next = r.better(a.To, w, r.next)
				}
			}
		}
		r.front, r.next = r.next, r.front
	}
	return nil
}

// better notes a better distance of q and puts q in a queue, unless it is in one.
func (r *relaxation) better(q State, w Weight, queue []State) []State {
	if r.dist[q].IsZero() {
		r.reached = append(r.reached, q)
	}
	r.dist[q] = w
	if r.queued[q] {
		return queue
	}
	r.queued[q] = true
	return append(queue, q)
}

// reset forgets all distances, in O(states reached) time.
func (r *relaxation) reset() {
	for _, q := range r.reached {
		r.dist[q] = Zero()
	}
	r.reached = r.reached[:0]
}
