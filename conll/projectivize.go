package conll

import (
	"fmt"
	"strings"
)

// Projectivize makes the tree of s projective in the scheme; s is changed, so
// Clone it first if that matters. The error, an [*Error], says that s is no
// tree or has labels that cannot be decorated; s is then as it was.
func Projectivize(s *Sentence, scheme Scheme) error {
	heads, labels := s.Heads(nil), s.Labels(nil)
	if _, err := scheme.Projectivize(heads, labels); err != nil {
		return s.at(s.Line, err)
	}
	s.setArcs(heads, labels)
	return nil
}

// Deprojectivize undoes [Projectivize] as far as it can be undone; see
// [Scheme.Deprojectivize].
func Deprojectivize(s *Sentence, scheme Scheme) {
	heads, labels := s.Heads(nil), s.Labels(nil)
	scheme.Deprojectivize(heads, labels)
	s.setArcs(heads, labels)
}

func (s *Sentence) setArcs(heads []int, labels []string) {
	for i := range s.Words {
		s.Words[i].Head, s.Words[i].Deprel = heads[i], labels[i]
	}
}

// Projectivize makes a tree projective in place and returns the number of words
// whose head changed. heads[i] and labels[i] belong to word i+1. Smallest
// arcs are lifted first (Nivre & Nilsson 2005). A projective tree stays as it
// is. A tree with one root keeps it and gets no other: all other words descend
// from the root, so no arc from it is ever lifted. In a tree with several roots
// words can be lifted to ROOT.
//
// The error wraps a cause of [CheckTree], or ErrMark if a label contains a
// mark; nothing is changed then.
func (c Scheme) Projectivize(heads []int, labels []string) (lifted int, err error) {
	if c == None {
		return 0, nil
	}
	if err := CheckTree(heads, false); err != nil {
		return 0, err
	}
	marks := make([]decoration, len(heads))
	for i, label := range labels {
		if strings.Contains(label, markLifted) || strings.Contains(label, markPath) {
			return 0, fmt.Errorf("%w: %q of word %d", ErrMark, label, i+1)
		}
		marks[i].label = label
	}
	lift(heads, func(d, j int) {
		if m := &marks[d-1]; !m.lifted {
			m.lifted, m.head = true, labels[j-1]
			lifted++
		}
		marks[j-1].path = true
	})
	for i := range marks {
		labels[i] = c.decorate(marks[i])
	}
	return lifted, nil
}
