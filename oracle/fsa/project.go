package fsa

import "fmt"

// Input returns the acceptor of the strings that t reads: each has the weight of
// the best of its pairs. States keep their numbers.
func Input(t *Transducer) *Transducer {
	return relabel(t, func(a *Arc) { a.Out = a.In })
}

// Output returns the acceptor of the strings that t writes: each has the weight of
// the best of its pairs. States keep their numbers.
func Output(t *Transducer) *Transducer {
	return relabel(t, func(a *Arc) { a.In = a.Out })
}

// Invert returns the transducer that reads what t writes and writes what t reads.
// States keep their numbers.
func Invert(t *Transducer) *Transducer {
	return relabel(t, func(a *Arc) { a.In, a.Out = a.Out, a.In })
}

// relabel copies a machine and changes its arcs.
func relabel(t *Transducer, change func(*Arc)) *Transducer {
	r := &Transducer{started: t.started, start: t.start}
	r.graft(t)
	for _, list := range r.arcs {
		for i := range list {
			change(&list[i])
		}
	}
	return r
}

// IsAcceptor reports whether each arc writes what it reads: whether t is a weighted
// automaton.
func IsAcceptor(t *Transducer) bool { return needAcceptors(t) == nil }

// needAcceptors returns ErrNotAcceptor and the first arc that makes it true.
func needAcceptors(machines ...*Transducer) error {
	for _, t := range machines {
		for q, a := range t.All {
			if a.In != a.Out {
				return fmt.Errorf("%w: %d:%d from state %d to %d", ErrNotAcceptor, a.In, a.Out, q, a.To)
			}
		}
	}
	return nil
}

// Trim returns the machine without its useless states and arcs, which lie on no path
// of finite weight from the start to a final state: the relation is the same. States
// keep their order, and arcs theirs. A machine that accepts nothing becomes the
// empty machine.
func Trim(t *Transducer) *Transducer {
	kept, number := &Transducer{}, make([]State, t.Len())
	fromStart, toEnd := t.fewestArcs(Forward), t.fewestArcs(Backward)
	useful := func(q State) bool { return !fromStart[q].IsZero() && !toEnd[q].IsZero() }
	for q, w := range t.final {
		if useful(State(q)) {
			number[q] = kept.AddState()
			kept.SetFinal(number[q], w)
		}
	}
	for q, a := range t.All {
		if useful(q) && useful(a.To) && !a.Weight.IsZero() {
			a.To = number[a.To]
			kept.AddArc(number[q], a)
		}
	}
	if t.started && useful(t.start) {
		kept.SetStart(number[t.start])
	}
	return kept
}

// fewestArcs returns the number of arcs of the shortest path of finite weight from
// the start to each state, or from each to a final one, ∞ if there is none.
func (t *Transducer) fewestArcs(d Direction) []Weight {
	r := newRelaxation(t, d)
	r.weight = func(a Arc) Weight {
		if a.Weight.IsZero() {
			return Zero()
		}
		return 1
	}
	for _, q := range r.reached {
		r.dist[q] = One
	}
	_ = r.settle(0) // there is no negative cycle
	return r.dist
}
