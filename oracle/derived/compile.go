package derived

import "parser/oracle/fsa"

// Compiled is the third computation, for problems whose T_c has no cycle, as it
// is where the admissible sequences are finitely many and gold has an end. It
// makes only the states of T_c that can be reached and from which the end can be
// reached, and finds V in one backward pass, in O(|arcs|) steps. Pre is kept for
// those states only where it is not ∞, in fsa.Pushed: most machines are nearly
// deterministic, so that a handful of states is left. Taking an action or asking for
// the values costs the arcs that leave these.
type Compiled struct {
	factors []compiled
}

// compiled is one factor.
type compiled struct {
	costs *fsa.Pushed
	state fsa.State
	value fsa.Weight // of the prefix
}

var _ Oracle = (*Compiled)(nil)

// Compile prepares for a problem. More states in a T_c than limit are
// fsa.ErrStateLimit, 0 is no limit; a cycle is fsa.ErrCyclic, a weight outside the
// semiring fsa.ErrWeight.
func Compile(p Problem, limit int) (*Compiled, error) {
	o := &Compiled{}
	for i := range p.Factors {
		t, err := p.table(&p.Factors[i], limit)
		if err != nil {
			return nil, err
		}
		t = fsa.Trim(t)
		if t.Len() == 0 {
			return nil, ErrNoSequence
		}
		toEnd, err := fsa.AcyclicDistances(t, fsa.Backward)
		if err != nil {
			return nil, err
		}
		costs, err := fsa.NewPushedFrom(t, toEnd, p.Actions)
		if err != nil {
			return nil, err
		}
		o.factors = append(o.factors, compiled{costs: costs})
	}
	return o, o.Reset()
}

// Reset implements Oracle.
func (o *Compiled) Reset() error {
	for i := range o.factors {
		f := &o.factors[i]
		f.state, f.value = 0, f.costs.Value()
	}
	return nil
}

// Values implements Oracle.
func (o *Compiled) Values(dst []fsa.Weight) error {
	clear(dst)
	for i := range o.factors {
		f := &o.factors[i]
		dst[0] = dst[0].Times(f.value).Times(f.costs.Final(f.state))
		for a := 1; a < len(dst); a++ {
			dst[a] = dst[a].Times(f.value).Times(f.costs.Weight(f.state, fsa.Symbol(a)))
		}
	}
	return nil
}

// Advance implements Oracle.
func (o *Compiled) Advance(a fsa.Symbol) error {
	for i := range o.factors {
		f := &o.factors[i]
		f.value = f.value.Times(f.costs.Weight(f.state, a))
		f.state = f.costs.Next(f.state, a)
	}
	return nil
}
