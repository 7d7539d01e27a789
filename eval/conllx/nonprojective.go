package conllx

import (
	"parser/conll"
	"parser/eval"
)

// NonProjective counts arcs that are non-projective (conll.NonProjectiveArcs)
// in the tree to which they belong. Whether an arc is depends on the rest of its
// tree too, so that recall and precision count correct arcs each on its own
// side. Labels do not matter; all tokens count. The zero value has counted
// nothing.
type NonProjective struct {
	Gold   int `json:"gold"`   // in the gold trees
	Found  int `json:"found"`  // of Gold, with the same head in the system's tree
	System int `json:"system"` // in the system's trees
	Right  int `json:"right"`  // of System, with the same head in the gold tree
}

// AddSentence counts one more sentence. The cause of an error is eval.ErrWordCount;
// nothing is counted then.
func (n *NonProjective) AddSentence(gold, system *conll.Sentence) error {
	if err := eval.CheckLengths(gold, system); err != nil {
		return err
	}
	g, s := gold.Heads(nil), system.Heads(nil)
	for _, word := range conll.NonProjectiveArcs(g) {
		n.Gold++
		n.Found += eval.One(g[word-1] == s[word-1])
	}
	for _, word := range conll.NonProjectiveArcs(s) {
		n.System++
		n.Right += eval.One(g[word-1] == s[word-1])
	}
	return nil
}

// Add adds the counts of m, as from another worker.
func (n *NonProjective) Add(m NonProjective) {
	n.Gold += m.Gold
	n.Found += m.Found
	n.System += m.System
	n.Right += m.Right
}

// Recall is Found/Gold.
func (n NonProjective) Recall() eval.Percent { return eval.Ratio(n.Found, n.Gold) }

// Precision is Right/System.
func (n NonProjective) Precision() eval.Percent { return eval.Ratio(n.Right, n.System) }

// MarshalJSON writes counts and ratios.
func (n NonProjective) MarshalJSON() ([]byte, error) {
	type counts NonProjective
	return eval.MarshalRatios(counts(n), "recall", n.Recall(), "precision", n.Precision())
}
