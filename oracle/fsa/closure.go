package fsa

import "fmt"

// Closure returns the Kleene star: the machine of all pairs of strings that are
// made of any number of pairs of t, one after the other, with the least sum of
// their weights over all ways to split. The pair of empty strings has weight 0.
//
// Epsilon arcs lead from a new start, which is final, to that of t, and back from
// the final states of t, at the final weights; the states of t keep their order.
//
// The weight that t gives the pair of empty strings must not be negative: the
// more often they were repeated, the better. That is ErrNegativeCycle. The test costs what OfPair does on empty strings, the rest O(states + arcs) steps.
// (Mohri 2009, Section 2: the closure of a rational series; it exists where the
// weight of the empty string is closed, for the tropical semiring not negative.)
func Closure(t *Transducer) (*Transducer, error) {
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
