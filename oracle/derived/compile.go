package derived

import "parser/oracle/fsa"

// Compiled is the third computation, for problems whose T_c has no cycle, as it
// is where the admissible sequences are finitely many and gold has an end. It
// finds V in one backward pass, in O(|arcs|) steps. Pre is kept only where it is not ∞,
// in fsa.Pushed: most machines are nearly deterministic, so that a handful of states is
// left. Taking an action or asking for the values costs the arcs that leave these.
type Compiled struct {
	factors []*fsa.Pushed
	states  []fsa.State // of each factor
	value   fsa.Weight  // of the prefix
}

var _ Oracle = (*Compiled)(nil)

// Compile prepares for a problem. More states in a T_c than limit are
// fsa.ErrStateLimit, 0 is no limit; a cycle is fsa.ErrCyclic, a weight outside the
// semiring fsa.ErrWeight.
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
		costs, err := fsa.NewPushedFrom(t, toEnd, p.Actions)
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
