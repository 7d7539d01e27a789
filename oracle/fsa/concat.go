package fsa

// Concat returns the machine of all pairs of strings that are made of one pair of
// each machine, one after the other: with the least sum of their weights over all
// ways to split. The concatenation of none has the pair of empty strings only, at
// weight 0.
//
// Epsilon arcs lead from the final states of each machine to the start of the
// next, at the final weights; states follow in the order of the machines, in
// O(states + arcs) steps. (Mohri 2009, Section 2: the Cauchy product of rational
// series.)
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
