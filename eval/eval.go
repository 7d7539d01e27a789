// Package eval holds what the scores of parsers have in common: counts that add up over sentences and workers,
// and percentages.
//
//	var c eval.Counts
//	c.Add(eval.Counts{Right: 3, Gold: 4, System: 5})
//	c.Add(eval.Counts{Right: 1, Gold: 2, System: 1})
//	fmt.Println(c.F1()) // 66.67
//
// The packages below print the numbers that the official scripts print, digit for digit:
//
//   - [parser/eval/conllx]: attachment scores and error analysis over the same
//     tokens, as eval.pl 1.9 (Buchholz & Marsi 2006);
//   - [parser/eval/conll18]: scores over tokens that may differ, as
//     conll18_ud_eval.py 1.2 (Zeman et al. 2018), and enhanced dependencies, as
//     eval.py (Bouma, Seddah & Zeman 2020);
//   - [parser/eval/evalb]: brackets of constituency trees, as EVALB (Sekine &
//     Collins 1997);
//   - [parser/eval/smatch]: graphs of meaning, by exact Smatch (Cai & Knight 2013).
//
// Counts are integers, and ratios are computed once, at the end. 0/0 is what the script in question makes of it: NaN
// for CoNLL-X, and 0 for CoNLL 2018 and EVALB, except for EVALB's F-measure.
package eval

import (
	"fmt"
	"math"
	"strconv"
)

// Counts say how many items of a sentence or a corpus are right, how many the gold trees have,
// and how many the system's trees have. If both have the same items, F1 is the accuracy.
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

// F1 is 2·Right/(Gold+System), or 0 if there are no items.
func (c Counts) F1() Percent { return PercentOrZero(2*c.Right, c.Gold+c.System) }

// One returns 1 for true and 0 for false.
func One(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Percent is a ratio times 100. It prints with two decimals. NaN means that nothing was counted.
type Percent float64

// PercentOrNaN returns part/whole in percent, NaN for 0/0. It computes in the order of eval.pl
// and conll18_ud_eval.py, so that all three round alike.
func PercentOrNaN(part, whole int) Percent { return Percent(float64(part) / float64(whole) * 100) }

// PercentOrZero returns part/whole in percent, 0 for 0/0. It computes in the order of EVALB, so that both round alike.
func PercentOrZero(part, whole int) Percent {
	return Percent(100 * float64(part) / float64(max(whole, 1)))
}

// String returns the number with two decimals, or "NaN".
func (p Percent) String() string { return fmt.Sprintf("%.2f", float64(p)) }

// MarshalJSON writes the number, or null for NaN, which JSON does not have.
func (p Percent) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(p)) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(p), 'g', -1, 64), nil
}
