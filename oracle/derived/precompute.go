package derived

import "parser/oracle/fsa"

// Precompute is the paper's second computation. Once for a problem it builds, for
// each factor, T_c = C_x ∘ (T ∘ D_g), the shortest distance V from each of its
// states to an end, and the closure of its arcs that read nothing; while actions are
// taken it keeps
//
//	Pre_α(q) = the least weight of reading α on the way from the start to q,
//
// and the value of α·o is min_q Pre_{α·o}(q) + V(q) (Equation 3). It takes the steps of
// fsa.EpsilonClosures at first and O(|Q|²) for each action and call, in O(|Q|²) memory, if
// no more arcs than a few lead from a state to another.
type Precompute struct{ factors []precomputed }

var _ Oracle = (*Precompute)(nil)

// precomputed is one factor.
type precomputed struct {
	table   *fsa.Transducer // T_c
	value   []fsa.Weight    // V
	closure [][]fsa.Weight  // closure[p][q]: from p to q, reading nothing
	pre     []fsa.Weight    // Pre_α
	read    []fsa.Weight    // scratch: Pre_{α·o} but for what reads nothing after o
	next    []fsa.Weight    // scratch: Pre_{α·o}
}

// NewPrecompute prepares for a problem. More states in a T_c than limit are
// fsa.ErrStateLimit; 0 is no limit.
func NewPrecompute(p Problem, limit int) (*Precompute, error) {
	o := &Precompute{}
	for _, factor := range p.Factors {
		t, err := p.table(factor, limit)
		if err != nil {
			return nil, err
		}
		n := t.Len()
		f := precomputed{table: t, pre: make([]fsa.Weight, n), read: make([]fsa.Weight, n), next: make([]fsa.Weight, n)}
		if f.value, err = fsa.DistancesTo(t); err != nil {
			return nil, err
		}
		if f.closure, err = fsa.EpsilonClosures(t, fsa.ReadsNothing); err != nil {
			return nil, err
		}
		o.factors = append(o.factors, f)
	}
	return o, o.Reset()
}

// Reset implements Oracle.
func (o *Precompute) Reset() error {
	for i := range o.factors {
		f := &o.factors[i]
		copy(f.pre, f.closure[f.table.Start()])
	}
	return nil
}

// Values implements Oracle.
func (o *Precompute) Values(dst []fsa.Weight) error {
	clear(dst)
	for i := range o.factors {
		f := &o.factors[i]
		for a := range dst {
			best := fsa.Zero()
			if a == 0 {
				for q, w := range f.pre {
					best = best.Plus(w.Times(f.table.Final(fsa.State(q))))
				}
			} else {
				f.update(fsa.Symbol(a))
				for q, w := range f.next {
					best = best.Plus(w.Times(f.value[q]))
				}
			}
			dst[a] = dst[a].Times(best)
		}
	}
	return nil
}

// Advance implements Oracle.
func (o *Precompute) Advance(a fsa.Symbol) error {
	for i := range o.factors {
		f := &o.factors[i]
		f.update(a)
		f.pre, f.next = f.next, f.pre
	}
	return nil
}

// update sets next to Pre_{α·o}: first the arcs that read o, then the closure. One after
// the other, they take O(|Q|²) steps, and not a closure for each arc.
func (f *precomputed) update(o fsa.Symbol) {
	for q := range f.pre {
		f.read[q], f.next[q] = fsa.Zero(), fsa.Zero()
	}
	for q, w := range f.pre {
		for _, a := range f.table.Arcs(fsa.State(q)) {
			if a.In == o {
				f.read[a.To] = f.read[a.To].Plus(w.Times(a.Weight))
			}
		}
	}
	for q, w := range f.read {
		if w.IsZero() {
			continue
		}
		for to, silent := range f.closure[q] {
			f.next[to] = f.next[to].Plus(w.Times(silent))
		}
	}
}
