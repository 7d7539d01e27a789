package fsa

import "slices"

// Semiring says how values of paths are put together: Times along a path, where One is the value of
// doing nothing, and Plus over several paths, where Zero is that of none. Times is associative and
// distributes over Plus, which is also commutative; operations must not change their arguments.
// Weight has such operations itself; other values say more about the same machine: the number of
// best paths, the k best of them, or the expected weight (Eisner 2002, Parameter estimation for
// probabilistic finite-state transducers). The examples of package derived have these three.
type Semiring[T any] struct {
	Zero, One   T
	Plus, Times func(a, b T) T
}

// PathSums returns, for each state q of a machine, the sum over all paths from q to the end of the
// product of what their arcs are worth, and of what their last state is worth. Arcs of weight ∞ and
// states that are not final are left out; arc and final may turn the weights of the others into
// anything. With Weight itself that is [DistancesTo].
//
// Precondition: no cycles (ErrCyclic); weights are in the semiring of Weight (ErrWeight).
// Complexity: O(states + arcs) operations. Reference: Mohri 2002, Semiring frameworks and algorithms
// for shortest-distance problems.
func PathSums[T any](t *Transducer, s Semiring[T], arc func(from State, a Arc) T, final func(State, Weight) T) ([]T, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	order, err := TopologicalOrder(t)
	if err != nil {
		return nil, err
	}
	sums := make([]T, t.Len())
	for _, q := range slices.Backward(order) {
		sum := s.Zero
		if w := t.final[q]; !w.IsZero() {
			sum = s.Plus(sum, final(q, w))
		}
		for _, a := range t.arcs[q] {
			if !a.Weight.IsZero() {
				sum = s.Plus(sum, s.Times(arc(q, a), sums[a.To]))
			}
		}
		sums[q] = sum
	}
	return sums, nil
}
