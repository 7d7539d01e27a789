package fsa

// Reverse returns the machine of the pairs of reversed strings: what t gives
// (x, y), it gives the mirror images of both.
//
// Each arc is turned round. States keep their numbers; the start is new and last,
// and epsilon arcs lead from it to the old final states, at the final weights; the
// old start is final at weight 0. O(states + arcs) steps. (Rabin & Scott 1959;
// Mohri 2009, Section 2: weights commute, so their order does not matter.)
func Reverse(t *Transducer) *Transducer {
	r := &Transducer{}
	for range t.final {
		r.AddState()
	}
	start := r.AddState()
	r.SetStart(start)
	if t.started {
		r.SetFinal(t.start, One)
	}
	for q, list := range t.arcs {
		if w := t.final[q]; !w.IsZero() {
			r.Add(start, Epsilon, w, State(q))
		}
		for _, a := range list {
			from := a.To
			a.To = State(q)
			r.AddArc(from, a)
		}
	}
	return r
}
