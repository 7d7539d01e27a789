package eval

import (
	"errors"
	"fmt"

	"parser/conll"
)

// Causes of the errors of this package; test for them with errors.Is.
var (
	ErrSentenceCount = errors.New("gold and system differ in number of sentences")
	ErrWordCount     = errors.New("gold and system sentence differ in number of words")
	ErrNoTokens      = errors.New("no scoring tokens")
	ErrCharacters    = errors.New("gold and system differ in characters")
	ErrForm          = errors.New("form without characters")
	ErrSpan          = errors.New("multiword span too long to align")
)

// problem is an error at word i of a sentence.
func problem(s *conll.Sentence, i int, cause error) error {
	return &conll.Error{File: s.File, Line: s.WordLine(i), SentID: s.ID, Err: cause}
}

// place names the line of word i.
func place(s *conll.Sentence, i int) string {
	return fmt.Sprintf("%s:%d", s.File, s.WordLine(i))
}

// checkLengths refuses a pair whose words cannot be compared one by one.
func checkLengths(gold, system *conll.Sentence) error {
	if gold.Len() == system.Len() {
		return nil
	}
	return problem(gold, 0, fmt.Errorf("%w: %d, but %d at %s",
		ErrWordCount, gold.Len(), system.Len(), place(system, 0)))
}
