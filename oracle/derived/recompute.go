package derived

import "parser/oracle/fsa"

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
	for o := range dst {
		// A line that reads α·o and then, in a loop, any actions; or α alone, to end there.
		prefix := fsa.Linear(append(r.prefix, fsa.Symbol(o))...)
		for x, q := fsa.Symbol(1), fsa.State(prefix.Len()-1); o > 0 && int(x) <= r.Problem.Actions; x++ {
			prefix.Add(q, x, fsa.One, q)
		}
		admissible := fsa.Compose(r.Problem.Admissible, prefix)
		dst[o] = fsa.One
		for _, f := range r.Problem.Factors {
			t, err := fsa.Expand(fsa.Compose(admissible, f.machine()), r.Limit)
			if err != nil {
				return err
			}
			_, least, err := fsa.ShortestPath(t)
			if err != nil {
				return err
			}
			dst[o] = dst[o].Times(least)
		}
	}
	return nil
}
