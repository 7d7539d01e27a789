// Package parser trains and runs greedy transition-based parsers.
package parser

import (
	"fmt"

	"parser/model"
	"parser/parser/features"
	"parser/transition"
)

// Parser is a trained parser. It is immutable and safe for concurrent use.
type Parser struct {
	meta      Meta
	system    transition.System
	actions   *actions
	extractor *features.Extractor
	scorers   []model.Scorer
}

// newGuide returns a guide that follows the parser's scorers.
func (p *Parser) newGuide() *guide {
	return &guide{
		system: p.system, actions: p.actions, extractor: p.extractor,
		twoStep: len(p.scorers) == 2, judge: &bestJudge{scorers: p.scorers},
	}
}

// Describe gives the size of the model in words.
func (p *Parser) Describe() string {
	text := fmt.Sprintf("%d actions", len(p.actions.all))
	for _, s := range p.scorers {
		if l, ok := s.(*model.Linear); ok {
			text += fmt.Sprintf(", %d features, %d weights", l.Rows(), l.Cells())
		}
	}
	return text
}
