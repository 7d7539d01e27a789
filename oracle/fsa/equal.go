package fsa

import (
	"errors"
	"fmt"
)

// ErrDifferent is the cause of EqualOn's error if two machines are not equal.
var ErrDifferent = errors.New("machines differ")

// EqualOn compares the weights that two machines give to pairs of strings. The error
// wraps ErrDifferent and shows the first pair at which they differ.
//
// Samples of both machines make a sharp test of equality: a pair that only one of
// them accepts is sooner or later drawn from that one. Weights must be the same to
// the last bit, so they should be such that sums are exact.
//
// Precondition and complexity are those of [OfPair], for each machine and sample.
// Reference: Krob 1994, The equality problem for rational series with multiplicities
// in the tropical semiring is undecidable: hence samples.
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
