package fsa

import "fmt"

// numbering gives numbers to values of K, in the order of first sight.
type numbering[K comparable] struct {
	number map[K]State
	keys   []K
}

// of returns the number of a state.
func (t *numbering[K]) of(k K) State {
	q, ok := t.number[k]
	if !ok {
		if t.number == nil {
			t.number = map[K]State{}
		}
		q = State(len(t.keys))
		t.number[k] = q
		t.keys = append(t.keys, k)
	}
	return q
}

// Lazy is a machine whose states are values of K (pairs, sets, strings), numbered as they
// are met and expanded once, when asked for.
type Lazy[K comparable] struct {
	start  K
	final  func(K) Weight
	expand func(K, func(in, out Symbol, w Weight, to K))
	states numbering[K]
	arcs   [][]Arc // of states that were expanded; nil for others
}

// NewLazy makes a machine on demand. final tells the weight of ending in a state,
// expand calls its second argument for each arc that leaves one, in an order that
// is always the same.
func NewLazy[K comparable](start K, final func(K) Weight, expand func(K, func(in, out Symbol, w Weight, to K))) *Lazy[K] {
	return &Lazy[K]{start: start, final: final, expand: expand}
}

// Start implements Machine.
func (m *Lazy[K]) Start() State { return m.states.of(m.start) }

// Final implements Machine.
func (m *Lazy[K]) Final(q State) Weight { return m.final(m.states.keys[q]) }

// Arcs implements Machine.
func (m *Lazy[K]) Arcs(q State) []Arc {
	for int(q) >= len(m.arcs) {
		m.arcs = append(m.arcs, nil)
	}
	if m.arcs[q] == nil {
		list := []Arc{}
		m.expand(m.states.keys[q], func(in, out Symbol, w Weight, to K) {
			list = append(list, Arc{In: in, Out: out, Weight: w, To: m.states.of(to)})
		})
		m.arcs[q] = list
	}
	return m.arcs[q]
}

// Expand makes the table of all states of m that can be reached, numbered in the
// order of a breadth-first search, so that Start is 0. It has O(states + arcs)
// steps. More states than limit are ErrStateLimit; a limit of 0 is none.
func Expand(m Machine, limit int) (*Transducer, error) {
	t := &Transducer{}
	if m.Start() == NoState {
		return t, nil
	}
	var met numbering[State]
	t.SetStart(met.of(m.Start()))
	for p := State(0); int(p) < len(met.keys); p++ {
		t.SetFinal(t.AddState(), m.Final(met.keys[p]))
		for _, a := range m.Arcs(met.keys[p]) {
			a.To = met.of(a.To)
			t.AddArc(p, a)
		}
		if err := checkLimit(len(met.keys), limit); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// checkLimit returns ErrStateLimit if there are more states than the limit; 0 is none.
func checkLimit(states, limit int) error {
	if limit > 0 && states > limit {
		return fmt.Errorf("%w of %d", ErrStateLimit, limit)
	}
	return nil
}
