package fsa

// Union returns the machine of all pairs of strings of several machines: each with
// the least weight that one of them gives it. The union of none is empty.
//
// An epsilon arc leads from a new start to the start of each; states follow in the
// order of the machines, in O(states + arcs) steps. (Mohri 2009, Section 2: the
// sum of rational series.)
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
