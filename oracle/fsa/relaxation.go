package fsa

import (
	"fmt"
	"slices"
)

// relaxation spreads distances along arcs. It is the generic algorithm for single-source
// shortest distances (Mohri 2009); in which order states are left is another's to say.
type relaxation struct {
	arcs    func(State) []Arc // that leave a state
	weight  func(Arc) Weight  // ∞ for arcs that are not to be followed
	dist    []Weight          // of each state met, ∞ until it is reached
	queued  []bool            // of each, in settle: it is to be left, in this round or the next
	reached []State           // in the order of first sight
}

// newRelaxation begins with what is known before any arc is followed: 0 for Start, or
// the final weights. Backward, arcs are turned round.
func newRelaxation(t *Transducer, d Direction) *relaxation {
	r := &relaxation{arcs: t.Arcs, weight: func(a Arc) Weight { return a.Weight }}
	r.grow(t.Len())
	if d == Backward {
		back := t.turned()
		r.arcs = func(q State) []Arc { return back[q] }
		for q, w := range t.final {
			r.better(State(q), w)
		}
	} else if t.started {
		r.better(t.start, One)
	}
	return r
}

// restart forgets all distances, in O(states reached) time, and begins with a set.
func (r *relaxation) restart(set ...residual) {
	for _, q := range r.reached {
		r.dist[q] = Zero()
	}
	r.reached = r.reached[:0]
	for _, x := range set {
		r.better(x.state, x.rest)
	}
}

func (r *relaxation) grow(states int) {
	for len(r.dist) < states {
		r.dist, r.queued = append(r.dist, Zero()), append(r.queued, false)
	}
}

// better reports whether w is less than the distance of q that is known; it is the
// distance from then on.
func (r *relaxation) better(q State, w Weight) bool {
	r.grow(int(q) + 1)
	old := r.dist[q]
	if w >= old {
		return false
	}
	if old.IsZero() {
		r.reached = append(r.reached, q)
	}
	r.dist[q] = w
	return true
}

// leave follows the arcs of q and shows the states that come nearer.
func (r *relaxation) leave(q State, show func(State)) {
	for _, a := range r.arcs(q) {
		if r.better(a.To, r.dist[q].Times(r.weight(a))) {
			show(a.To)
		}
	}
}

// settle leaves all states that one round has bettered in the next, until nothing gets
// better. A round settles at least the best paths of one arc more than the last, and
// without negative cycles best paths have fewer arcs than there are states: changes in
// as many rounds prove such a cycle (ErrNegativeCycle). More states than limit are
// ErrStateLimit; 0 is no limit. O(states · arcs) time.
func (r *relaxation) settle(limit int) error {
	front, next := slices.Clone(r.reached), []State(nil)
	for rounds := 0; len(front) > 0; rounds++ {
		if rounds == len(r.reached) {
			return ErrNegativeCycle
		}
		for _, q := range front {
			r.queued[q] = false
			r.leave(q, func(to State) {
				if !r.queued[to] {
					r.queued[to], next = true, append(next, to)
				}
			})
			if err := checkLimit(len(r.reached), limit); err != nil {
				return err
			}
		}
		front, next = next, front[:0]
	}
	return nil
}

// turned returns the arcs that lead to each state, turned round.
func (t *Transducer) turned() [][]Arc {
	_, total := t.Size()
	turned, room := make([][]Arc, t.Len()), make([]Arc, total)
	for q, n := range t.inDegrees() {
		turned[q], room = room[:0:n], room[n:]
	}
	for q, a := range t.All {
		to := a.To
		a.To = q
		turned[to] = append(turned[to], a)
	}
	return turned
}

// inDegrees counts the arcs that lead to each state.
func (t *Transducer) inDegrees() []int {
	degrees := make([]int, t.Len())
	for _, a := range t.All {
		degrees[a.To]++
	}
	return degrees
}

// checkWeights returns ErrWeight if a weight is outside the semiring.
func checkWeights(t *Transducer) error {
	for q, w := range t.final {
		if !w.Member() {
			return fmt.Errorf("%w: final weight %v of state %d", ErrWeight, float64(w), q)
		}
	}
	for q, a := range t.All {
		if !a.Weight.Member() {
			return fmt.Errorf("%w: %v of an arc from state %d", ErrWeight, float64(a.Weight), q)
		}
	}
	return nil
}
