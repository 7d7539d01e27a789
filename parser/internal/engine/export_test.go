package engine

import (
	"parser/conll"
	"parser/parser/internal/score"
)

// Decoding returns what decodes words with one worker, again and again.
func Decoding(p *Parser) func(words []conll.Word) {
	w, batch := p.newWorker(), make([][]conll.Word, 1)
	return func(words []conll.Word) {
		batch[0] = words
		w.extend(1)
		w.session.Read(batch...)
		w.decode(batch)
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
	for _, w := range p.encoder.Seen(nil, words) {
		forms = append(forms, w.Form)
	}
	return forms
}
