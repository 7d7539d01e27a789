package parser

import (
	"errors"

	"parser/conll"
)

// ErrModel is the cause of all errors in model files.
var ErrModel = errors.New("unusable model file")

// projectiveTree returns the tree to learn.
func projectiveTree(s *conll.Sentence, scheme string) (*tree, error) {
	t := &tree{}
	for i := range s.Words {
		t.heads = append(t.heads, s.Words[i].Head)
		t.labels = append(t.labels, s.Words[i].Deprel)
	}
	return t, nil
}

func restore(s *conll.Sentence, scheme string) {}
