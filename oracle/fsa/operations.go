package fsa

import (
	"fmt"
	"slices"
)

// Linear returns the acceptor of one string, at weight 0: a chain of states. Epsilons in the string
// are left out. It is [Words] of that string.
func Linear(symbols ...Symbol) *Transducer { return Words(symbols) }

// Words returns the acceptor of a finite set of strings, at weight 0 each. It is the tree of their
// prefixes, numbered as they are met, and so deterministic; without strings it is empty. Epsilons
// in strings are left out. Reference: Fredkin 1960, Trie memory.
func Words(words ...[]Symbol) *Transducer {
	type step struct {
		from   State
		symbol Symbol
	}
	t, next := &Transducer{}, map[step]State{}
	if len(words) > 0 {
		t.SetStart(t.AddState())
	}
	for _, word := range words {
		q := t.start
		for _, x := range word {
			if x == Epsilon {
				continue
			}
			to, known := next[step{q, x}]
			if !known {
				to = t.AddState()
				t.Add(q, x, One, to)
				next[step{q, x}] = to
			}
			q = to
		}
		t.SetFinal(q, One)
	}
	return t
}

// Union returns the machine of all pairs of strings of several machines: each pair has the least
// weight that one of them gives it (Mohri 2009: the sum of power series). The union of no machines
// is empty. Epsilon arcs lead from a new start to that of each; states keep their order.
func Union(machines ...*Transducer) *Transducer {
	u := Linear()
	u.SetFinal(u.start, Zero())
	for _, t := range machines {
		shift := u.graft(t)
		if t.started {
			u.Add(u.start, Epsilon, One, t.start+shift)
		}
	}
	return u
}

// Concat returns the machine of all pairs of strings that consist of one pair from each machine,
// one after the other: each has the least sum of weights over all ways to split it (Mohri 2009: the
// Cauchy product of power series). The concatenation of no machines has the two empty strings, at
// weight 0. Epsilon arcs lead from a new start to that of the first, and from the final states of
// each to the start of the next, at the final weights; states keep their order.
func Concat(machines ...*Transducer) *Transducer {
	c := Linear()
	begin := c.start
	for _, t := range machines {
		end := c.graft(t)
		c.leaveFinals(begin, end, t.start+end, t.started)
		begin = end
	}
	return c
}

// Closure returns the Kleene star: the machine of all pairs of strings that consist of any number
// of pairs of t, one after the other, with the least sum of weights over all ways to split (Mohri
// 2009: the closure of a power series). The two empty strings have weight 0. Epsilon arcs lead from
// a new start, which is final, to that of t, and back from t's final states, at the final weights;
// states keep their order.
//
// Precondition: t gives the two empty strings no negative weight, which repetition would improve
// without end, and has no negative cycle that can be reached by epsilon arcs (ErrNegativeCycle),
// which takes the time of [OfPair] to check; weights are in the semiring (ErrWeight).
func Closure(t *Transducer) (*Transducer, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	empty, err := OfPair(t, nil, nil)
	if err != nil {
		return nil, err
	}
	if empty < One {
		return nil, fmt.Errorf("%w: its closure, with the weight %v of the empty strings", ErrNegativeCycle, float64(empty))
	}
	c := Union(t)
	c.leaveFinals(c.start+1, State(c.Len()), c.start, true)
	c.SetFinal(c.start, One)
	return c, nil
}

// leaveFinals makes the states in [first, end) non-final and, if somewhere holds, lets epsilon arcs
// lead from those that were final to the state to.
func (t *Transducer) leaveFinals(first, end, to State, somewhere bool) {
	for q := first; q < end; q++ {
		if w := t.final[q]; somewhere && !w.IsZero() {
			t.Add(q, Epsilon, w, to)
		}
		t.final[q] = Zero()
	}
}

// graft adds copies of the states of another machine and returns the offset of their new numbers.
func (t *Transducer) graft(other *Transducer) State {
	shift := State(t.Len())
	for q, w := range other.final {
		p := t.AddState()
		t.SetFinal(p, w)
		for _, a := range other.arcs[q] {
			a.To += shift
			t.AddArc(p, a)
		}
	}
	return shift
}

// Reverse returns the machine of all pairs of mirrored strings: it gives the mirror images of x and
// y the weight that t gives (x, y). Arcs are reversed and states keep their numbers; a new start,
// the last state, leads to the old final states by epsilon arcs with their final weights; the old
// start is final. Weights are those of the old paths since Times is commutative. Reference: Rabin &
// Scott 1959.
func Reverse(t *Transducer) *Transducer {
	r := &Transducer{final: slices.Repeat([]Weight{Zero()}, t.Len()), arcs: t.turned()}
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

// needAcceptors returns ErrNotAcceptor and the first arc that violates it.
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

// Trim returns the machine without its useless states and arcs, which lie on no path of finite
// weight from the start to a final state: the relation is the same. States and arcs keep their
// order. A machine that accepts nothing becomes the empty machine.
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
// the start to each state, or from each to a final one, ∞ without such a path.
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
