package eval

import (
	"encoding/json"
	"errors"
)

// BracketScore is what EVALB counts in one sentence. Where Err is not nil, the
// sentence was not scored and counts from Matched to Tags are 0.
type BracketScore struct {
	ID          int   // from 1
	Length      int   // gold words, but for tags in DeleteForLength
	Err         error // its cause is ErrNoParse, ErrWordCount or ErrWords
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
func (s BracketScore) Status() int {
	switch {
	case s.Err == nil:
		return statScored
	case errors.Is(s.Err, ErrNoParse):
		return statSkip
	}
	return statError
}

// Recall is Matched/Gold.
func (s BracketScore) Recall() Percent { return share(s.Matched, s.Gold) }

// Precision is Matched/System.
func (s BracketScore) Precision() Percent { return share(s.Matched, s.System) }

// TagAccuracy is Tags/Words.
func (s BracketScore) TagAccuracy() Percent { return share(s.Tags, s.Words) }

// complete tells whether all brackets match.
func (s BracketScore) complete() bool { return s.Matched == s.Gold && s.Matched == s.System }

// MarshalJSON writes counts and ratios, and the error as text.
func (s BracketScore) MarshalJSON() ([]byte, error) {
	message := ""
	if s.Err != nil {
		message = s.Err.Error()
	}
	return json.Marshal(struct {
		ID        int     `json:"id"`
		Length    int     `json:"length"`
		Status    int     `json:"status"`
		Error     string  `json:"error,omitempty"`
		Matched   int     `json:"matched_brackets"`
		Gold      int     `json:"gold_brackets"`
		System    int     `json:"system_brackets"`
		Crossing  int     `json:"crossing_brackets"`
		Words     int     `json:"words"`
		Tags      int     `json:"correct_tags"`
		Recall    Percent `json:"recall"`
		Precision Percent `json:"precision"`
	}{s.ID, s.Length, s.Status(), message, s.Matched, s.Gold, s.System, s.Crossing, s.Words, s.Tags, s.Recall(), s.Precision()})
}

// share returns part/whole in percent, in the order of operations of EVALB, so
// that both round alike; 0/0 is 0.
func share(part, whole int) Percent {
	if whole == 0 {
		return 0
	}
	return Percent(100 * float64(part) / float64(whole))
}
