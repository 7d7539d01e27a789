package derived

import (
	"cmp"

	"parser/oracle/fsa"
)

// Compile is the third computation. It finds V in one backward pass, in O(|arcs|) steps where T_c
// has no cycle, which holds where the admissible sequences are finitely many and gold has an end,
// and otherwise as fsa.DistancesTo does. Pre is kept only where it is not ∞, in fsa.Pushed: most
// machines are nearly deterministic, so only a few states remain. Taking an action or asking for
// the values costs the arcs that leave these. More than limit states in a T_c are
// fsa.ErrStateLimit; 0 means no limit.
func Compile(p Problem, limit int) (Oracle, error) {
	return p.pushed(func(i *instance, f Factor) (*fsa.Pushed, error) {
		t, err := i.table(f, limit)
		if err != nil {
			return nil, err
		}
		toEnd, err := fsa.DistancesTo(t)
		if err != nil {
			return nil, err
		}
		return fsa.NewPushedFrom(t, toEnd, p.symbols())
	})
}

// Search is the fourth computation, for large machines and few prefixes: nothing is built in
// advance. States of T_c are made when a search for the best way to the end meets them, nearest
// first ([fsa.NewPushed]), and are kept. So it takes what the prefixes and the good ways to
// continue them need, however large the machines are; a machine may even have infinitely many
// states.
//
// No weight may be negative (fsa.ErrNegative). More than limit states in one search are
// fsa.ErrStateLimit, and 0 means no limit; Values may return these errors, too.
func Search(p Problem, limit int) (Oracle, error) {
	return p.pushed(func(i *instance, f Factor) (*fsa.Pushed, error) {
		return fsa.NewPushed(i.loss(f), p.symbols(), limit)
	})
}

// pushed follows a deterministic automaton for each factor, whose arcs weigh what actions cost.
type pushed struct {
	*instance
	factors []*fsa.Pushed
	states  []fsa.State // one for each factor
	value   fsa.Weight  // of the prefix
}

// pushed makes the automaton of each factor. A factor that gives no sequence a finite loss is
// ErrNoSequence.
func (p Problem) pushed(automaton func(*instance, Factor) (*fsa.Pushed, error)) (Oracle, error) {
	return p.oracle(func(i *instance) (Oracle, error) {
		o := &pushed{instance: i, states: make([]fsa.State, len(p.Factors))}
		for _, f := range p.Factors {
			costs, err := automaton(i, f)
			switch {
			case err != nil:
				return nil, err
			case costs.Value().IsZero():
				return nil, cmp.Or(i.admissible.err, ErrNoSequence)
			}
			o.factors = append(o.factors, costs)
		}
		return o, o.Reset()
	})
}

func (o *pushed) Reset() error {
	clear(o.states)
	o.value = fsa.One
	for _, costs := range o.factors {
		o.value = o.value.Times(costs.Value())
	}
	return o.err()
}

func (o *pushed) Values(dst []fsa.Weight) error {
	for a := range dst {
		dst[a] = o.value
	}
	for i, costs := range o.factors {
		dst[0] = dst[0].Times(costs.Final(o.states[i]))
		for a := range dst[1:] {
			dst[a+1] = dst[a+1].Times(costs.Weight(o.states[i], fsa.Symbol(a+1)))
		}
	}
	return o.err()
}

func (o *pushed) Advance(a fsa.Symbol) error {
	if err := o.checkAction(a); err != nil {
		return err
	}
	for i, costs := range o.factors {
		o.value = o.value.Times(costs.Weight(o.states[i], a))
		o.states[i] = costs.Next(o.states[i], a)
	}
	return o.err()
}

// err returns the first error of a search, after which weights mean nothing.
func (o *pushed) err() error {
	for _, costs := range o.factors {
		if err := costs.Err(); err != nil {
			return err
		}
	}
	return o.admissible.err
}
