package fsa

// numbering gives numbers to the states of a machine made on demand, which are
// values of K: pairs, sets, strings. Numbers follow the order of first sight.
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

// Lazy is a machine whose states are values of K, numbered as they are met and
// expanded once, when asked for.
type Lazy[K comparable] struct {
	start    K
	final    func(K) Weight
	expand   func(K, func(in, out Symbol, w Weight, to K))
	states   numbering[K]
	arcs     [][]Arc
	expanded []bool
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
		m.arcs, m.expanded = append(m.arcs, nil), append(m.expanded, false)
	}
	if !m.expanded[q] {
		m.expanded[q] = true
		var list []Arc
		m.expand(m.states.keys[q], func(in, out Symbol, w Weight, to K) {
			list = append(list, Arc{In: in, Out: out, Weight: w, To: m.states.of(to)})
		})
		m.arcs[q] = list
	}
	return m.arcs[q]
}
