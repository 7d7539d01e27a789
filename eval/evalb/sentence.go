package evalb

import (
	"encoding/json"
	"errors"

	"parser/eval"
)

// Sentence is what EVALB counts in one sentence. Where Err is not nil, the
// sentence was not scored and counts from Matched to Tags are 0.
type Sentence struct {
	ID          int   // from 1
	Length      int   // gold words, but for tags in DeleteForLength
	Err         error // its cause is ErrNoParse, eval.ErrWordCount or eval.ErrWords
	Matched     int   // brackets in both
	Gold        int   // brackets
	System      int   // brackets
	Crossing    int   // system brackets that cross a gold one
	Words       int   // that are not deleted
	Tags        int   // of Words, with the same tag or an equal one
	Missed      int   // gold brackets of a sentence that was not scored
	MissedWords int   // gold words of a sentence that was not scored
}

// Status codes of EVALB's table.
const (
	statScored = 0
	statError  = 1
	statSkip   = 2
)

// Status returns EVALB's code: 0 scored, 1 error, 2 skipped for want of a parse.
func (s Sentence) Status() int {
	switch {
	case s.Err == nil:
		return statScored
	case errors.Is(s.Err, ErrNoParse):
		return statSkip
	}
	return statError
}

// Recall is Matched/Gold.
func (s Sentence) Recall() eval.Percent { return eval.Share(s.Matched, s.Gold) }

// Precision is Matched/System.
func (s Sentence) Precision() eval.Percent { return eval.Share(s.Matched, s.System) }

// TagAccuracy is Tags/Words.
func (s Sentence) TagAccuracy() eval.Percent { return eval.Share(s.Tags, s.Words) }

// complete tells whether all brackets match.
func (s Sentence) complete() bool { return s.Matched == s.Gold && s.Matched == s.System }

// MarshalJSON writes counts and ratios, and the error as text.
func (s Sentence) MarshalJSON() ([]byte, error) {
	message := ""
	if s.Err != nil {
		message = s.Err.Error()
	}
	return json.Marshal(struct {
		ID        int          `json:"id"`
		Length    int          `json:"length"`
		Status    int          `json:"status"`
		Error     string       `json:"error,omitempty"`
		Matched   int          `json:"matched_brackets"`
		Gold      int          `json:"gold_brackets"`
		System    int          `json:"system_brackets"`
		Crossing  int          `json:"crossing_brackets"`
		Words     int          `json:"words"`
		Tags      int          `json:"correct_tags"`
		Recall    eval.Percent `json:"recall"`
		Precision eval.Percent `json:"precision"`
	}{s.ID, s.Length, s.Status(), message, s.Matched, s.Gold, s.System, s.Crossing, s.Words, s.Tags, s.Recall(), s.Precision()})
}
