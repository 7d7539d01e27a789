package fsa

// Reverse returns the machine of all pairs of mirrored strings: what t gives (x, y),
// it gives the mirror images of both. Arcs are turned round and states keep their
// numbers; a new start, the last state, leads to the old final states by epsilon
// arcs of their final weights; the old start is final.
//
// Precondition: none. O(states + arcs) time. Reference: Rabin & Scott 1959; weights
// are those of the old paths since Times is commutative.
func Reverse(t *Transducer) *Transducer {
	r := &Transducer{final: unreached(t.Len()), arcs: neighbours(t, Backward)}
	start := r.AddState()
	r.SetStart(start)
	if t.started {
		r.SetFinal(t.start, One)
	}
	for q, w := range t.final {
		if !w.IsZero() {
			r.Add(start, Epsilon, w, State(q))
		}
	}
	return r
}
