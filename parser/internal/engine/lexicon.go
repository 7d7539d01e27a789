package engine

import (
	"slices"
	"strings"
	"unicode"

	"parser/conll"
	"parser/parser/internal/lookup"
	"parser/parser/internal/structure"
	"parser/parser/lexicon"
)

// known is what a lexicon says about the words of a sentence.
type known struct {
	of   [][]lexicon.Analysis // of each word what it can be; none if it is unknown
	free []bool               // whether one of these says nothing of tags and features
	open [][]int              // of each of structure.Fields the words in which it is to be filled
}

// isOpen reports whether a field of a word is to be filled.
func (k *known) isOpen(field, word int) bool {
	_, found := slices.BinarySearch(k.open[field], word)
	return found
}

// fits reports whether an analysis agrees with the columns of a word that are not to be filled.
func (k *known) fits(t *lexicon.Tags, w *conll.Word, word int) bool {
	for f, field := range structure.Fields() {
		if column := *structure.Column(w, field); !k.isOpen(f, word) && conll.Filled(column) && !agrees(t, field, column) {
			return false
		}
	}
	return true
}

// says returns what an analysis says about a column other than the lemma, "" for nothing.
func says(t *lexicon.Tags, field string) string {
	switch field {
	case "upos":
		return t.UPOS
	case "xpos":
		return t.XPOS
	case structure.Lemmas:
		return ""
	}
	return t.Feats
}

// free reports whether an analysis says nothing of tags and features.
func free(t *lexicon.Tags) bool { return t.UPOS == "" && t.XPOS == "" && t.Feats == "" }

func anyFree(all []lexicon.Analysis) bool {
	return slices.ContainsFunc(all, func(a lexicon.Analysis) bool { return free(a.Tags) })
}

// agrees reports whether a column other than the lemma can have a value.
func agrees(t *lexicon.Tags, field, value string) bool {
	if own := says(t, field); field == "upos" || field == "xpos" {
		return own == "" || own == value
	}
	return field == structure.Lemmas || t.Fits(value)
}

// knowing returns a part of a model that uses a lexicon, nil for none.
func (p *Parser) knowing(l *lexicon.Lexicon) *Parser {
	if l == nil {
		return p
	}
	q := p.clone()
	q.request.Lexicon = l
	return q
}

// newLexiconPass looks up the words of sentences.
func newLexiconPass(w *worker) pass {
	p := w.parser
	l := p.request.Lexicon
	if l == nil {
		return nil
	}
	predicts := p.Predicts()
	return func(sentences []*sentence) {
		for _, s := range sentences {
			s.known.open = s.known.open[:0]
			for _, field := range structure.Fields() {
				var places []int
				if p.Field() != "" {
					if field == p.Field() {
						places = toFill(field, s.words, true)
					}
				} else {
					places = toFill(field, s.words, p.request.Retag && slices.Contains(predicts, field))
				}
				s.known.open = append(s.known.open, places)
			}
			s.known.lookUp(l, s.words)
		}
	}
}

// aName is what a word that is known with a small letter alone can also be.
var aName = lexicon.Analysis{Tags: &lexicon.Tags{UPOS: "PROPN"}}

// lookUp looks words up as they are written or else in their normal form (lookup.Form). The first word of a sentence, and one
// in capitals that is unknown, can also be what it is in small letters.
func (k *known) lookUp(l *lexicon.Lexicon, words []conll.Word) {
	k.of, k.free = k.of[:0], k.free[:0]
	first := true
	for i := range words {
		form := words[i].Form
		all := l.Analyses(form)
		if normal := lookup.Form(form); len(all) == 0 && normal != form {
			all, form = l.Analyses(normal), normal
		}
		if lower := strings.ToLower(form); lower != form && (first || len(all) == 0 && strings.ToUpper(form) == form) {
			n := len(all)
			if all = append(all, l.Analyses(lower)...); n == 0 && len(all) > 0 && !anyFree(all) {
				all = append(all, aName)
			}
		}
		k.of = append(k.of, all)
		k.free = append(k.free, anyFree(all))
		first = first && !strings.ContainsFunc(form, unicode.IsLetter)
	}
}

// newEntriesPass sets what the lexicon says about words as they are now.
func newEntriesPass(w *worker) pass {
	p := w.parser
	l := p.request.Lexicon
	if l == nil {
		return nil
	}
	predicts := p.Predicts()
	if p.Field() != "" {
		predicts = structure.Fields()
	}
	return func(sentences []*sentence) {
		for _, s := range sentences {
			s.known.fill(l, s.words, predicts)
			for _, other := range s.item.Others {
				s.known.fill(l, other.Words, predicts)
			}
		}
	}
}

// fill sets the columns that are to be filled to what the entry says that agrees best with those that were predicted. What
// says nothing of tags, or has stems, says only what a lemma may be: the one that was predicted stays if it is a word.
func (k *known) fill(l *lexicon.Lexicon, words []conll.Word, predicts []string) {
	for i, all := range k.of {
		w := &words[i]
		a, agreed := k.best(all, w, i, predicts)
		if a == nil {
			continue
		}
		for f, field := range structure.Fields() {
			column := structure.Column(w, field)
			if value := says(a.Tags, field); value != "" && k.isOpen(f, i) && !(agreed && slices.Contains(predicts, field)) {
				*column = value
			}
			if field != structure.Lemmas || a.Lemma == "" || !k.isOpen(f, i) {
				continue
			}
			if certain := !a.Stem && !free(a.Tags); certain || !l.Has(w.Lemma) {
				w.Lemma = a.Lemma
			}
		}
	}
}

// best returns the analysis that agrees with what is given of a word; of several the first that agrees with what was
// predicted, which it reports, that says a part of speech, and that has the lemma that was predicted.
func (k *known) best(all []lexicon.Analysis, w *conll.Word, word int, predicts []string) (best *lexicon.Analysis, agreed bool) {
	most := -1
	for i := range all {
		a := &all[i]
		if !k.fits(a.Tags, w, word) {
			continue
		}
		agrees := !slices.ContainsFunc(predicts, func(field string) bool { return !agrees(a.Tags, field, *structure.Column(w, field)) })
		if n := 4*one(agrees) + 2*one(a.UPOS != "") + one(a.Lemma == w.Lemma); n > most {
			best, agreed, most = a, agrees, n
		}
	}
	return best, agreed
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
