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
	var lastGold, lastSystem *conll.Sentence
	for {
		g, s, err := readPair(gold, system)
		switch {
		case err != nil:
			return err
		case g == nil && s == nil:
			return nil
		case g == nil:
			return missing("gold", s, lastGold)
		case s == nil:
			return missing("system", g, lastSystem)
		}
		if err := f(g, s); err != nil {
			return err
		}
		lastGold, lastSystem = g, s
	}
}

// readPair reads from both sources; a nil sentence stands for the end.
func readPair(gold, system Source) (g, s *conll.Sentence, err error) {
	if g, err = gold.Read(); err != nil && err != io.EOF {
		return nil, nil, err
	}
	if s, err = system.Read(); err != nil && err != io.EOF {
		return nil, nil, err
	}
	return g, s, nil
}

// missing says that a side ended after last while the other still has extra.
func missing(side string, extra, last *conll.Sentence) error {
	end := "is empty"
	if last != nil {
		end = "ends after " + place(last, last.Len()-1)
	}
	return problem(extra, 0, fmt.Errorf("%w: %s %s", ErrSentenceCount, side, end))
}

// slice is a Source over sentences in memory.
type slice struct{ rest []*conll.Sentence }

func (s *slice) Read() (*conll.Sentence, error) {
	if len(s.rest) == 0 {
		return nil, io.EOF
	}
	first := s.rest[0]
	s.rest = s.rest[1:]
	return first, nil
}
