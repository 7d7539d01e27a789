package evalb

import "parser/eval"

// Status is EVALB's code of a sentence.
type Status int

// The statuses.
const (
	Scored  Status = iota
	Failed         // an error: other words than in the gold tree
	Skipped        // for want of a parse
)

// Sentence is what EVALB counts in one sentence. Where Err is not nil, the
// sentence was not scored, and of the totals those that failed sentences have.
type Sentence struct {
	ID     int // from 1
	Length int // gold words, but for tags in DeleteForLength
	Status Status
	Err    error // its cause is ErrNoParse, eval.ErrWordCount or eval.ErrWords
	Totals       // of this sentence
}

// MarshalJSON writes counts and ratios, and the error as text.
func (s Sentence) MarshalJSON() ([]byte, error) {
	head := struct {
		ID     int    `json:"id"`
		Length int    `json:"length"`
		Status Status `json:"status"`
		Error  string `json:"error,omitempty"`
	}{ID: s.ID, Length: s.Length, Status: s.Status}
	if s.Err != nil {
		head.Error = s.Err.Error()
	}
	return eval.MarshalRatios(head, "matched_brackets", s.Matched, "gold_brackets", s.Gold, "system_brackets", s.System,
		"crossing_brackets", s.Crossing, "words", s.Words, "correct_tags", s.Tags, "recall", s.Recall(), "precision", s.Precision())
}

// LabelScore counts the brackets with one label. Found and Right differ where
// brackets with different labels match: EqualLabels, or labels not compared.
type LabelScore struct {
	Label  string `json:"label"`
	Gold   int    `json:"gold"`   // in the gold trees
	Found  int    `json:"found"`  // of Gold, matched
	System int    `json:"system"` // in the system's trees
	Right  int    `json:"right"`  // of System, matched
}

// AddGold counts a bracket of a gold tree.
func (l *LabelScore) AddGold(found bool) {
	l.Gold++
	l.Found += eval.One(found)
}

// AddSystem counts a bracket of a system's tree.
func (l *LabelScore) AddSystem(right bool) {
	l.System++
	l.Right += eval.One(right)
}

// Recall is Found/Gold, 0 where there are none.
func (l LabelScore) Recall() eval.Percent { return eval.Share(l.Found, l.Gold) }

// Precision is Right/System, 0 where there are none.
func (l LabelScore) Precision() eval.Percent { return eval.Share(l.Right, l.System) }

// F1 is the harmonic mean of recall and precision.
func (l LabelScore) F1() eval.Percent { return eval.HarmonicMean(l.Recall(), l.Precision()) }

// MarshalJSON writes counts and ratios.
func (l LabelScore) MarshalJSON() ([]byte, error) {
	type counts LabelScore
	return eval.MarshalRatios(counts(l), "recall", l.Recall(), "precision", l.Precision(), "f1", l.F1())
}

// Totals adds up sentences. The zero value has counted nothing.
type Totals struct {
	Sentences   int `json:"sentences"`               // scored or not
	Errors      int `json:"errors"`                  // of Sentences, with other words than the gold tree
	Skipped     int `json:"skipped"`                 // of Sentences, without a parse
	Matched     int `json:"matched_brackets"`        // in both
	Gold        int `json:"gold_brackets"`           // brackets
	System      int `json:"system_brackets"`         // brackets
	Complete    int `json:"complete_sentences"`      // with all brackets right
	Crossing    int `json:"crossing_brackets"`       // system brackets that cross a gold one
	NoCrossing  int `json:"-"`                       // sentences without them
	FewCrossing int `json:"-"`                       // sentences with at most 2 of them
	Words       int `json:"words"`                   // that are not deleted
	Tags        int `json:"correct_tags"`            // of Words, with the right tag
	Missed      int `json:"gold_brackets_of_failed"` // sentences
	MissedWords int `json:"-"`                       // gold words of failed sentences
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
func (t Totals) AverageCrossing() float64 { return float64(t.Crossing) / float64(max(t.Valid(), 1)) }

// WithoutCrossing is the share of scored sentences without crossing brackets.
func (t Totals) WithoutCrossing() eval.Percent { return eval.Share(t.NoCrossing, t.Valid()) }

// WithFewCrossing is the share of scored sentences with at most 2 of them.
func (t Totals) WithFewCrossing() eval.Percent { return eval.Share(t.FewCrossing, t.Valid()) }

// TagAccuracy is Tags/Words.
func (t Totals) TagAccuracy() eval.Percent { return eval.Share(t.Tags, t.Words) }

// MarshalJSON writes counts and ratios.
func (t Totals) MarshalJSON() ([]byte, error) {
	type counts Totals
	return eval.MarshalRatios(counts(t), "recall", t.Recall(), "precision", t.Precision(), "f1", t.F1(),
		"complete_match", t.CompleteMatch(), "average_crossing", t.AverageCrossing(),
		"no_crossing", t.WithoutCrossing(), "at_most_2_crossing", t.WithFewCrossing(), "tag_accuracy", t.TagAccuracy())
}
