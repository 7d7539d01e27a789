package eval

import (
	"fmt"
	"io"

	"parser/conll"
)

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
	var lastGold *conll.Sentence
	last := make([]*conll.Sentence, len(systems))
	for {
		g, err := readOne(gold)
		if err != nil {
			return err
		}
		read := make([]*conll.Sentence, len(systems))
		for i, source := range systems {
			switch read[i], err = readOne(source); {
			case err != nil:
				return err
			case g == nil && read[i] != nil:
				return missing("gold", read[i], lastGold)
			case g != nil && read[i] == nil:
				return missing("system", g, last[i])
			}
		}
		if g == nil {
			return nil
		}
		if err := f(g, read); err != nil {
			return err
		}
		lastGold, last = g, read
	}
}

// readOne returns nil at the end.
func readOne(s Source) (*conll.Sentence, error) {
	sentence, err := s.Read()
	if err == io.EOF {
		return nil, nil
	}
	return sentence, err
}

// missing says that a side ended after last while the other still has extra.
func missing(side string, extra, last *conll.Sentence) error {
	end := "is empty"
	if last != nil {
		end = "ends after " + Place(last, last.Len()-1)
	}
	return ErrorAt(extra, 0, fmt.Errorf("%w: %s %s", ErrSentenceCount, side, end))
}

// Slice returns a Source of sentences in memory.
func Slice(sentences []*conll.Sentence) Source { return &slice{sentences} }

type slice struct{ rest []*conll.Sentence }

func (s *slice) Read() (*conll.Sentence, error) {
	if len(s.rest) == 0 {
		return nil, io.EOF
	}
	first := s.rest[0]
	s.rest = s.rest[1:]
	return first, nil
}
