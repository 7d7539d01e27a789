package eval

import "parser/eval/internal/ratios"

// Label counts the items with one label. Found and Right differ where items with different
// labels match, as with EVALB's EQ_LABEL or when it does not compare labels.
type Label struct {
	Label  string `json:"label"`
	Gold   int    `json:"gold"`   // in the gold trees
	Found  int    `json:"found"`  // of Gold, matched
	System int    `json:"system"` // in the system's trees
	Right  int    `json:"right"`  // of System, matched
}

// Recall is Found/Gold, or 0 if Gold is 0.
func (l Label) Recall() Percent { return PercentOrZero(l.Found, l.Gold) }

// Precision is Right/System, or 0 if System is 0.
func (l Label) Precision() Percent { return PercentOrZero(l.Right, l.System) }

// F1 is the harmonic mean of recall and precision, or 0 if both are 0, rounded as in EVALB.
func (l Label) F1() Percent {
	r, p := l.Recall(), l.Precision()
	if r+p == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// MarshalJSON writes counts and ratios.
func (l Label) MarshalJSON() ([]byte, error) {
	type counts Label
	return ratios.Marshal(counts(l), "recall", l.Recall(), "precision", l.Precision(), "f1", l.F1())
}
