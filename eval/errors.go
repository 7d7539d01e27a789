package eval

import (
	"errors"
	"fmt"

	"parser/conll"
)

// Causes of errors that several measures have; test for them with errors.Is.
var (
	ErrSentenceCount = errors.New("gold and system differ in number of sentences")
	ErrWordCount     = errors.New("gold and system sentence differ in number of words")
	ErrWords         = errors.New("gold and system sentence differ in words")
	ErrNoTokens      = errors.New("no scoring tokens")
)

// ErrorAt is an error at word i of a sentence, from 0.
func ErrorAt(s *conll.Sentence, i int, cause error) error {
	return &conll.Error{File: s.File, Line: s.WordLine(i), SentID: s.ID, Err: cause}
}

// Place names the line of word i of a sentence, from 0, as file:line.
func Place(s *conll.Sentence, i int) string {
	return fmt.Sprintf("%s:%d", s.File, s.WordLine(i))
}

// CheckLengths refuses a pair whose words cannot be compared one by one. The
// cause of the error is ErrWordCount.
func CheckLengths(gold, system *conll.Sentence) error {
	if gold.Len() == system.Len() {
		return nil
	}
	return ErrorAt(gold, 0, fmt.Errorf("%w: %d, but %d at %s",
		ErrWordCount, gold.Len(), system.Len(), Place(system, 0)))
}
