package fsa

// Union returns the machine of all pairs of strings of several machines: each has
// the least weight that one of them gives it. The union of none is empty. Epsilon
// arcs lead from a new start to that of each; states keep their order.
//
// Precondition: none. O(states + arcs) time. Reference: Mohri 2009, on rational
// operations: the sum of power series.
func Union(machines ...*Transducer) *Transducer {
	u := &Transducer{}
	start := u.AddState()
	u.SetStart(start)
	for _, t := range machines {
		shift := u.graft(t)
		if t.started {
			u.Add(start, Epsilon, One, t.start+shift)
		}
	}
	return u
}
