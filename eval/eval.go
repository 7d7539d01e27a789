// Package eval holds what the scores of parsers have in common: counts that add
// up over sentences and workers, percentages, and gold sentences paired with
// those of systems.
//
//	var c eval.Counts
//	c.Add(eval.Counts{Right: 3, Gold: 4, System: 5})
//	c.Add(eval.Counts{Right: 1, Gold: 2, System: 1})
//	fmt.Println(c.F1()) // 66.67
//
// The packages below print the numbers that the official scripts print, digit for
// digit:
//
//   - [parser/eval/conllx]: attachment scores and error analysis over the same
//     tokens, as eval.pl 1.9 (Buchholz & Marsi 2006);
//   - [parser/eval/conll18]: scores over other tokens, as conll18_ud_eval.py 1.2
//     (Zeman et al. 2018);
//   - [parser/eval/evalb]: brackets of constituency trees, as EVALB (Sekine &
//     Collins 1997);
//   - [parser/eval/smatch]: graphs of meaning, by Smatch (Cai & Knight 2013), exactly;
//   - [parser/eval/compare]: whether several systems differ, and where.
//
// Counts are integers; ratios are taken once, at the end, and 0/0 is what the
// script in question makes of it: NaN for CoNLL-X, 0 for CoNLL 2018 and, but for
// its F-measure, for EVALB.
package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Counts are the sufficient statistics of a score: what is right, of what is in
// the gold tree and in the system's. They are those of a sentence or, added up,
// of a corpus. Where gold and system have the same items, as the words of an
// attachment score, both numbers are the same, and F1 is the share of right ones.
type Counts struct {
	Right  int `json:"right"`
	Gold   int `json:"gold"`
	System int `json:"system"`
}

// Add adds the counts of d.
func (c *Counts) Add(d Counts) {
	c.Right += d.Right
	c.Gold += d.Gold
	c.System += d.System
}

// F1 is 2·Right/(Gold+System), 0 where there is nothing.
func (c Counts) F1() Percent { return Share(2*c.Right, c.Gold+c.System) }

// Errors counts what is missing and what is too much.
func (c Counts) Errors() int { return c.Gold + c.System - 2*c.Right }

// One counts what is so: it is 1 if it is, else 0.
func One(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Tally has a count of its own, of some type, for every name. The zero value has
// counted nothing.
type Tally[T any] map[string]*T

// At returns the count of a name, which is 0 at first.
func (t *Tally[T]) At(name string) *T {
	if *t == nil {
		*t = Tally[T]{}
	}
	if (*t)[name] == nil {
		(*t)[name] = new(T)
	}
	return (*t)[name]
}

// Names returns all names in their order.
func (t Tally[T]) Names() []string { return slices.Sorted(maps.Keys(t)) }

// Frequent returns all names, those with most of something first; names with as
// many are in their order.
func (t Tally[T]) Frequent(of func(*T) int) []string {
	return slices.SortedStableFunc(slices.Values(t.Names()), func(x, y string) int { return cmp.Compare(of(t[y]), of(t[x])) })
}

// Percent is a ratio times 100. It prints with two decimals, and as NaN where
// nothing was counted; in JSON that is null.
type Percent float64

// Ratio returns part/whole in percent, NaN for 0/0, in the order of operations of
// eval.pl and conll18_ud_eval.py, so that all round alike.
func Ratio(part, whole int) Percent { return Percent(float64(part) / float64(whole) * 100) }

// Share returns part/whole in percent, 0 for 0/0, in the order of operations of
// EVALB, so that both round alike.
func Share(part, whole int) Percent { return Percent(100 * float64(part) / float64(max(whole, 1))) }

// Rest returns what errors leave of the whole in percent, NaN for 0/0, in the order of
// operations of eval.pl's scores.
func Rest(errors, whole int) Percent { return Percent(100 - float64(errors)*100/float64(whole)) }

// HarmonicMean is the F1 of a recall and a precision, 0 where both are, in the
// order of operations of EVALB.
func HarmonicMean(r, p Percent) Percent {
	if r+p == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
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
