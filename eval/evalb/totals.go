package evalb

import (
	"encoding/json"

	"parser/eval"
)

// Totals adds up sentences. The zero value has counted nothing.
type Totals struct {
	Sentences   int // scored or not
	Errors      int // of Sentences, with other words than the gold tree
	Skipped     int // of Sentences, without a parse
	Matched     int // brackets in both
	Gold        int // brackets
	System      int // brackets
	Complete    int // sentences with all brackets right
	Crossing    int // system brackets that cross a gold one
	NoCrossing  int // sentences without them
	FewCrossing int // sentences with at most 2 of them
	Words       int // that are not deleted
	Tags        int // of Words, with the right tag
	Missed      int // gold brackets of the sentences that failed
	MissedWords int // gold words of the sentences that failed
}

// fewCrossing is the limit of FewCrossing.
const fewCrossing = 2

func (t *Totals) count(s Sentence) {
	t.Add(Totals{
		Sentences: 1,
		Errors:    one(s.Status() == statError), Skipped: one(s.Status() == statSkip),
		Matched: s.Matched, Gold: s.Gold, System: s.System, Crossing: s.Crossing,
		Complete:    one(s.Err == nil && s.complete()),
		NoCrossing:  one(s.Err == nil && s.Crossing == 0),
		FewCrossing: one(s.Err == nil && s.Crossing <= fewCrossing),
		Words:       s.Words, Tags: s.Tags,
		Missed: s.Missed, MissedWords: s.MissedWords,
	})
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Add adds the counts of u, as from another worker.
func (t *Totals) Add(u Totals) {
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

// Failed is the number of sentences that were not scored.
func (t Totals) Failed() int { return t.Errors + t.Skipped }

// Valid is the number of sentences that were scored.
func (t Totals) Valid() int { return t.Sentences - t.Failed() }

// WithFailed returns totals in which failed sentences are scored too, as if the
// system had given a tree without brackets: all their gold brackets are missed
// and all their tags wrong. EVALB has no such figure. Unlike EVALB's it cannot
// rise because a parser gives up on a sentence.
func (t Totals) WithFailed() Totals {
	t.Gold, t.Missed = t.Gold+t.Missed, 0
	t.Words, t.MissedWords = t.Words+t.MissedWords, 0
	t.Errors, t.Skipped = 0, 0
	return t
}

// Recall is Matched/Gold. As all ratios here it is 0 where there is nothing to
// divide by.
func (t Totals) Recall() eval.Percent { return eval.Share(t.Matched, t.Gold) }

// Precision is Matched/System.
func (t Totals) Precision() eval.Percent { return eval.Share(t.Matched, t.System) }

// F1 is the harmonic mean of recall and precision, 0 where both are (for which
// EVALB prints nan).
func (t Totals) F1() eval.Percent { return eval.HarmonicMean(t.Recall(), t.Precision()) }

// CompleteMatch is the share of scored sentences that are all right.
func (t Totals) CompleteMatch() eval.Percent { return eval.Share(t.Complete, t.Valid()) }

// AverageCrossing is the mean number of crossing brackets of scored sentences.
func (t Totals) AverageCrossing() float64 {
	if t.Valid() == 0 {
		return 0
	}
	return float64(t.Crossing) / float64(t.Valid())
}

// WithoutCrossing is the share of scored sentences without crossing brackets.
func (t Totals) WithoutCrossing() eval.Percent { return eval.Share(t.NoCrossing, t.Valid()) }

// WithFewCrossing is the share of scored sentences with at most 2 of them.
func (t Totals) WithFewCrossing() eval.Percent { return eval.Share(t.FewCrossing, t.Valid()) }

// TagAccuracy is Tags/Words.
func (t Totals) TagAccuracy() eval.Percent { return eval.Share(t.Tags, t.Words) }

// MarshalJSON writes counts and ratios.
func (t Totals) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Sentences       int          `json:"sentences"`
		Errors          int          `json:"errors"`
		Skipped         int          `json:"skipped"`
		Matched         int          `json:"matched_brackets"`
		Gold            int          `json:"gold_brackets"`
		System          int          `json:"system_brackets"`
		Complete        int          `json:"complete_sentences"`
		Crossing        int          `json:"crossing_brackets"`
		Words           int          `json:"words"`
		Tags            int          `json:"correct_tags"`
		Missed          int          `json:"gold_brackets_of_failed"`
		Recall          eval.Percent `json:"recall"`
		Precision       eval.Percent `json:"precision"`
		F1              eval.Percent `json:"f1"`
		CompleteMatch   eval.Percent `json:"complete_match"`
		AverageCrossing float64      `json:"average_crossing"`
		WithoutCrossing eval.Percent `json:"no_crossing"`
		WithFewCrossing eval.Percent `json:"at_most_2_crossing"`
		TagAccuracy     eval.Percent `json:"tag_accuracy"`
	}{
		t.Sentences, t.Errors, t.Skipped, t.Matched, t.Gold, t.System, t.Complete, t.Crossing, t.Words, t.Tags, t.Missed,
		t.Recall(), t.Precision(), t.F1(), t.CompleteMatch(), t.AverageCrossing(), t.WithoutCrossing(), t.WithFewCrossing(), t.TagAccuracy(),
	})
}
