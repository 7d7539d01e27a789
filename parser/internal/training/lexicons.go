package training

import (
	"fmt"
	"io"
	"strings"

	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/lexicon"
)

// openLexicon opens a lexicon whose words a segmenter, and whose lemmas a tagger of lemmas is told of.
func openLexicon(name string, _ Opening) (Resource, error) {
	l, err := lexicon.Open(name)
	return Resource{Name: Lexicon, Value: l}, err
}

// digestOfWords identifies a lexicon by all that is told of it.
func digestOfWords(v any) (string, error) {
	return DigestOf(func(h io.Writer) (err error) {
		l := v.(*lexicon.Lexicon)
		for form := range l.Forms() {
			_, err = fmt.Fprintln(h, form)
		}
		for lemma := range (Resources{{Name: Lexicon, Value: l}}).lemmas {
			_, err = fmt.Fprintln(h, lemma)
		}
		return err
	})
}

// lexicons returns the lexicons that a tagger of a field learns with: those of lemmas all, others none.
func (all Resources) lexicons(field string) (own Resources) {
	for _, r := range all {
		if r.Name == Lexicon && field == structure.Lemmas {
			own = append(own, r)
		}
	}
	return own
}

// lemmas yields the lemmas of all lexicons in lower case, some of them several times.
func (all Resources) lemmas(yield func(lemma string) bool) {
	for _, r := range all.lexicons(structure.Lemmas) {
		l := r.Value.(*lexicon.Lexicon)
		for form := range l.Forms() {
			for _, a := range l.Analyses(form) {
				if a.Lemma != "" && !yield(strings.ToLower(a.Lemma)) {
					return
				}
			}
		}
	}
}

// addLists adds the words of each lexicon to the rules of a segmenter, unless rules are nil. It refuses those of no use.
func (all Resources) addLists(rules *segment.Rules) error {
	for i, r := range all {
		l, useless := r.Value.(*lexicon.Lexicon)
		if !useless || rules != nil && rules.AddList(l.Forms()) > 0 {
			continue
		}
		for range all[i : i+1].lemmas {
			useless = false
			break
		}
		switch {
		case useless && rules == nil:
			return fmt.Errorf("%w: a lexicon of %d entries has no lemma, and no segmenter is trained that would look for its words",
				engine.ErrOptions, l.Len())
		case useless:
			return fmt.Errorf("%w: a lexicon of %d entries has no lemma, and no word of two to eight characters as the treebank has "+
				"them without blanks, or of as many syllables with blanks", engine.ErrOptions, l.Len())
		}
	}
	return nil
}
