package derived

import (
	"slices"

	"parser/oracle/fsa"
)

// Precompute is the paper's second computation. Once for a problem it builds, for
// each factor, T_c = C_x ∘ (T ∘ D_g), the shortest distance V from each of its
// states to an end, and the closure of its arcs that read nothing; while actions are
// taken it keeps
//
//	Pre_α(q) = the least weight of reading α on the way from the start to q,
//
// and the value of α·o is min_q Pre_{α·o}(q) + V(q) (Equation 3), for which Pre may leave
// out what reads nothing behind o, since V has it. It takes the steps of
// fsa.EpsilonClosures at first, one for each arc to give values and O(|Q|²) for each
// action, in O(|Q|²) memory.
type Precompute struct{ factors []precomputed }

var _ Oracle = (*Precompute)(nil)

// precomputed is one factor.
type precomputed struct {
	table   *fsa.Transducer // T_c
	value   []fsa.Weight    // V
	closure [][]fsa.Weight  // closure[p][q]: from p to q, reading nothing
	pre     []fsa.Weight    // Pre_α
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
		value, err := fsa.DistancesTo(t)
		if err != nil {
			return nil, err
		}
		closure, err := fsa.EpsilonClosures(t, fsa.ReadsNothing)
		if err != nil {
			return nil, err
		}
		o.factors = append(o.factors, precomputed{t, value, closure, nil})
	}
	return o, o.Reset()
}

// Reset implements Oracle.
func (o *Precompute) Reset() error {
	for i := range o.factors {
		f := &o.factors[i]
		f.pre = f.closure[f.table.Start()]
	}
	return nil
}

// Values implements Oracle.
func (o *Precompute) Values(dst []fsa.Weight) error {
	clear(dst)
	for _, f := range o.factors {
		least := slices.Repeat([]fsa.Weight{fsa.Zero()}, len(dst))
		for q, w := range f.pre {
			least[0] = least[0].Plus(w.Times(f.table.Final(fsa.State(q))))
		}
		for q, a := range f.table.All {
			if a.In != fsa.Epsilon {
				least[a.In] = least[a.In].Plus(f.pre[q].Times(a.Weight).Times(f.value[a.To]))
			}
		}
		for a, w := range least {
			dst[a] = dst[a].Times(w)
		}
	}
	return nil
}

// Advance implements Oracle. First come the arcs that read the action, then the closure:
// they take O(|Q|²) steps, and not a closure for each arc.
func (o *Precompute) Advance(action fsa.Symbol) error {
	for i := range o.factors {
		f := &o.factors[i]
		read := slices.Repeat([]fsa.Weight{fsa.Zero()}, f.table.Len())
		next := slices.Clone(read)
		for q, a := range f.table.All {
			if a.In == action {
				read[a.To] = read[a.To].Plus(f.pre[q].Times(a.Weight))
			}
		}
		for q, w := range read {
			if w.IsZero() {
				continue
			}
			for to, silent := range f.closure[q] {
				next[to] = next[to].Plus(w.Times(silent))
			}
		}
		f.pre = next
	}
	return nil
}
