package cli

import (
	"fmt"

	"parser/conll"
	"parser/ptb"
)

// words returns the words of the sentences in files of any form, with the tags
// that a constituency parser reads; without, where CoNLL has none, if untagged holds.
func (in *input) words(files []string, untagged bool) *source[[]conll.Word] {
	s := newSource[[]conll.Word](in, "sentence", files, nil)
	s.open = func(name string) (reader[[]conll.Word], error) {
		f, form, err := in.open(name)
		if err != nil {
			return nil, err
		}
		s.aligned = form == formTagged || form == formUnknown
		read := wordsOfSentences(in.conllReader(f, form), untagged)
		switch form {
		case formTagged, formUnknown: // of which the reader will say what it is not
			return newTaggedReader(f), nil
		case formBrackets:
			read = wordsOfTrees(ptb.NewReader(f, f.Name))
		}
		return &itemReader[[]conll.Word]{f, read}, nil
	}
	return s
}

// wordsOfTrees returns the words of one tree after another. Brackets and empty
// elements are left out.
func wordsOfTrees(r *ptb.Reader) func() ([]conll.Word, error) {
	return func() (words []conll.Word, err error) {
		t, err := r.Read()
		if err != nil {
			return nil, err
		}
		for _, leaf := range t.Leaves() {
			if !ptb.Empty(leaf) {
				words = append(words, conll.Word{Form: leaf.Word, XPOS: leaf.Label})
			}
		}
		return words, nil
	}
}

// wordsOfSentences returns the words of one sentence after another; each has a
// tag as its XPOS or else as its UPOS, unless untagged holds.
func wordsOfSentences(r *conll.Reader, untagged bool) func() ([]conll.Word, error) {
	return func() ([]conll.Word, error) {
		s, err := r.Read()
		if err != nil {
			return nil, err
		}
		for i, w := range s.Words {
			if w.XPOS == "_" && w.UPOS == "_" && !untagged {
				return nil, &conll.Error{File: s.File, Line: s.WordLine(i), SentID: s.ID, Err: fmt.Errorf("%w: %.40q", errNoTag, w.Form)}
			}
		}
		return s.Words, nil
	}
}
