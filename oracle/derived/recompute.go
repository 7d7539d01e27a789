package derived

import (
	"slices"

	"parser/oracle/fsa"
)

// Recompute is the paper's first computation: for a prefix α and each action o it
// builds A_{α·o}, which accepts α·o and whatever follows, and
//
//	T_{α·o} = (C_x ∩ A_{α·o}) ∘ (T ∘ D_g),
//
// and takes the shortest distance from its start to an end (Equation 1). It is
// the reference for the others: nothing is kept from call to call. A call takes
// O(|α| · |C_x| · |T| · |D_g|) steps for each action and factor, up to a
// logarithm, if no weight is negative. Limit bounds the states of each T_{α·o}
// (fsa.ErrStateLimit); 0 is no limit.
type Recompute struct {
	Problem Problem
	Limit   int
	prefix  []fsa.Symbol
}

var _ Oracle = (*Recompute)(nil)

// Reset implements Oracle.
func (r *Recompute) Reset() error {
	r.prefix = r.prefix[:0]
	return nil
}

// Advance implements Oracle.
func (r *Recompute) Advance(o fsa.Symbol) error {
	r.prefix = append(r.prefix, o)
	return nil
}

// Values implements Oracle.
func (r *Recompute) Values(dst []fsa.Weight) error {
	for o := range fsa.Symbol(r.Problem.Actions + 1) {
		prefix := slices.Clone(r.prefix)
		if o != fsa.Epsilon {
			prefix = append(prefix, o)
		}
		v, err := r.value(continuations(prefix, r.Problem.Actions, o == fsa.Epsilon))
		if err != nil {
			return err
		}
		dst[o] = v
	}
	return nil
}

// value returns the value of the prefix whose continuations a accepts.
func (r *Recompute) value(a fsa.Machine) (fsa.Weight, error) {
	sum := fsa.One
	for i := range r.Problem.Factors {
		restricted := Problem{r.Problem.Actions, fsa.Compose(r.Problem.Admissible, a), nil}
		t, err := restricted.table(&r.Problem.Factors[i], r.Limit)
		if err != nil {
			return sum, err
		}
		if t.Len() == 0 {
			return fsa.Zero(), nil
		}
		v, err := fsa.DistancesTo(t)
		if err != nil {
			return sum, err
		}
		sum = sum.Times(v[t.Start()])
	}
	return sum, nil
}

// continuations returns A_α: a line that reads the prefix α, and at its end a loop
// that reads any actions; or no loop if the sequence ends there.
func continuations(prefix []fsa.Symbol, actions int, ends bool) *fsa.Transducer {
	t := fsa.Linear(prefix...)
	for o, q := fsa.Symbol(1), fsa.State(len(prefix)); !ends && int(o) <= actions; o++ {
		t.Add(q, o, fsa.One, q)
	}
	return t
}
