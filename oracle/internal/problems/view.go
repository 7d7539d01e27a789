package problems

import (
	"errors"

	"parser/oracle/fsa"
)

// ErrTooLarge is the error of gold trees for which no automaton is made.
var ErrTooLarge = errors.New("the gold tree has too many brackets at one place")

// view is the transducer that writes for each action what it means to a factor: see returns that,
// and the next state. Ending costs what the factor loses in any case.
func view[K comparable](start K, actions int, lost fsa.Weight, see func(q K, o fsa.Symbol) (x fsa.Symbol, to K)) fsa.Machine {
	final := func(K) fsa.Weight { return lost }
	return fsa.NewLazy(start, final, func(q K, arc func(in, out fsa.Symbol, w fsa.Weight, to K)) {
		for o := fsa.Symbol(1); int(o) <= actions; o++ {
			x, to := see(q, o)
			arc(o, x, fsa.One, to)
		}
	})
}

// unless returns 0 if ok, else 1.
func unless(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return 1
}

// only returns 0 if ok, else ∞.
func only(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return fsa.Zero()
}
