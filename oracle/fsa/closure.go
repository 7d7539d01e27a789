package fsa

import "fmt"

// Closure returns the Kleene star: the machine of all pairs of strings that are
// made of any number of pairs of t, one after the other, with the least sum of
// weights over all ways to split. The two empty strings have weight 0. Epsilon arcs
// lead from a new start, which is final, to that of t, and back from t's final
// states, at the final weights; states keep their order.
//
// Precondition: t gives the two empty strings no negative weight, which would be the
// better the more often it is repeated, and has no negative cycle that can be reached
// by epsilon arcs (ErrNegativeCycle); weights are in the semiring (ErrWeight). O(states + arcs) time, and that of [OfPair] on empty strings
// for the check. Reference: Mohri 2009, on rational operations: the closure of a
// power series.
func Closure(t *Transducer) (*Transducer, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	empty, err := OfPair(t, nil, nil)
	if err != nil {
		return nil, err
	}
	if empty < One {
		return nil, fmt.Errorf("%w: its closure, with the weight %v of the empty strings", ErrNegativeCycle, float64(empty))
	}
	c := &Transducer{}
	start := c.AddState()
	c.SetStart(start)
	shift := c.graft(t)
	if t.started {
		c.Add(start, Epsilon, One, t.start+shift)
	}
	c.leaveFinals(shift, State(c.Len()), start, true)
	c.SetFinal(start, One)
	return c, nil
}
