package eval

import (
	"fmt"
	"math"
	"strconv"
)

// Percent is a ratio times 100. It prints with two decimals, and as NaN where
// nothing was counted; in JSON that is null.
type Percent float64

// percent returns part/whole in percent, in the order of operations of eval.pl,
// so that both round alike.
func percent(part, whole int) Percent {
	if whole == 0 {
		return Percent(math.NaN())
	}
	return Percent(float64(part) / float64(whole) * 100)
}

// rest returns 100 per cent less the errors, again in eval.pl's own order.
func rest(errors, whole int) Percent {
	if whole == 0 {
		return Percent(math.NaN())
	}
	return Percent(100 - float64(errors)*100/float64(whole))
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
