// Package engine has parsers: models with their parts, and what takes sentences through them. [Options] say how a model is
// trained, and package training trains it. A model file (FORMAT.md of package model) has [Meta], a scorer, and parts, see
// [Parser.Parts]. [Parser.With] says what is asked of a parse; [Parser.Run] parses.
//
// Items go in batches through the passes that passes.go lists: a base and taggers, what shows sentences to the scorer, the
// run of the transition system, what its configurations mean, probabilities, enhanced dependencies. A pass owns its
// memory, and says when it is there for a parser and a request.
//
// The same data, options and seed give the same model, and the same parses, whatever the number of workers.
package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"parser/parser/internal/decode"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/lookup"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// Parser is a parser of dependencies, constituents, graphs or tags, immutable and safe for concurrent use.
type Parser struct {
	meta    Meta
	system  transition.System
	actions *decode.Actions
	codec   structure.Codec
	lookup  *lookup.Table // by which the codec shows words to the scorer
	scorer  score.Scorer
	builds  *structure.Structure
	parts   []Part // in the order of files
	only    string // what was read of the model, see LoadFor; "" for all
	request treebank.Request
	rules   *decode.Rules                       // that trees obey, if Valid was asked for; nil for none
	idle    *sync.Pool                          // of workers of this very parser
	needs   func() bool                         // whether it NeedsTags, found out once
	cuts    func() *Segmenter                   // its Segmenter, found once
	checks  func() []func(*treebank.Item) error // see findChecks; found once
}

// ErrKind is the cause when a parser does not build the requested kind of structure.
var ErrKind = errors.New("the model does not build this kind of tree")

// Kind returns the kind of structure that the parser builds: with Dependencies use Parse, with Constituents
// ParseTree, with Graphs ParseGraph, with Tags Tag; Run is for all.
func (p *Parser) Kind() transition.Kind { return p.system.Kind() }

// Structure returns the kind of structure that the parser builds, with all its properties.
func (p *Parser) Structure() *structure.Structure { return p.builds }

// System returns the transition system, with the bounds that the training data showed.
func (p *Parser) System() transition.System { return p.system }

// Field returns the column that a tagger fills, one of structure.Fields; "" if the model is no tagger.
func (p *Parser) Field() string { return p.meta.Field }

// Meta returns what the model says about itself. It must not be changed.
func (p *Parser) Meta() *Meta { return &p.meta }

// Scorer returns the scorer of the parser, without its temperature.
func (p *Parser) Scorer() score.Scorer { return p.scorer }

// CalibratedScorer returns the scorer with scores whose softmax is the probability of an action ([Parser.Calibrated]). One that
// knows several treebanks reads the sentences of others as those of the first.
func (p *Parser) CalibratedScorer() score.Scorer {
	s := ensemble.New(ensemble.Part{Kind: p.meta.Scorer, Weight: float32(1 / cmp.Or(p.meta.Temperature, 1)), Scorer: p.scorer})
	if known := p.meta.Treebanks; len(known) > 0 {
		return follower{s, s.(score.Predictor), known}
	}
	return s
}

// Shape returns what scorers need to know about the parser.
func (p *Parser) Shape() score.Shape {
	return score.Shape{System: p.system, Actions: p.actions, TwoStep: p.meta.TwoStep, View: p.builds.View}
}

// Describe gives the size of the model in words.
func (p *Parser) Describe() string {
	return fmt.Sprintf("%d actions, %s", len(p.actions.All), p.scorer.Describe())
}

// Predicts returns the columns that the parser sets in words where they are empty: those of its taggers, those that its
// scorer predicts, and those of its base: XPOS for constituents, for graphs all that the base fills in sentences without
// heads, and for dependencies all that it fills in sentences without the columns that the scorer reads.
func (p *Parser) Predicts() (fields []string) {
	for _, t := range p.Taggers() {
		fields = append(fields, t.Field())
	}
	if f, ok := p.scorer.(score.Predictor); ok {
		fields = append(fields, f.Fields()...)
	}
	for _, l := range p.lent() {
		if l.to != "" {
			fields = append(fields, l.to)
		} else {
			fields = append(fields, p.Base().Predicts()...)
		}
	}
	return fields
}

// WithScores returns a parser like p with these scores on dev in its Meta.
func (p *Parser) WithScores(s treebank.Scores) *Parser {
	q := p.clone()
	q.meta.Scores = s
	return q
}

// clone returns a copy to be changed before it is used, whose workers are its own.
func (p *Parser) clone() *Parser {
	q := *p
	q.idle = &sync.Pool{New: func() any { return q.newWorker() }}
	q.cuts, q.checks = sync.OnceValue(q.findSegmenter), sync.OnceValue(q.findChecks)
	q.needs = sync.OnceValue(func() bool {
		return slices.ContainsFunc(q.builds.Needs(q.scorer.Columns()), structure.IsTag) && !slices.ContainsFunc(q.Predicts(), structure.IsTag)
	})
	return &q
}
