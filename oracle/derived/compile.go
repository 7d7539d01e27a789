package derived

import "parser/oracle/fsa"

// Compiled is the third computation, for problems whose T_c has no cycle, as it
// is where the admissible sequences are finitely many and gold has an end. It
// makes only the states of T_c that can be reached and from which the end can be
// reached, numbers them in topological order, and finds V in one backward pass,
// in O(|arcs|) steps. Pre is kept for those states only where it is not ∞: most
// machines are nearly deterministic, so that a handful of states is left. Taking
// an action or asking for the values costs the arcs that leave these.
type Compiled struct {
	charts []chart
	fronts []front
	next   front        // scratch
	best   []fsa.Weight // scratch: for each action
}

var _ Oracle = (*Compiled)(nil)

// Compile prepares for a problem. More states in a T_c than limit are
// fsa.ErrStateLimit, 0 is no limit; a cycle is fsa.ErrCyclic, a weight outside the
// semiring fsa.ErrWeight.
func Compile(p Problem, limit int) (*Compiled, error) {
	o := &Compiled{fronts: make([]front, len(p.Factors)), best: make([]fsa.Weight, p.Actions+1)}
	for i := range p.Factors {
		t, err := p.table(&p.Factors[i], limit)
		if err != nil {
			return nil, err
		}
		c, err := newChart(fsa.Trim(t))
		if err != nil {
			return nil, err
		}
		o.charts = append(o.charts, c)
	}
	return o, o.Reset()
}

// Reset implements Oracle.
func (o *Compiled) Reset() error {
	for i := range o.charts {
		o.fronts[i] = o.charts[i].close(append(o.fronts[i][:0], reached{0, fsa.One}))
	}
	return nil
}

// Values implements Oracle.
func (o *Compiled) Values(dst []fsa.Weight) error {
	clear(dst)
	for i := range o.charts {
		o.charts[i].values(o.best, o.fronts[i])
		for a, v := range o.best {
			dst[a] = dst[a].Times(v)
		}
	}
	return nil
}

// Advance implements Oracle.
func (o *Compiled) Advance(a fsa.Symbol) error {
	for i := range o.charts {
		o.next = o.charts[i].read(o.next[:0], o.fronts[i], a)
		o.fronts[i], o.next = o.next, o.fronts[i]
	}
	return nil
}
