// Package tally holds what several scorers count with: a count for every name, the
// recall and precision of one label, and JSON objects of counts and their ratios.
//
//	var labels tally.Tally[tally.Label]
//	labels.At("NP").AddGold(true)
//	labels.At("NP").AddSystem(true)
//	labels.At("NP").AddSystem(false)
//	fmt.Println(labels.At("NP").Recall(), labels.At("NP").Precision()) // 100.00 50.00
package tally

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"parser/eval"
)

// Tally keeps a count of type T for every name. The zero value has counted nothing.
type Tally[T any] map[string]*T

// At returns the count of a name, which starts at the zero value.
func (t *Tally[T]) At(name string) *T {
	if *t == nil {
		*t = Tally[T]{}
	}
	if (*t)[name] == nil {
		(*t)[name] = new(T)
	}
	return (*t)[name]
}

// Names returns all names in alphabetical order.
func (t Tally[T]) Names() []string { return slices.Sorted(maps.Keys(t)) }

// Frequent returns all names, the highest counts first, and ties in alphabetical order.
func (t Tally[T]) Frequent(count func(*T) int) []string {
	return slices.SortedStableFunc(slices.Values(t.Names()), func(x, y string) int { return cmp.Compare(count(t[y]), count(t[x])) })
}

// Label counts the items with one label. Found and Right differ where items with different
// labels match, as with EVALB's EQ_LABEL or when it does not compare labels.
type Label struct {
	Label  string `json:"label"`
	Gold   int    `json:"gold"`   // in the gold trees
	Found  int    `json:"found"`  // of Gold, matched
	System int    `json:"system"` // in the system's trees
	Right  int    `json:"right"`  // of System, matched
}

// AddGold counts an item of a gold tree.
func (l *Label) AddGold(found bool) {
	l.Gold++
	l.Found += eval.One(found)
}

// AddSystem counts an item of a system's tree.
func (l *Label) AddSystem(right bool) {
	l.System++
	l.Right += eval.One(right)
}

// Recall is Found/Gold, or 0 if Gold is 0.
func (l Label) Recall() eval.Percent { return eval.PercentOrZero(l.Found, l.Gold) }

// Precision is Right/System, or 0 if System is 0.
func (l Label) Precision() eval.Percent { return eval.PercentOrZero(l.Right, l.System) }

// F1 is the harmonic mean of recall and precision.
func (l Label) F1() eval.Percent { return HarmonicMean(l.Recall(), l.Precision()) }

// MarshalJSON writes counts and ratios.
func (l Label) MarshalJSON() ([]byte, error) {
	type counts Label
	return MarshalRatios(counts(l), "recall", l.Recall(), "precision", l.Precision(), "f1", l.F1())
}

// HarmonicMean is the F1 of a recall and a precision, or 0 if both are 0, rounded as in EVALB.
func HarmonicMean(r, p eval.Percent) eval.Percent {
	if r+p == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// MarshalRatios returns counts, a struct with at least one field, as a JSON object followed
// by ratios, which are given as alternating names and values.
func MarshalRatios(counts any, ratios ...any) ([]byte, error) {
	object, err := json.Marshal(counts)
	for i := 0; err == nil && i < len(ratios); i += 2 {
		var value []byte
		value, err = json.Marshal(ratios[i+1])
		object = fmt.Appendf(object[:len(object)-1], ",%q:%s}", ratios[i], value)
	}
	return object, err
}
