package fsa

// RemoveEpsilon returns a machine without arcs that read and write nothing, of the
// same relation: each state takes over the arcs and final weights of those that
// such arcs lead to. Its states are those of t that can be reached still, numbered
// breadth first; none of its arcs weighs ∞, and no two have the same ends and
// labels.
//
// Precondition: no cycle of such arcs that can be reached from Start is negative
// (ErrNegativeCycle); weights are in the semiring (ErrWeight). O(states · (E + A))
// time where E is the time of [BellmanFord] on the arcs removed and A the number
// of the others; near O(states + arcs) where closures are small. Reference: Mohri
// 2002, Generic epsilon-removal and input epsilon-normalization algorithms for
// weighted transducers.
func RemoveEpsilon(t *Transducer) (*Transducer, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	free := &epsilonFree{t: t, closed: NoState, closure: newRelaxation(epsilonArcs(t))}
	result, err := Expand(free, 0)
	if free.err != nil {
		return nil, free.err
	}
	return result, err
}

// epsilonArcs returns the arcs that read and write nothing.
func epsilonArcs(t *Transducer) [][]Arc {
	arcs := make([][]Arc, t.Len())
	for q, list := range t.arcs {
		for _, a := range list {
			if ReadsNothing(a) && WritesNothing(a) {
				arcs[q] = append(arcs[q], a)
			}
		}
	}
	return arcs
}

// epsilonFree is the result, on demand.
type epsilonFree struct {
	t       *Transducer
	closure *relaxation // distances from closed by epsilon arcs
	closed  State
	err     error // the first; after it, there are no more arcs
}

var _ Machine = (*epsilonFree)(nil)

func (m *epsilonFree) Start() State { return m.t.Start() }

func (m *epsilonFree) Final(q State) Weight {
	m.close(q)
	w := Zero()
	for _, p := range m.closure.reached {
		w = w.Plus(m.closure.dist[p].Times(m.t.final[p]))
	}
	return w
}

// Arcs keeps the best of arcs that differ in weight alone, at the place of the
// first one.
func (m *epsilonFree) Arcs(q State) []Arc {
	m.close(q)
	if m.err != nil {
		return nil
	}
	var list []Arc
	place := map[Arc]int{}
	for _, p := range m.closure.reached {
		for _, a := range m.t.arcs[p] {
			w := m.closure.dist[p].Times(a.Weight)
			if w.IsZero() || ReadsNothing(a) && WritesNothing(a) {
				continue
			}
			a.Weight = 0
			if _, seen := place[a]; !seen {
				place[a] = len(list)
				list = append(list, Arc{In: a.In, Out: a.Out, Weight: w, To: a.To})
			}
			best := &list[place[a]]
			best.Weight = best.Weight.Plus(w)
		}
	}
	return list
}

// close computes the closure of q, unless it is there from the last call.
func (m *epsilonFree) close(q State) {
	if m.closed == q || m.err != nil {
		return
	}
	m.closed = q
	m.closure.reset()
	m.closure.begin(q, One)
	m.err = m.closure.run()
}
