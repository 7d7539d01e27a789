package lookup

import (
	"slices"

	"parser/conll"
)

// Table says how one model looks words up. It is immutable, and safe for concurrent use. The nil Table is for the words
// of the treebank itself, to learn from: all marks that they have are known.
type Table struct{}

// New returns the table of a model.
func New() *Table { return &Table{} }

// Form returns the form under which a word is looked up, as the function [Form] says; wide characters that the treebank
// has stay.
func (t *Table) Form(form string) string {
	if t == nil {
		return normal(form, isWide)
	}
	return normal(form, nil)
}

// Words returns the words of a sentence as they are looked up: themselves if that makes no difference.
func (t *Table) Words(words []conll.Word) []conll.Word {
	same := true
	for i := range words {
		form, lemma := t.Form(words[i].Form), t.Form(words[i].Lemma)
		if form == words[i].Form && lemma == words[i].Lemma {
			continue
		}
		if same {
			words, same = slices.Clone(words), false
		}
		words[i].Form, words[i].Lemma = form, lemma
	}
	return words
}
