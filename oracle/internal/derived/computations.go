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
	for o := range dst {
		// A line that reads α·o and then, in a loop, any actions; or α alone, to end there.
		prefix := fsa.Linear(append(r.prefix, fsa.Symbol(o))...)
		for x, q := fsa.Symbol(1), fsa.State(prefix.Len()-1); o > 0 && int(x) <= r.Problem.symbols(); x++ {
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

// Precompute is the paper's second computation. Once for a problem it builds, for each factor, T_c
// = C_x ∘ (T ∘ D_g), the shortest distance V from each of its states to an end, and the closure of
// its arcs that read nothing; while actions are taken it keeps
//
//	Pre_α(q) = the least weight of reading α on the way from the start to q,
//
// and the value of α·o is min_q Pre_{α·o}(q) + V(q) (Equation 3). There Pre may leave out what
// reads nothing after o, since V includes it. It takes the steps of fsa.EpsilonClosures at first,
// one for each arc to give values and O(|Q|²) for each action, in O(|Q|²) memory.
type Precompute struct{ factors []precomputed }

var _ Oracle = (*Precompute)(nil)

// precomputed is one factor.
type precomputed struct {
	table   *fsa.Transducer // T_c
	value   []fsa.Weight    // V
	closure [][]fsa.Weight  // closure[p][q]: from p to q, reading nothing
	pre     []fsa.Weight    // Pre_α
}

// NewPrecompute prepares for a problem. More than limit states in a T_c are fsa.ErrStateLimit; 0
// means no limit.
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

// Advance implements Oracle. The arcs that read the action come first, then the closure once for
// all of them, which takes O(|Q|²) steps.
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

// Compiled is the third computation, for problems whose T_c has no cycle, which holds where the
// admissible sequences are finitely many and gold has an end. It finds V in one backward pass, in
// O(|arcs|) steps. Pre is kept only where it is not ∞, in fsa.Pushed: most machines are nearly
// deterministic, so only a few states remain. Taking an action or asking for the values costs the
// arcs that leave these.
type Compiled struct {
	factors []*fsa.Pushed
	states  []fsa.State // one for each factor
	value   fsa.Weight  // of the prefix
}

var _ Oracle = (*Compiled)(nil)

// Compile prepares for a problem. More than limit states in a T_c are fsa.ErrStateLimit, where 0
// means no limit; a cycle is fsa.ErrCyclic, a weight outside the semiring fsa.ErrWeight.
func Compile(p Problem, limit int) (*Compiled, error) {
	o := &Compiled{states: make([]fsa.State, len(p.Factors))}
	for _, f := range p.Factors {
		t, err := p.table(f, limit)
		if err != nil {
			return nil, err
		}
		toEnd, err := fsa.AcyclicDistances(t, fsa.Backward)
		if err != nil {
			return nil, err
		}
		costs, err := fsa.NewPushedFrom(t, toEnd, p.symbols())
		if err != nil {
			return nil, err
		}
		o.factors = append(o.factors, costs)
	}
	return o, o.Reset()
}

// Reset implements Oracle.
func (o *Compiled) Reset() error {
	clear(o.states)
	o.value = fsa.One
	for _, costs := range o.factors {
		o.value = o.value.Times(costs.Value())
	}
	return nil
}

// Values implements Oracle.
func (o *Compiled) Values(dst []fsa.Weight) error {
	for a := range dst {
		dst[a] = o.value
	}
	for i, costs := range o.factors {
		dst[0] = dst[0].Times(costs.Final(o.states[i]))
		for a := range dst[1:] {
			dst[a+1] = dst[a+1].Times(costs.Weight(o.states[i], fsa.Symbol(a+1)))
		}
	}
	return nil
}

// Advance implements Oracle.
func (o *Compiled) Advance(a fsa.Symbol) error {
	for i, costs := range o.factors {
		o.value = o.value.Times(costs.Weight(o.states[i], a))
		o.states[i] = costs.Next(o.states[i], a)
	}
	return nil
}
