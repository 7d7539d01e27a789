// Package parser trains and runs greedy transition-based parsers.
package parser

import (
	"fmt"

	"parser/conll"
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
	scheme    conll.Scheme
	decorated []bool // of labels
}

// Parse sets the heads and labels of s, whatever they were.
func (p *Parser) Parse(s *conll.Sentence) { p.parse(p.newGuide(), s) }

// parse is Parse with a guide to reuse.
func (p *Parser) parse(g *guide, s *conll.Sentence) {
	g.parse(s.Words)
	lifted := false
	for i := range s.Words {
		n := &g.config.Nodes[i+1]
		s.Words[i].Head, s.Words[i].Deprel = int(n.Head), p.meta.Labels[n.Label]
		lifted = lifted || p.decorated[n.Label]
	}
	if lifted {
		conll.Deprojectivize(s, p.scheme)
	}
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
