package eval

import (
	"errors"
	"fmt"

	"parser/conll"
	"parser/eval/internal/sides"
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
	return sides.ErrorAt(gold, 0, fmt.Errorf("%w: %d, but %d at %s",
		ErrWordCount, gold.Len(), system.Len(), sides.Place(system, 0)))
}

// Source yields sentences and then io.EOF. A *conll.Reader is one.
type Source interface {
	Read() (*conll.Sentence, error)
}

// Pairs calls f with the first sentence of both sources, then with the second one, and so on, holding one pair at a
// time. It stops at the first error of a source or of f, and with ErrSentenceCount if only one source ends.
func Pairs(gold, system Source, f func(gold, system *conll.Sentence) error) error {
	return Together(gold, []Source{system}, func(gold *conll.Sentence, systems []*conll.Sentence) error {
		return f(gold, systems[0])
	})
}

// Together is [Pairs] for any number of systems. The function f may keep the slice.
func Together(gold Source, systems []Source, f func(gold *conll.Sentence, systems []*conll.Sentence) error) error {
	end := func(last *conll.Sentence) string { return sides.Place(last, last.Len()-1) }
	return sides.Read(gold, systems, end, func(extra *conll.Sentence, ended string) error {
		return sides.ErrorAt(extra, 0, fmt.Errorf("%w: %s", ErrSentenceCount, ended))
	}, f)
}
