package parser

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
