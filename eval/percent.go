package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Percent is a ratio times 100. It prints with two decimals, and as NaN where
// nothing was counted; in JSON that is null.
type Percent float64

// Ratio returns part/whole in percent, NaN for 0/0, in the order of operations of
// eval.pl and conll18_ud_eval.py, so that all round alike.
func Ratio(part, whole int) Percent {
	if whole == 0 {
		return Percent(math.NaN())
	}
	return Percent(float64(part) / float64(whole) * 100)
}

// Share returns part/whole in percent, 0 for 0/0, in the order of operations of
// EVALB, so that both round alike.
func Share(part, whole int) Percent {
	if whole == 0 {
		return 0
	}
	return Percent(100 * float64(part) / float64(whole))
}

// HarmonicMean is the F1 of a recall and a precision, 0 where both are, in the
// order of operations of EVALB.
func HarmonicMean(r, p Percent) Percent {
	if r+p == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// One counts what is so: it is 1 if it is, else 0.
func One(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// String returns the number with two decimals, or "NaN".
func (p Percent) String() string {
	return fmt.Sprintf("%.2f", float64(p))
}

// MarshalJSON writes the number, or null for NaN, which JSON lacks.
func (p Percent) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(p)) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(p), 'g', -1, 64), nil
}

// MarshalRatios returns counts, a struct with at least one field, as a JSON object
// with ratios behind them: names and values, in turn.
func MarshalRatios(counts any, ratios ...any) ([]byte, error) {
	object, err := json.Marshal(counts)
	for i := 0; err == nil && i < len(ratios); i += 2 {
		var value []byte
		value, err = json.Marshal(ratios[i+1])
		object = fmt.Appendf(object[:len(object)-1], ",%q:%s}", ratios[i], value)
	}
	return object, err
}
