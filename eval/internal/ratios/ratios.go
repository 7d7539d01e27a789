// Package ratios has what all scorers compute and write of counts.
//
//	f1 := ratios.HarmonicMean(recall, precision)
package ratios

import (
	"encoding/json"
	"fmt"
)

// HarmonicMean is the F1 of a recall and a precision, or 0 if both are 0, rounded as in EVALB.
func HarmonicMean[T ~float64](r, p T) T {
	if r+p == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// Marshal returns counts, a struct with at least one field, as a JSON object followed
// by ratios, which are given as alternating names and values.
func Marshal(counts any, ratios ...any) ([]byte, error) {
	object, err := json.Marshal(counts)
	for i := 0; err == nil && i < len(ratios); i += 2 {
		var value []byte
		value, err = json.Marshal(ratios[i+1])
		object = fmt.Appendf(object[:len(object)-1], ",%q:%s}", ratios[i], value)
	}
	return object, err
}
