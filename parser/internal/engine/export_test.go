package engine

import (
	"parser/conll"
	"parser/parser/internal/score"
)

// Decoding returns what decodes words with one worker, again and again.
func Decoding(p *Parser) func(words []conll.Word) {
	w, batch := p.workerUntil("decode"), make([][]conll.Word, 1)
	decodes, sentences := newDecodePass(w), []*sentence{{place: w.placeAt(0)}}
	return func(words []conll.Word) {
		batch[0], sentences[0].seen = words, words
		w.scorer.session.Read(batch...)
		decodes(sentences)
	}
}

// WithScorer returns a parser with another scorer.
func WithScorer(p *Parser, change func(score.Scorer) score.Scorer) *Parser {
	q := p.clone()
	q.scorer = change(p.scorer)
	return q
}

// KnownMarks returns the marks that the treebank of a model has as words.
func (p *Parser) KnownMarks() []string {
	if known := p.marks(); known != nil {
		return known.Words
	}
	return nil
}

// SeenForms returns the forms of words as the scorer sees them.
func (p *Parser) SeenForms(words []conll.Word) (forms []string) {
	for _, w := range p.codec.Seen(nil, words) {
		forms = append(forms, w.Form)
	}
	return forms
}
