// Package ratios writes counts with what all scorers compute of them.
//
//	json, err := ratios.Marshal(counts, "recall", recall, "precision", precision)
package ratios

import (
	"encoding/json"
	"fmt"
)

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
