package fsa

// Concat returns the machine of all pairs of strings that are made of one pair of
// each machine, one after the other: it has the least sum of weights over all ways
// to split it. The concatenation of none has the two empty strings, at weight 0.
// Epsilon arcs lead from a new start to that of the first, and from the final
// states of each to the start of the next, at the final weights; states keep their
// order.
//
// Precondition: none. O(states + arcs) time. Reference: Mohri 2009, on rational
// operations: the Cauchy product of power series.
func Concat(machines ...*Transducer) *Transducer {
	c := &Transducer{}
	begin := c.AddState()
	c.SetStart(begin)
	c.SetFinal(begin, One)
	for _, t := range machines {
		end := c.graft(t)
		c.leaveFinals(begin, end, t.start+end, t.started)
		begin = end
	}
	return c
}

// leaveFinals makes the states from first to the one before end not final any more
// and, if there is where to go, lets epsilon arcs lead from them to a state.
func (t *Transducer) leaveFinals(first, end, to State, somewhere bool) {
	for q := first; q < end; q++ {
		if w := t.final[q]; somewhere && !w.IsZero() {
			t.Add(q, Epsilon, w, to)
		}
		t.final[q] = Zero()
	}
}
