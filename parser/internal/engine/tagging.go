package engine

import (
	"slices"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// newWordsPass sets the words of sentences: those of items or, if something fills them, those that may be filled.
func newWordsPass(w *worker) pass {
	p := w.parser
	filled := len(p.Taggers()) > 0 || len(p.predicted()) > 0
	return func(sentences []*sentence) {
		for _, s := range sentences {
			if s.words = s.item.Words; filled {
				s.words = p.codec.Fillable(s.own, s.item)
				s.own = s.words
			}
		}
	}
}

// toFill returns the words in which something is to be filled: those that lack it, or all.
func toFill(what string, words []conll.Word, all bool) []int {
	if !all {
		return structure.Lacking(what, words)
	}
	places := make([]int, len(words))
	for i := range places {
		places[i] = i
	}
	return places
}

// newEarlyTaggers is for scorers that do not predict columns.
func newEarlyTaggers(w *worker) pass { return newTaggersPass(w, len(w.parser.predicted()) == 0) }

// newLateTaggers is for scorers that predict columns: taggers read these, and the scorer does not read theirs.
func newLateTaggers(w *worker) pass { return newTaggersPass(w, len(w.parser.predicted()) > 0) }

// newTaggersPass lets taggers fill words, those of other trees of the same sentence, too. The first pass of a tagger fills
// all.
func newTaggersPass(w *worker, now bool) pass {
	if !now || len(w.parser.Taggers()) == 0 {
		return nil
	}
	var taggers []*filling
	for _, t := range w.parser.Taggers() {
		taggers = append(taggers, &filling{worker: t.knowing(w.parser.request.Lexicon).newWorker(), field: t.Field()})
	}
	all := w.parser.request.Retag || w.parser.builds.Tagger
	var words [][]conll.Word
	return func(sentences []*sentence) {
		words = words[:0]
		for _, s := range sentences {
			words = append(words, s.words)
		}
		for _, s := range sentences {
			for _, other := range s.item.Others {
				words = append(words, other.Words)
			}
		}
		for _, t := range taggers {
			t.fill(words, all)
		}
	}
}

// filling is a tagger that fills its field.
type filling struct {
	worker *worker
	field  string
	items  []*treebank.Item
	copies []*treebank.Item // of the words of sentences that lack the field
}

// fill sets the field in all words, or in those where it is empty.
func (f *filling) fill(sentences [][]conll.Word, all bool) {
	f.items = f.items[:0]
	for i, words := range sentences {
		if i == len(f.copies) {
			f.copies = append(f.copies, &treebank.Item{})
		}
		if c := f.copies[i]; all {
			f.items = append(f.items, &treebank.Item{Words: words})
		} else if len(structure.Lacking(f.field, words)) > 0 {
			c.Words = append(c.Words[:0], words...)
			f.items = append(f.items, c)
		}
	}
	if f.worker.annotate(f.items...); all {
		return
	}
	for i, words := range sentences {
		for _, k := range structure.Lacking(f.field, words) {
			*structure.Column(&words[k], f.field) = *structure.Column(&f.copies[i].Words[k], f.field)
		}
	}
}

// newTagsPass gives items the tags of their words, which may be copies that the worker uses again.
func newTagsPass(w *worker) pass {
	if w.parser.decodes() {
		return nil
	}
	return func(sentences []*sentence) {
		for _, s := range sentences {
			it := s.item
			if it.Words = slices.Clone(it.Words); it.Sentence != nil {
				it.Words = it.Sentence.Words
			}
			for k := range it.Words {
				for _, field := range structure.Fields() {
					*structure.Column(&it.Words[k], field) = *structure.Column(&s.words[k], field)
				}
			}
		}
	}
}
