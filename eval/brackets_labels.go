package eval

import (
	"encoding/json"
	"maps"
	"slices"

	"parser/ptb"
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
func (l LabelScore) Recall() Percent { return share(l.Found, l.Gold) }

// Precision is Right/System, 0 where there are none.
func (l LabelScore) Precision() Percent { return share(l.Right, l.System) }

// F1 is the harmonic mean of recall and precision.
func (l LabelScore) F1() Percent { return harmonicMean(l.Recall(), l.Precision()) }

// MarshalJSON writes counts and ratios.
func (l LabelScore) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Label     string  `json:"label"`
		Gold      int     `json:"gold"`
		Found     int     `json:"found"`
		System    int     `json:"system"`
		Right     int     `json:"right"`
		Recall    Percent `json:"recall"`
		Precision Percent `json:"precision"`
		F1        Percent `json:"f1"`
	}{l.Label, l.Gold, l.Found, l.System, l.Right, l.Recall(), l.Precision(), l.F1()})
}

// labelCounts counts by label.
type labelCounts map[string]*LabelScore

func (c labelCounts) at(label string) *LabelScore {
	row := c[label]
	if row == nil {
		row = &LabelScore{Label: label}
		c[label] = row
	}
	return row
}

// add counts the brackets of a sentence.
func (c labelCounts) add(gold, system []ptb.Span) {
	for _, b := range gold {
		c.at(b.Label).Gold++
	}
	for _, b := range system {
		c.at(b.Label).System++
	}
}

// match counts a pair of brackets that match.
func (c labelCounts) match(gold, system string) {
	c.at(gold).Found++
	c.at(system).Right++
}

// sorted returns the rows by label.
func (c labelCounts) sorted() []LabelScore {
	rows := make([]LabelScore, 0, len(c))
	for _, label := range slices.Sorted(maps.Keys(c)) {
		rows = append(rows, *c[label])
	}
	return rows
}
