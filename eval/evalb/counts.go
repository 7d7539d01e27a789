package evalb

import (
	"parser/eval"
	"parser/eval/internal/ratios"
)

// status is EVALB's code for what became of a sentence.
type status int

const (
	scored  status = iota
	failed         // the words differ from those of the gold tree
	skipped        // there is no parse
)

// Sentence is what EVALB counts in one sentence. If Err is not nil, the sentence was not
// scored: its totals count only what failed sentences have.
type Sentence struct {
	ID     int    // from 1
	Length int    // gold words, except those with tags in DeleteForLength
	Status status // EVALB's code: 0 scored, 1 with other words than the gold tree, 2 without a parse
	Err    error  // eval.ErrWordCount or eval.ErrWords is its cause if the words differ
	Totals        // of this sentence
}

// MarshalJSON writes counts and ratios.
func (s Sentence) MarshalJSON() ([]byte, error) {
	head := struct {
		ID     int    `json:"id"`
		Length int    `json:"length"`
		Status status `json:"status"`
		Error  string `json:"error,omitempty"`
	}{ID: s.ID, Length: s.Length, Status: s.Status}
	if s.Err != nil {
		head.Error = s.Err.Error()
	}
	return ratios.Marshal(head, "matched_brackets", s.Matched, "gold_brackets", s.Gold, "system_brackets", s.System,
		"crossing_brackets", s.Crossing, "words", s.Words, "correct_tags", s.Tags, "recall", s.Recall(), "precision", s.Precision())
}

// Totals are the sums over sentences.
type Totals struct {
	Sentences   int `json:"sentences"`               // scored or not
	Errors      int `json:"errors"`                  // of Sentences, with other words than the gold tree
	Skipped     int `json:"skipped"`                 // of Sentences, without a parse
	Matched     int `json:"matched_brackets"`        // in both
	Gold        int `json:"gold_brackets"`           // in the gold trees
	System      int `json:"system_brackets"`         // in the system's trees
	Complete    int `json:"complete_sentences"`      // with all brackets right
	Crossing    int `json:"crossing_brackets"`       // system brackets that cross a gold one
	NoCrossing  int `json:"-"`                       // sentences without crossing brackets
	FewCrossing int `json:"-"`                       // sentences with at most 2 of them
	Words       int `json:"words"`                   // that are not deleted
	Tags        int `json:"correct_tags"`            // of Words, with the right tag
	Missed      int `json:"gold_brackets_of_failed"` // gold brackets of failed sentences
	MissedWords int `json:"-"`                       // gold words of failed sentences
}

func (t *Totals) add(u Totals) {
	t.Sentences += u.Sentences
	t.Errors += u.Errors
	t.Skipped += u.Skipped
	t.Matched += u.Matched
	t.Gold += u.Gold
	t.System += u.System
	t.Complete += u.Complete
	t.Crossing += u.Crossing
	t.NoCrossing += u.NoCrossing
	t.FewCrossing += u.FewCrossing
	t.Words += u.Words
	t.Tags += u.Tags
	t.Missed += u.Missed
	t.MissedWords += u.MissedWords
}

func (t Totals) failed() int { return t.Errors + t.Skipped }

func (t Totals) valid() int { return t.Sentences - t.failed() }

// withFailed returns totals in which failed sentences are scored too: all their gold brackets
// are missed, and all their tags are wrong.
func (t Totals) withFailed() Totals {
	t.Gold, t.Missed = t.Gold+t.Missed, 0
	t.Words, t.MissedWords = t.Words+t.MissedWords, 0
	t.Errors, t.Skipped = 0, 0
	return t
}

// Recall is Matched/Gold. Like all ratios here it is 0 if it is 0/0.
func (t Totals) Recall() eval.Percent { return eval.PercentOrZero(t.Matched, t.Gold) }

// Precision is Matched/System.
func (t Totals) Precision() eval.Percent { return eval.PercentOrZero(t.Matched, t.System) }

// F1 is the harmonic mean of recall and precision, or 0 if both are 0 (EVALB prints nan then).
func (t Totals) F1() eval.Percent {
	return eval.Label{Gold: t.Gold, Found: t.Matched, System: t.System, Right: t.Matched}.F1()
}

func (t Totals) completeMatch() eval.Percent { return eval.PercentOrZero(t.Complete, t.valid()) }

func (t Totals) averageCrossing() float64 { return float64(t.Crossing) / float64(max(t.valid(), 1)) }

func (t Totals) withoutCrossing() eval.Percent { return eval.PercentOrZero(t.NoCrossing, t.valid()) }

func (t Totals) withFewCrossing() eval.Percent { return eval.PercentOrZero(t.FewCrossing, t.valid()) }

func (t Totals) tagAccuracy() eval.Percent { return eval.PercentOrZero(t.Tags, t.Words) }

// MarshalJSON writes counts and ratios.
func (t Totals) MarshalJSON() ([]byte, error) {
	type counts Totals
	return ratios.Marshal(counts(t), "recall", t.Recall(), "precision", t.Precision(), "f1", t.F1(),
		"complete_match", t.completeMatch(), "average_crossing", t.averageCrossing(),
		"no_crossing", t.withoutCrossing(), "at_most_2_crossing", t.withFewCrossing(), "tag_accuracy", t.tagAccuracy())
}
