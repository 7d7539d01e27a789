package compare

import (
	"errors"

	"parser/conll"
	"parser/eval"
	"parser/eval/conllx"
	"parser/eval/evalb"
)

// Metric names a score by which systems are compared.
type Metric string

// The metrics of dependencies, then those of constituents.
const (
	LAS       Metric = "las"       // labelled attachment
	UAS       Metric = "uas"       // unlabelled attachment
	LA        Metric = "la"        // label accuracy
	F1        Metric = "f1"        // of labelled brackets
	Recall    Metric = "recall"    // of labelled brackets
	Precision Metric = "precision" // of labelled brackets
	Complete  Metric = "complete"  // sentences with all brackets right
)

// ErrMetric is the cause of errors about metrics that there are not.
var ErrMetric = errors.New("no such metric")

// ArcMetrics returns the metrics of dependencies.
func ArcMetrics() []Metric { return []Metric{LAS, UAS, LA} }

// BracketMetrics returns the metrics of constituents.
func BracketMetrics() []Metric { return []Metric{F1, Recall, Precision, Complete} }

// right reports whether a word is right by a metric of dependencies.
func (m Metric) right(gold, system *conll.Word) bool {
	head, label := gold.Head == system.Head, gold.Deprel == system.Deprel
	switch m {
	case UAS:
		return head
	case LA:
		return label
	}
	return head && label
}

// ofBrackets returns the counts of the constituents of a sentence.
func (m Metric) ofBrackets(of *evalb.Matching) eval.Counts {
	c := of.Counts()
	switch m {
	case Recall:
		c.System = c.Gold
	case Precision:
		c.Gold = c.System
	case Complete:
		return eval.Counts{Right: eval.One(of.Err == nil && c.Errors() == 0), Gold: 1, System: 1}
	}
	return c
}

// of returns the score of counts, rounded as the official scripts do.
func (m Metric) of(c eval.Counts) eval.Percent {
	switch m {
	case LAS, UAS, LA:
		return conllx.Attachment{Scored: c.Gold, Both: c.Right}.LAS()
	case Recall, Precision, Complete:
		return eval.Share(c.Right, c.Gold)
	}
	return eval.HarmonicMean(eval.Share(c.Right, c.Gold), eval.Share(c.Right, c.System))
}
