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

// wordLine returns the line of word i in the file of its sentence.
func wordLine(s *conll.Sentence, i int) int {
	line := s.Line + i
	for _, e := range s.Extras {
		if e.Before <= i {
			line++
		}
	}
	return line
}

// place names the line of word i, as errors begin.
func place(s *conll.Sentence, i int) string {
	if s.ID == "" {
		return fmt.Sprintf("%s:%d", s.File, wordLine(s, i))
	}
	return fmt.Sprintf("%s:%d: [%s]", s.File, wordLine(s, i), s.ID)
}

// checkLengths refuses a pair whose words cannot be compared one by one.
func checkLengths(gold, system *conll.Sentence) error {
	if gold.Len() == system.Len() {
		return nil
	}
	return fmt.Errorf("%s: %w: %d, but %d at %s",
		place(gold, 0), ErrWordCount, gold.Len(), system.Len(), place(system, 0))
}
