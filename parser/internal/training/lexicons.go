package training

import (
	"fmt"
	"io"

	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/lexicon"
)

// openLexicon opens a lexicon whose words a segmenter is told of.
func openLexicon(name string, _ Opening) (Resource, error) {
	l, err := lexicon.Open(name)
	return Resource{Name: Lexicon, Value: l}, err
}

// digestOfForms identifies a lexicon by all that a segmenter is told.
func digestOfForms(v any) (string, error) {
	return DigestOf(func(h io.Writer) (err error) {
		for form := range v.(*lexicon.Lexicon).Forms() {
			_, err = fmt.Fprintln(h, form)
		}
		return err
	})
}

// addLists adds the words of each lexicon to the rules of a segmenter.
func (all Resources) addLists(rules *segment.Rules) error {
	for _, r := range all {
		if l, ok := r.Value.(*lexicon.Lexicon); ok && rules.AddList(l.Forms()) == 0 {
			return fmt.Errorf("%w: a lexicon of %d entries has no word of two to eight characters as the treebank has "+
				"them without blanks, or of as many syllables with blanks", engine.ErrOptions, l.Len())
		}
	}
	return nil
}
