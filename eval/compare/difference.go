package compare

import (
	"cmp"
	"fmt"
	"math/bits"

	"parser/eval"
)

// fraction is an F1, 2·right/size, without its factor 2.
type fraction struct{ right, size int64 }

func fractionOf(c eval.Counts) fraction { return fraction{int64(c.Right), int64(c.Gold + c.System)} }

func (r fraction) plus(s fraction) fraction { return fraction{r.right + s.right, r.size + s.size} }

func (r fraction) minus(s fraction) fraction { return fraction{r.right - s.right, r.size - s.size} }

// difference is the exact difference of two fractions, so that one that is drawn
// ties with the one that was seen whenever both are the same number: whether
// "as extreme" holds must not depend on rounding. It is exact up to a billion
// words.
type difference struct {
	numerator   int64
	denominator uint64 // > 0
}

// differenceOf returns b−a. A fraction of nothing is 0.
func differenceOf(a, b fraction) difference {
	a.size, b.size = max(a.size, 1), max(b.size, 1)
	return difference{b.right*a.size - a.right*b.size, uint64(a.size) * uint64(b.size)}
}

func (d difference) percent() eval.Percent {
	return eval.Percent(2 * 100 * float64(d.numerator) / float64(d.denominator))
}

// compareSize compares |d| with times·|e|.
func (d difference) compareSize(times uint64, e difference) int {
	left, leftLow := bits.Mul64(magnitude(d.numerator), e.denominator)
	right, rightLow := bits.Mul64(times*magnitude(e.numerator), d.denominator)
	return cmp.Or(cmp.Compare(left, right), cmp.Compare(leftLow, rightLow))
}

func magnitude(n int64) uint64 { return uint64(max(n, -n)) }

// asExtreme reports whether |d| ≥ |seen|.
func (d difference) asExtreme(seen difference) bool { return d.compareSize(1, seen) >= 0 }

// asFar reports whether |d−seen| ≥ |seen|: d is 0, or on the other side of it, or
// at least twice as large as seen.
func (d difference) asFar(seen difference) bool {
	opposite := d.numerator <= 0 && seen.numerator >= 0 || d.numerator >= 0 && seen.numerator <= 0
	return opposite || d.compareSize(2, seen) >= 0
}

// total adds counts up.
func total(list []eval.Counts) (sum eval.Counts) {
	for _, c := range list {
		sum.Add(c)
	}
	return sum
}

// checkPaired refuses systems that were not scored on the same sentences.
func checkPaired(a, b []eval.Counts) error {
	if len(a) != len(b) {
		return fmt.Errorf("%w: %d and %d are paired", eval.ErrSentenceCount, len(a), len(b))
	}
	return nil
}
