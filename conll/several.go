package conll

import (
	"errors"
	"fmt"
	"strings"
)

// ErrAlternative is the cause when a sentence cannot be another annotation of the one before it.
var ErrAlternative = errors.New("bad alternative")

// Annotations returns the sentence and its Others.
func (s *Sentence) Annotations() []*Sentence { return append([]*Sentence{s}, s.Others...) }

// Gather returns a function that returns what read does, except that a sentence with the comment
//
//	# alternative = NAME
//
// is one of the Others of the sentence before it: one more annotation of the same words, by the annotator NAME. Any number of
// them may follow a sentence. It is an [*Error] with ErrAlternative if there is no sentence before it, if the words differ,
// or the sent_id, where both have one, or if there is no NAME; the next call goes on with the next sentence. An error of read
// comes after the sentence before it, to which what follows the error cannot belong.
func Gather(read func() (*Sentence, error)) func() (*Sentence, error) {
	var held *Sentence // to which others may still belong
	var failed error   // of read, after it
	return func() (*Sentence, error) {
		for {
			s, err := (*Sentence)(nil), failed
			if failed = nil; err == nil {
				s, err = read()
			}
			if err != nil && held != nil {
				s, held, failed = held, nil, err
				return s, nil
			}
			if err != nil {
				return nil, err
			}
			name, other := alternative(s)
			if !other {
				if s, held = held, s; s == nil {
					continue
				}
				return s, nil
			}
			if err := held.Add(name, s); err != nil {
				return nil, err
			}
		}
	}
}

// alternative returns the name that the comment of an alternative gives; ok is false if there is no such comment.
func alternative(s *Sentence) (name string, ok bool) {
	for _, x := range s.Extras {
		if comment, is := strings.CutPrefix(x.Text, "#"); is {
			if key, value, _ := strings.Cut(comment, "="); strings.TrimSpace(key) == "alternative" {
				return strings.TrimSpace(value), true
			}
		}
	}
	return "", false
}

// Add adds the annotation of the named annotator to the Others of s, or returns an [*Error] as the function of [Gather] does.
func (s *Sentence) Add(name string, other *Sentence) error {
	bad := func(word int, format string, values ...any) error {
		return other.ErrorAt(word, fmt.Errorf("%w: %w", ErrAlternative, fmt.Errorf(format, values...)))
	}
	switch {
	case name == "":
		return bad(0, "the comment needs the name of the annotator, # alternative = NAME")
	case s == nil:
		return bad(0, "%q has no sentence before it", name)
	case s.ID != "" && other.ID != "" && s.ID != other.ID:
		return bad(0, "%q is not of the sentence before it, %s at line %d", name, s.ID, s.Line)
	}
	for i := range min(len(s.Words), len(other.Words)) {
		if one, two := s.Words[i].Form, other.Words[i].Form; one != two {
			return bad(i, "%q has the word %.40q, but the sentence at line %d has %.40q", name, two, s.Line, one)
		}
	}
	if len(s.Words) != len(other.Words) {
		return bad(min(len(s.Words), len(other.Words)-1), "%q and the sentence at line %d differ in their number of words: %d and %d",
			name, s.Line, len(other.Words), len(s.Words))
	}
	s.Others = append(s.Others, other)
	return nil
}
