package derived

import (
	"cmp"
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
// (fsa.ErrStateLimit, which Values returns); 0 is no limit.
func Recompute(p Problem, limit int) (Oracle, error) {
	return p.oracle(func(i *instance) (Oracle, error) { return &recomputed{instance: i, limit: limit}, nil })
}

type recomputed struct {
	*instance
	limit  int
	prefix []fsa.Symbol
}

func (r *recomputed) Reset() error {
	r.prefix = r.prefix[:0]
	return nil
}

func (r *recomputed) Advance(o fsa.Symbol) error {
	r.prefix = append(r.prefix, o)
	return r.checkAction(o)
}

func (r *recomputed) Values(dst []fsa.Weight) error {
	for o := range dst {
		// A line that reads α·o and then, in a loop, any actions; or α alone, to end there.
		prefix := fsa.Linear(append(r.prefix, fsa.Symbol(o))...)
		for x, q := fsa.Symbol(1), fsa.State(prefix.Len()-1); o > 0 && int(x) <= r.symbols(); x++ {
			prefix.Add(q, x, fsa.One, q)
		}
		admissible := fsa.Compose(r.admissible, prefix)
		dst[o] = fsa.One
		for _, f := range r.Factors {
			t, err := fsa.Expand(fsa.Compose(admissible, f.machine()), r.limit)
			if err != nil {
				return err
			}
			_, least, err := fsa.ShortestPath(t)
			if err = cmp.Or(r.admissible.err, err); err != nil {
				return err
			}
			dst[o] = dst[o].Times(least)
		}
	}
	return nil
}

// Precompute is the paper's second computation. Once for a problem it builds, for each factor, T_c
// = C_x ∘ (T ∘ D_g), the shortest distance V from each of its states to an end, and the closure of
// its arcs that read nothing; while actions are taken it keeps
//
//	Pre_α(q) = the least weight of reading α on the way from the start to q,
//
// and the value of α·o is min_q Pre_{α·o}(q) + V(q) (Equation 3). There Pre may leave out what
// reads nothing after o, since V includes it. It takes the steps of fsa.EpsilonClosures at first,
// one for each arc to give values and O(|Q|²) for each action, in O(|Q|²) memory. More than limit
// states in a T_c are fsa.ErrStateLimit; 0 means no limit.
func Precompute(p Problem, limit int) (Oracle, error) {
	return p.oracle(func(i *instance) (Oracle, error) {
		o := &precomputed{instance: i}
		for _, factor := range p.Factors {
			t, err := i.table(factor, limit)
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
			o.factors = append(o.factors, precomputedFactor{t, value, closure, nil})
		}
		return o, o.Reset()
	})
}

type precomputed struct {
	*instance
	factors []precomputedFactor
}

type precomputedFactor struct {
	table   *fsa.Transducer // T_c
	value   []fsa.Weight    // V
	closure [][]fsa.Weight  // closure[p][q]: from p to q, reading nothing
	pre     []fsa.Weight    // Pre_α
}

func (o *precomputed) Reset() error {
	for i := range o.factors {
		f := &o.factors[i]
		f.pre = f.closure[f.table.Start()]
	}
	return nil
}

func (o *precomputed) Values(dst []fsa.Weight) error {
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

// Advance implements Oracle. The arcs that read the action come first, then the closure once for
// all of them, which takes O(|Q|²) steps.
func (o *precomputed) Advance(action fsa.Symbol) error {
	if err := o.checkAction(action); err != nil {
		return err
	}
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
