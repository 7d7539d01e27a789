package speed

import (
	"slices"

	"parser/conll"
	"parser/model"
	"parser/parser/internal/decode"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	"parser/parser/learn"
)

// part says which part of a scorer's work an actor does.
type part int

const (
	noting  part = iota // everything, and records the decisions
	moving              // nothing, nor do taggers
	tagging             // nothing, but taggers work
	seeing              // features, without scoring them
)

// actor is a scorer that does part of the work and makes the parser repeat the decisions in the
// script. It only works for one sentence after the other, in the same order.
type actor struct {
	score.Scorer
	classes []int // of each stage
	part    part
	script  *[]model.Class
}

func acting(p *engine.Parser, what part, script *[]model.Class) (*engine.Parser, error) {
	taggers := p.Taggers()
	if what == moving {
		taggers = nil
	}
	m := *p.Meta()
	if what != noting {
		m.Agreement = nil // the script contains its effects already
	}
	shape := p.Shape()
	return engine.New(m, actor{p.Scorer(), shape.Classes(), what, script}, taggers...)
}

// Columns implements score.Scorer: moves alone need none of the columns that taggers would have
// set.
func (a actor) Columns() []string {
	if a.part == moving {
		return nil
	}
	return a.Scorer.Columns()
}

// NewSession implements score.Scorer: each session begins with the script.
func (a actor) NewSession() score.Session {
	inner := a.Scorer.NewSession()
	filler, _ := inner.(score.Filler)
	return &session{a, filler, inner, *a.script}
}

type session struct {
	actor
	score.Filler // inner, if it predicts columns
	inner        score.Session
	rest         []model.Class // of the script
}

// Read implements score.Session.
func (s *session) Read(sentences ...[]conll.Word) {
	if s.part == noting || s.part == seeing {
		s.inner.Read(sentences...)
	}
}

// Score implements score.Session.
func (s *session) Score(decisions []*learn.Decision) {
	switch x, ok := s.inner.(score.Extractor); {
	case s.part == noting:
		s.inner.Score(decisions)
		for _, d := range decisions {
			*s.script = append(*s.script, decode.Agreed(d))
		}
		return
	case s.part == seeing && ok:
		x.Extract(decisions)
	}
	for _, d := range decisions {
		n := s.classes[d.Stage]
		d.Scores = slices.Grow(d.Scores[:0], n)[:n]
		clear(d.Scores)
		d.Scores[s.rest[0]] = 1
		s.rest = s.rest[1:]
	}
}

// Fields implements score.Predictor: a scorer that has read nothing predicts nothing.
func (a actor) Fields() []string {
	if p, ok := a.Scorer.(score.Predictor); ok && (a.part == noting || a.part == seeing) {
		return p.Fields()
	}
	return nil
}

// Values implements score.Predictor.
func (a actor) Values(field string) []string { return a.Scorer.(score.Predictor).Values(field) }
