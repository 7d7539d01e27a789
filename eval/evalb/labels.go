package evalb

import (
	"encoding/json"

	"parser/eval"
)

// LabelScore counts the brackets with one label. Found and Right differ where
// brackets with different labels match: EqualLabels, or labels not compared.
type LabelScore struct {
	Label  string
	Gold   int // in the gold trees
	Found  int // of Gold, matched
	System int // in the system's trees
	Right  int // of System, matched
}

// Recall is Found/Gold, 0 where there are none.
func (l LabelScore) Recall() eval.Percent { return eval.Share(l.Found, l.Gold) }

// Precision is Right/System, 0 where there are none.
func (l LabelScore) Precision() eval.Percent { return eval.Share(l.Right, l.System) }

// F1 is the harmonic mean of recall and precision.
func (l LabelScore) F1() eval.Percent { return eval.HarmonicMean(l.Recall(), l.Precision()) }

// MarshalJSON writes counts and ratios.
func (l LabelScore) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Label     string       `json:"label"`
		Gold      int          `json:"gold"`
		Found     int          `json:"found"`
		System    int          `json:"system"`
		Right     int          `json:"right"`
		Recall    eval.Percent `json:"recall"`
		Precision eval.Percent `json:"precision"`
		F1        eval.Percent `json:"f1"`
	}{l.Label, l.Gold, l.Found, l.System, l.Right, l.Recall(), l.Precision(), l.F1()})
}
