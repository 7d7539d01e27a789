package parser

import (
	"parser/conll"
	"parser/parser/score"
)

// Decoding returns what decodes words with one worker, again and again.
func Decoding(p *Parser) func(words []conll.Word) { return p.newWorker().decode }

// WithScorer returns a parser with another scorer.
func WithScorer(p *Parser, change func(score.Scorer) score.Scorer) *Parser {
	q := *p
	q.scorer = change(p.scorer)
	return &q
}
