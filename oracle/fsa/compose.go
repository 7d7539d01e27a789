package fsa

import (
	"cmp"
	"slices"
)

// composed is a state of a composition: those of its two parts, and whether the
// second part moved alone since the last match while the first part could have.
type composed struct {
	a, b  State
	later bool
}

// Compose returns the relation of all pairs (x, z) with a string y such that a
// reads x and writes y, and b reads y and writes z: the weight is the least of
// a(x, y) + b(y, z) over all y. Where a is an acceptor, that is the application of
// b to its strings. Either machine may have epsilons on either tape.
//
// States are pairs of states, made on demand: a and b must not change. A state's arcs come in the
// order of a's arcs, then of b's; those where a stands still come last.
//
// Where a writes nothing and b reads nothing, three ways lead to the same pair of
// states: a first, b first, both at once. The filter leaves the first only, with
// one bit in the state: there is exactly one path for each two paths that match.
//
// To expand a state with d arcs in a and e in b takes O(d log e) time and one step for
// each new arc, after b's arcs are sorted once a state. Reference: Mohri, Pereira & Riley
// 1996, Weighted automata in text and speech processing; Mohri 2009, on composition, here
// with the filter that sequences epsilons.
func Compose(a, b Machine) Machine {
	if a.Start() == NoState || b.Start() == NoState {
		return &Transducer{}
	}
	sorted := map[State][]Arc{} // b's arcs in the order of what they read
	final := func(q composed) Weight { return a.Final(q.a).Times(b.Final(q.b)) }
	return NewLazy(composed{a: a.Start(), b: b.Start()}, final, func(q composed, arc func(in, out Symbol, w Weight, to composed)) {
		moves, known := sorted[q.b]
		if !known {
			moves = b.Arcs(q.b)
			if order := func(x, y Arc) int { return cmp.Compare(x.In, y.In) }; !slices.IsSortedFunc(moves, order) {
				moves = slices.SortedStableFunc(slices.Values(moves), order)
			}
			sorted[q.b] = moves
		}
		couldMove := false
		for _, x := range a.Arcs(q.a) {
			if x.Out != Epsilon {
				for _, y := range reading(moves, x.Out) {
					arc(x.In, y.Out, x.Weight.Times(y.Weight), composed{a: x.To, b: y.To})
				}
				continue
			}
			couldMove = true
			if !q.later {
				arc(x.In, Epsilon, x.Weight, composed{a: x.To, b: q.b})
			}
		}
		for _, y := range reading(moves, Epsilon) {
			arc(Epsilon, y.Out, y.Weight, composed{a: q.a, b: y.To, later: couldMove})
		}
	})
}

// reading returns the sorted arcs that read a symbol.
func reading(sorted []Arc, symbol Symbol) []Arc {
	first, _ := slices.BinarySearchFunc(sorted, symbol, func(x Arc, s Symbol) int { return cmp.Compare(x.In, s) })
	last := first
	for last < len(sorted) && sorted[last].In == symbol {
		last++
	}
	return sorted[first:last]
}

// Intersect returns the acceptor of the strings that both a and b accept; their weights add up.
// Epsilon arcs are allowed.
//
// Precondition: acceptors (ErrNotAcceptor), and at most limit states in the result (ErrStateLimit);
// 0 means no limit. O(|a|·|b|) time, where |·| counts states and arcs. Reference: Rabin & Scott
// 1959, Finite automata and their decision problems: the product of two automata. It is [Compose]
// for acceptors.
func Intersect(a, b *Transducer, limit int) (*Transducer, error) {
	if err := needAcceptors(a, b); err != nil {
		return nil, err
	}
	return Expand(Compose(a, b), limit)
}
