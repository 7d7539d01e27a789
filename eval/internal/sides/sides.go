// Package sides reads the gold file and the files of systems side by side, and names places in them for errors.
//
//	err := sides.Read(gold, systems, end, missing, func(gold *conll.Sentence, systems []*conll.Sentence) error {
//		fmt.Println(sides.Place(gold, 0), sides.Place(systems[0], 0)) // gold:1 system:1
//		return nil
//	})
package sides

import (
	"fmt"
	"io"

	"parser/conll"
)

// Read calls f with the first item of every file, then with the second one, and so on, until all files end with io.EOF.
// It holds one item of each file, and f may keep the slice. It stops at the first other error, of a file or of f. If a
// side, "gold" or "system", ends while another file has an extra item, it returns the error of missing, which is told
// in words where that side ends: after its last item, whose place is named by end.
func Read[T any, S interface{ Read() (*T, error) }](gold S, systems []S, end func(last *T) string,
	missing func(extra *T, ended string) error, f func(gold *T, systems []*T) error,
) error {
	files, last := append([]S{gold}, systems...), make([]*T, 1+len(systems))
	ended := func(side string, last *T) string {
		if last == nil {
			return side + " is empty"
		}
		return side + " ends after " + end(last)
	}
	for {
		items := make([]*T, len(files)) // nil where a file has ended
		for i, file := range files {
			item, err := file.Read()
			switch {
			case err == nil:
				items[i] = item
			case err != io.EOF:
				return err
			}
			switch {
			case items[0] == nil && items[i] != nil:
				return missing(items[i], ended("gold", last[0]))
			case items[0] != nil && items[i] == nil:
				return missing(items[0], ended("system", last[i]))
			}
		}
		if items[0] == nil {
			return nil
		}
		if err := f(items[0], items[1:]); err != nil {
			return err
		}
		last = items
	}
}

// ErrorAt returns an error at word i of a sentence, counted from 0.
func ErrorAt(s *conll.Sentence, i int, cause error) error {
	return &conll.Error{File: s.File, Line: s.WordLine(i), SentID: s.ID, Err: cause}
}

// Place names the line of word i of a sentence, counted from 0, as file:line.
func Place(s *conll.Sentence, i int) string {
	return fmt.Sprintf("%s:%d", s.File, s.WordLine(i))
}

// Sentences are sentences in memory that are read like a file.
type Sentences []*conll.Sentence

// Slice returns a reader of sentences in memory.
func Slice(sentences []*conll.Sentence) *Sentences { return (*Sentences)(&sentences) }

// Read returns the next sentence, and io.EOF after the last one.
func (s *Sentences) Read() (*conll.Sentence, error) {
	if len(*s) == 0 {
		return nil, io.EOF
	}
	first := (*s)[0]
	*s = (*s)[1:]
	return first, nil
}
