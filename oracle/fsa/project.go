package fsa

import "fmt"

// Input returns the acceptor of the strings that t reads: each has the weight of
// the best of its pairs. States keep their numbers.
//
// Precondition: none. O(states + arcs) time. Reference: Mohri 2009, on elementary
// unary operations.
func Input(t *Transducer) *Transducer {
	return relabel(t, func(a Arc) Arc { a.Out = a.In; return a })
}

// Output returns the acceptor of the strings that t writes: each has the weight of
// the best of its pairs. States keep their numbers.
//
// Precondition: none. O(states + arcs) time. Reference: Mohri 2009, on elementary
// unary operations.
func Output(t *Transducer) *Transducer {
	return relabel(t, func(a Arc) Arc { a.In = a.Out; return a })
}

// Invert returns the transducer that reads what t writes and writes what t reads.
// States keep their numbers.
//
// Precondition: none. O(states + arcs) time. Reference: Mohri 2009, on elementary
// unary operations.
func Invert(t *Transducer) *Transducer {
	return relabel(t, func(a Arc) Arc { a.In, a.Out = a.Out, a.In; return a })
}

// IsAcceptor reports whether each arc writes what it reads: whether t is a weighted
// automaton. O(arcs) time.
func IsAcceptor(t *Transducer) bool { return needAcceptors(t) == nil }

// needAcceptors returns ErrNotAcceptor and the first arc that makes it true.
func needAcceptors(machines ...*Transducer) error {
	for _, t := range machines {
		for q, a := range t.all {
			if a.In != a.Out {
				return fmt.Errorf("%w: %d:%d from state %d to %d", ErrNotAcceptor, a.In, a.Out, q, a.To)
			}
		}
	}
	return nil
}

// relabel copies a machine and changes its arcs.
func relabel(t *Transducer, change func(Arc) Arc) *Transducer {
	r := &Transducer{started: t.started, start: t.start}
	r.graft(t)
	for _, list := range r.arcs {
		for i, a := range list {
			list[i] = change(a)
		}
	}
	return r
}

// graft adds copies of the states of another machine and returns by how much their
// numbers are greater there.
func (t *Transducer) graft(other *Transducer) State {
	shift := State(t.Len())
	for q := range other.final {
		p := t.AddState()
		t.SetFinal(p, other.final[q])
		for _, a := range other.arcs[q] {
			a.To += shift
			t.AddArc(p, a)
		}
	}
	return shift
}
