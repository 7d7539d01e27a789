package fsa

import (
	"cmp"
	"encoding/binary"
	"fmt"
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
	if err := checkEpsilonFree(t); err != nil {
		return nil, err
	}
	if !t.started {
		return &Transducer{}, nil
	}
	start := subset{{state: t.start}}
	return Expand(NewLazy(start.key(), t.finalOf, t.expandSubset), limit)
}

// checkEpsilonFree returns an error unless t is an acceptor without epsilon.
func checkEpsilonFree(t *Transducer) error {
	if err := needAcceptors(t); err != nil {
		return err
	}
	for q, list := range t.arcs {
		for _, a := range list {
			if ReadsNothing(a) {
				return fmt.Errorf("%w: from state %d", ErrEpsilon, q)
			}
		}
	}
	return nil
}

// subset is a state of the result: residuals in the order of states, the least 0.
type subset []residual

type residual struct {
	state State
	rest  Weight
}

const residualBytes = 4 + 8

// key makes a subset a value that can be compared.
func (s subset) key() string {
	bytes := make([]byte, 0, len(s)*residualBytes)
	for _, r := range s {
		bytes = binary.BigEndian.AppendUint32(bytes, uint32(r.state))
		bytes = binary.BigEndian.AppendUint64(bytes, math.Float64bits(float64(r.rest)))
	}
	return string(bytes)
}

// subsetOf is the inverse of key.
func subsetOf(key string) subset {
	s := make(subset, 0, len(key)/residualBytes)
	for b := []byte(key); len(b) > 0; b = b[residualBytes:] {
		rest := math.Float64frombits(binary.BigEndian.Uint64(b[4:]))
		s = append(s, residual{State(binary.BigEndian.Uint32(b)), Weight(rest)})
	}
	return s
}

func (t *Transducer) finalOf(key string) Weight {
	w := Zero()
	for _, r := range subsetOf(key) {
		w = w.Plus(r.rest.Times(t.final[r.state]))
	}
	return w
}

// expandSubset adds an arc for each symbol with which some state of a set is left.
func (t *Transducer) expandSubset(key string, add func(in, out Symbol, w Weight, to string)) {
	var list []Arc
	for _, r := range subsetOf(key) {
		for _, a := range t.arcs[r.state] {
			if a.Weight = r.rest.Times(a.Weight); !a.Weight.IsZero() {
				list = append(list, a)
			}
		}
	}
	slices.SortFunc(list, func(a, b Arc) int {
		return cmp.Or(cmp.Compare(a.In, b.In), cmp.Compare(a.To, b.To), cmp.Compare(a.Weight, b.Weight))
	})
	for len(list) > 0 {
		symbol, same := list[0].In, 1
		for same < len(list) && list[same].In == symbol {
			same++
		}
		best, to := normalize(list[:same])
		add(symbol, symbol, best, to.key())
		list = list[same:]
	}
}

// normalize returns the least weight of some arcs of one symbol, in the order of
// the states they lead to, and the set of these with what is left of the weights.
func normalize(list []Arc) (best Weight, to subset) {
	best = Zero()
	for _, a := range list {
		best = best.Plus(a.Weight)
	}
	for _, a := range list {
		if n := len(to); n == 0 || to[n-1].state != a.To {
			to = append(to, residual{a.To, a.Weight - best})
		}
	}
	return best, to
}
