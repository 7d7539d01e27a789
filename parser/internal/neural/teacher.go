package neural

import (
	"math"
	"slices"

	"parser/conll"
	"parser/parser/internal/score"
	"parser/parser/learn"
)

// teacher is a scorer whose softmax a learner imitates in the states that it visits, in addition to
// learning from costs (Bucilă, Caruana & Niculescu-Mizil 2006; Hinton, Vinyals & Dean 2015).
type teacher struct {
	score.Session                 // nil without a teacher
	fields        score.Predictor // what it predicts of words besides; nil for nothing
	share         float64         // of the loss
	unread        [][]conll.Word
	asked         []*learn.Decision // copies of decisions, each with the scores of the teacher
	targets       [][]float64
	own           []float64 // probabilities of the learner
}

// judge returns the teacher's probabilities of the classes of each decision; nil without a
// teacher, and for decisions with only one class. The list is valid until the next call.
func (t *teacher) judge(decisions []*learn.Decision) [][]float64 {
	for len(t.targets) < len(decisions) {
		t.targets, t.asked = append(t.targets, nil), append(t.asked, &learn.Decision{})
	}
	targets := t.targets[:len(decisions)]
	if t.Session == nil {
		return targets
	}
	var asked []*learn.Decision
	for i, d := range decisions {
		if len(d.Classes) > 1 {
			scores := t.asked[i].Scores
			*t.asked[i] = *d
			t.asked[i].Scores = scores
			asked = append(asked, t.asked[i])
		}
	}
	t.catchUp()
	t.Score(asked)
	for i, d := range decisions {
		if targets[i] = nil; len(d.Classes) > 1 {
			targets[i] = make([]float64, len(d.Classes))
			softmax(targets[i], t.asked[i])
		}
	}
	return targets
}

// catchUp reads the sentences of the batch, unless that is done.
func (t *teacher) catchUp() {
	if t.unread != nil {
		t.Read(t.unread...)
		t.unread = nil
	}
}

// tag returns the most probable value of a column of a word; "" if the teacher does not predict the column.
func (t *teacher) tag(field string, sentence, word int) string {
	if t.fields == nil {
		return ""
	}
	at := slices.Index(t.fields.Fields(), field)
	if at < 0 {
		return ""
	}
	t.catchUp()
	return t.fields.Values(field)[highest(t.Session.(score.Filler).Distribution(at, sentence, word))]
}

// mix makes the loss L of a decision, and its derivatives, those of
//
//	(1 − share)·L − share·Σ q log p
//
// where q are the teacher's probabilities and p the learner's.
func (t *teacher) mix(loss float64, slopes []float64, d *learn.Decision, targets []float64) float64 {
	t.own = slices.Grow(t.own[:0], len(slopes))[:len(slopes)]
	softmax(t.own, d)
	entropy := 0.0
	for i, q := range targets {
		entropy -= float64(q * math.Log(max(t.own[i], math.SmallestNonzeroFloat64)))
		slopes[i] = float64((1-t.share)*slopes[i]) + float64(t.share*(t.own[i]-q))
	}
	return float64((1-t.share)*loss) + float64(t.share*entropy)
}
