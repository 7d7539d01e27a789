package fsa

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Pair is a pair of strings: what a machine reads and what it writes.
type Pair struct{ In, Out []Symbol }

// Of returns the weight that m gives to reading a string: the least over all that it may write
// meanwhile, ∞ if m does not read the string. Epsilons in the string are left out.
//
// Precondition: no cycle that reads nothing and that m can reach while it reads the string has a
// negative weight, whether or not m can end after it (ErrNegativeCycle); the weights on the way are
// in the semiring (ErrWeight). Only finitely many states can be reached without reading. O((|in| +
// 1) · V · E) time for V states and E arcs, and O(|in| · E) where no cycle reads nothing.
func Of(m Machine, in []Symbol) (Weight, error) {
	w, err := total(Compose(Linear(in...), m))
	if err != nil {
		return Zero(), fmt.Errorf("reading %v: %w", in, err)
	}
	return w, nil
}

// OfPair returns the weight that m gives to reading one string and writing another,
// ∞ if it does not do that. Epsilons in the strings are left out. The precondition is
// that of [Of], for cycles that neither read nor write. O((|in| + 1) · (|out| + 1) · V · E)
// time, and O(|in| · |out| · E) without such cycles.
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

// Sample draws n pairs of strings that t accepts, from paths of up to maxLen arcs of finite weight;
// it returns none if there are no such paths. A path continues with any arc from which a final
// state can be reached in time, or ends where it can, each with the same probability. The same
// state of r gives the same pairs. For each pair it takes one step for each arc of each state on
// its path.
func Sample(t *Transducer, r *rand.Rand, n, maxLen int) []Pair {
	need := t.fewestArcs(Backward)
	if !t.started || need[t.start] > Weight(maxLen) {
		return nil
	}
	pairs := make([]Pair, n)
	for i := range pairs {
		p, q := &pairs[i], t.start
		for left := maxLen; ; left-- {
			var ways []Arc
			for _, a := range t.arcs[q] {
				if !a.Weight.IsZero() && need[a.To] < Weight(left) {
					ways = append(ways, a)
				}
			}
			choices := len(ways)
			if need[q] == 0 {
				choices++
			}
			choice := r.IntN(choices)
			if choice == len(ways) {
				break
			}
			way := ways[choice]
			p.In, p.Out, q = join(p.In, way.In), join(p.Out, way.Out), way.To
		}
	}
	return pairs
}

func join(word []Symbol, x Symbol) []Symbol {
	if x == Epsilon {
		return word
	}
	return append(word, x)
}

// ErrDifferent is the cause of EqualOn's error if two machines are not equal.
var ErrDifferent = errors.New("machines differ")

// EqualOn compares the weights that two machines give to pairs of strings. The error wraps
// ErrDifferent and shows the first pair at which they differ. Weights must be the same to the last
// bit, so their sums should be exact. Precondition and complexity are those of [OfPair], for each
// machine and sample.
//
// Samples of both machines make a sharp test of equality: a pair that only one of them accepts is
// sooner or later drawn from that one. Equality itself is undecidable (Krob 1994, The equality
// problem for rational series with multiplicities in the tropical semiring is undecidable).
func EqualOn(a, b Machine, samples []Pair) error {
	for _, p := range samples {
		v, err := OfPair(a, p.In, p.Out)
		if err != nil {
			return err
		}
		w, err := OfPair(b, p.In, p.Out)
		if err != nil {
			return err
		}
		if v != w {
			return fmt.Errorf("%w: %v and %v at %v:%v", ErrDifferent, float64(v), float64(w), p.In, p.Out)
		}
	}
	return nil
}
