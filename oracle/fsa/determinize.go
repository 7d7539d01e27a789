package fsa

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Determinize returns an acceptor of the same weighted language in which no two
// arcs that leave a state have the same symbol. A state of the result is a set of
// states of t that one string leads to, each with its residual: what its best
// path weighs above the best of them all, which the arcs have paid already. States
// are numbered breadth first, arcs in the order of symbols.
//
// Precondition: t is an acceptor (ErrNotAcceptor) without epsilon (ErrEpsilon) and
// with weights in the semiring (ErrWeight). Not every such machine has a
// deterministic one: those with the twins property have, all that are acyclic
// among them; with the others, and with some whose result is large, there come
// more states than limit (ErrStateLimit); a limit of 0 is none, and then this may
// never end. Residuals count as equal if they are the same number: weights that
// are multiples of a power of two stay exact, other ones may be rounded apart and
// multiply states. States from which there is no way to the end may do so as well:
// [Trim] t first. Exponential time in the worst case. Reference: Mohri 1997,
// Finite-state transducers in language and speech processing, for string-to-weight
// transducers.
func Determinize(t *Transducer, limit int) (*Transducer, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	if err := needAcceptors(t); err != nil {
		return nil, err
	}
	for q, a := range t.all {
		if ReadsNothing(a) {
			return nil, fmt.Errorf("%w: from state %d", ErrEpsilon, q)
		}
	}
	if !t.started {
		return &Transducer{}, nil
	}
	var known subsets
	start := known.of(subset{{state: t.start}})
	final := func(q State) Weight { return known.sets[q].final(t) }
	return Expand(NewLazy(start, final, func(q State, arc func(in, out Symbol, w Weight, to State)) {
		next := known.sets[q].read(t)
		for _, x := range slices.Sorted(maps.Keys(next)) {
			best := Zero()
			for _, r := range next[x] {
				best = best.Plus(r.rest)
			}
			arc(x, x, best, known.of(next[x].less(best)))
		}
	}), limit)
}

// subset is a set of states in their order, each with its residual: what the best way
// to it weighs above what was paid already.
type subset []residual

type residual struct {
	state State
	rest  Weight
}

// add says that q is reached at weight w, too, and whether that is better than what
// was known.
func (s subset) add(q State, w Weight) (subset, bool) {
	i, found := slices.BinarySearchFunc(s, q, func(r residual, q State) int { return cmp.Compare(r.state, q) })
	switch {
	case !found:
		return slices.Insert(s, i, residual{q, w}), true
	case w >= s[i].rest:
		return s, false
	}
	s[i].rest = w
	return s, true
}

// less subtracts what is paid now.
func (s subset) less(paid Weight) subset {
	for i := range s {
		s[i].rest -= paid
	}
	return s
}

// read returns the sets behind all symbols with which some state of the set is left.
func (s subset) read(m Machine) map[Symbol]subset {
	next := map[Symbol]subset{}
	for _, r := range s {
		for _, a := range m.Arcs(r.state) {
			if w := r.rest.Times(a.Weight); !w.IsZero() {
				next[a.In], _ = next[a.In].add(a.To, w)
			}
		}
	}
	return next
}

// final returns the weight of ending in the best state of the set.
func (s subset) final(m Machine) Weight {
	w := Zero()
	for _, r := range s {
		w = w.Plus(r.rest.Times(m.Final(r.state)))
	}
	return w
}

// subsets numbers sets in the order of first sight.
type subsets struct {
	states numbering[string]
	sets   []subset
}

// of returns the number of a set, which is kept if it is new.
func (k *subsets) of(s subset) State {
	var key []byte
	for _, r := range s {
		key = binary.LittleEndian.AppendUint32(key, uint32(r.state))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(float64(r.rest)))
	}
	q := k.states.of(string(key))
	if int(q) == len(k.sets) {
		k.sets = append(k.sets, s)
	}
	return q
}
