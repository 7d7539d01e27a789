package fsa

import "fmt"

// Of returns the weight that m gives to reading a string: the least over all that
// it may write meanwhile, ∞ if m does not read the string. Epsilons in the string
// are left out.
//
// Precondition: no cycle that reads nothing has a negative weight, among those that
// m can get to while it reads the string, whether or not it can end after them
// (ErrNegativeCycle); the weights on the way are in the semiring (ErrWeight). There
// must be finitely many states to get to without reading. O((|in| + 1) · V · E)
// time for V states and E arcs, and O(|in| · E) where no cycle reads nothing.
// Reference: Mohri 2009, on shortest distances, here in the composition with the
// string.
func Of(m Machine, in []Symbol) (Weight, error) {
	w, err := total(Compose(Linear(in...), m))
	if err != nil {
		return Zero(), fmt.Errorf("reading %v: %w", in, err)
	}
	return w, nil
}

// OfPair returns the weight that m gives to reading one string and writing another,
// ∞ if it does not do that. Epsilons in the strings are left out.
//
// Precondition and algorithm are those of [Of], for cycles that neither read nor
// write. O((|in| + 1) · (|out| + 1) · V · E) time, and O(|in| · |out| · E) where
// no cycle neither reads nor writes.
func OfPair(m Machine, in, out []Symbol) (Weight, error) {
	w, err := total(Compose(Compose(Linear(in...), m), Linear(out...)))
	if err != nil {
		return Zero(), fmt.Errorf("reading %v and writing %v: %w", in, out, err)
	}
	return w, nil
}

// total returns the least weight of all pairs of strings of a machine with finitely
// many states.
func total(m Machine) (Weight, error) {
	t, err := Expand(m, 0)
	if err != nil {
		return Zero(), err
	}
	dist, err := DistancesFrom(t)
	if err != nil {
		return Zero(), err
	}
	w := Zero()
	for q, d := range dist {
		w = w.Plus(d.Times(t.final[q]))
	}
	return w, nil
}
