package eval

import (
	"errors"
	"fmt"
	"io"

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

// Source yields sentences and then io.EOF. A *conll.Reader is one.
type Source interface {
	Read() (*conll.Sentence, error)
}

// Pairs calls f with the first sentences of both sources, then with the second
// ones, and so on, holding one pair at a time. It stops at the first error of a
// source or of f, and with ErrSentenceCount where only one source ends.
func Pairs(gold, system Source, f func(gold, system *conll.Sentence) error) error {
	return Together(gold, []Source{system}, func(gold *conll.Sentence, systems []*conll.Sentence) error {
		return f(gold, systems[0])
	})
}

// Together is [Pairs] for any number of systems. The slice is f's to keep.
func Together(gold Source, systems []Source, f func(gold *conll.Sentence, systems []*conll.Sentence) error) error {
	reads := []func() (*conll.Sentence, error){gold.Read}
	for _, system := range systems {
		reads = append(reads, system.Read)
	}
	return Abreast(reads, func(side string, extra, last *conll.Sentence) error {
		end := ""
		if last != nil {
			end = Place(last, last.Len()-1)
		}
		return ErrorAt(extra, 0, fmt.Errorf("%w: %s", ErrSentenceCount, Ended(side, end)))
	}, func(read []*conll.Sentence) error { return f(read[0], read[1:]) })
}

// Abreast calls f with the first items that all functions read, those of the gold file
// before those of systems, then with the second ones, and so on, until all return
// io.EOF. It stops at the first other error, and with that of missing where a side, "gold"
// or "system", ends after its last item, nil if it has none, while another has an extra
// one. The slice is f's to keep.
func Abreast[T any](reads []func() (*T, error), missing func(side string, extra, last *T) error, f func(read []*T) error) error {
	last := make([]*T, len(reads))
	for {
		items := make([]*T, len(reads)) // nil where a file has ended
		for i, read := range reads {
			item, err := read()
			if err != nil && err != io.EOF {
				return err
			}
			if err == nil {
				items[i] = item
			}
			switch {
			case items[0] == nil && items[i] != nil:
				return missing("gold", items[i], last[0])
			case items[0] != nil && items[i] == nil:
				return missing("system", items[0], last[i])
			}
		}
		if items[0] == nil {
			return nil
		}
		if err := f(items); err != nil {
			return err
		}
		last = items
	}
}

// Ended says that a side ends after a place, or is empty, the place being "".
func Ended(side, place string) string {
	if place == "" {
		return side + " is empty"
	}
	return side + " ends after " + place
}

// Slice returns a Source of sentences in memory.
func Slice(sentences []*conll.Sentence) Source { return (*slice)(&sentences) }

type slice []*conll.Sentence

func (s *slice) Read() (*conll.Sentence, error) {
	if len(*s) == 0 {
		return nil, io.EOF
	}
	first := (*s)[0]
	*s = (*s)[1:]
	return first, nil
}
