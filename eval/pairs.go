package eval

import (
	"errors"
	"fmt"

	"parser/conll"
)

// Causes of errors that several measures share; test for them with errors.Is.
var (
	ErrSentenceCount = errors.New("gold and system differ in number of sentences")
	ErrWordCount     = errors.New("gold and system sentence differ in number of words")
	ErrWords         = errors.New("gold and system sentence differ in words")
	ErrNoTokens      = errors.New("no scoring tokens")
)

// CheckLengths returns an error with cause ErrWordCount if two sentences cannot be compared word by word.
func CheckLengths(gold, system *conll.Sentence) error {
	if gold.Len() == system.Len() {
		return nil
	}
	return gold.ErrorAt(0, fmt.Errorf("%w: %d, but %d at %s", ErrWordCount, gold.Len(), system.Len(), system.Place(0)))
}
