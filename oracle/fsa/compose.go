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

// composition makes the arcs of a ∘ b.
type composition struct {
	a Machine
	b bySymbol
}

// Compose returns the relation of all pairs (x, z) with a string y such that a
// reads x and writes y, and b reads y and writes z: the weight is the least of
// a(x, y) + b(y, z) over all y. Where a is an acceptor, that is the application of
// b to its strings. Either machine may have epsilons on either tape.
//
// States are pairs of states, made on demand: a and b must stay as they are. A
// state's arcs come in the order of a's arcs, then of b's, those last for which a
// stands still.
//
// Where a writes nothing and b reads nothing, three ways lead to the same pair of
// states: a first, b first, both at once. The filter leaves the first only, with
// one bit in the state. In the tropical semiring the others would do no harm, for
// min is idempotent; without them there are fewer arcs, and exactly one path for
// each two paths that match.
//
// Precondition: none. O(d log e) time and one step for each new arc, to expand a
// state with d arcs in a and e in b, after b's arcs are sorted once a state: see
// [Expand] for the whole. Reference: Mohri, Pereira & Riley 1996, Weighted automata
// in text and speech processing; Mohri 2009, on composition, here with the filter
// that sequences epsilons.
func Compose(a, b Machine) Machine {
	if a.Start() == NoState || b.Start() == NoState {
		return &Transducer{}
	}
	c := &composition{a: a, b: bySymbol{machine: b}}
	return NewLazy(composed{a: a.Start(), b: b.Start()}, c.final, c.expand)
}

func (c *composition) final(q composed) Weight {
	return c.a.Final(q.a).Times(c.b.machine.Final(q.b))
}

func (c *composition) expand(q composed, arc func(in, out Symbol, w Weight, to composed)) {
	moves, couldMove := c.b.arcs(q.b), false
	for _, x := range c.a.Arcs(q.a) {
		if x.Out == Epsilon {
			couldMove = true
			if !q.later {
				arc(x.In, Epsilon, x.Weight, composed{a: x.To, b: q.b})
			}
			continue
		}
		for _, y := range reading(moves, x.Out) {
			arc(x.In, y.Out, x.Weight.Times(y.Weight), composed{a: x.To, b: y.To})
		}
	}
	for _, y := range reading(moves, Epsilon) {
		arc(Epsilon, y.Out, y.Weight, composed{a: q.a, b: y.To, later: couldMove})
	}
}

// bySymbol has the arcs of a machine's states in the order of what they read,
// sorted once a state, when asked for.
type bySymbol struct {
	machine Machine
	sorted  [][]Arc
}

func (s *bySymbol) arcs(q State) []Arc {
	for int(q) >= len(s.sorted) {
		s.sorted = append(s.sorted, nil)
	}
	if s.sorted[q] == nil {
		list, order := s.machine.Arcs(q), func(x, y Arc) int { return cmp.Compare(x.In, y.In) }
		if !slices.IsSortedFunc(list, order) {
			list = slices.Clone(list)
			slices.SortStableFunc(list, order) // keeps the list's order where it is the same symbol
		}
		s.sorted[q] = list
	}
	return s.sorted[q]
}

// reading returns those of the sorted arcs that read a symbol.
func reading(sorted []Arc, symbol Symbol) []Arc {
	first, found := slices.BinarySearchFunc(sorted, symbol, func(x Arc, s Symbol) int { return cmp.Compare(x.In, s) })
	last := first
	for found && last < len(sorted) && sorted[last].In == symbol {
		last++
	}
	return sorted[first:last]
}
