// Package parser trains and runs transition-based parsers of dependencies, of constituents and of graphs (Nivre 2008):
// in each configuration of a transition system, a network or a linear model over feature templates scores the legal
// actions, and the best one is taken. It learns which from an oracle, by imitation (Goldberg & Nivre 2013).
//
// From a treebank to a parse:
//
//	sentences, err := conll.ReadFile("train.conllu")
//	data := Data{Sentences: sentences}        // and dev, to choose the best epoch
//	options := parser.DefaultOptions()                  // arc-hybrid, dynamic oracle, network
//	p, err := train.Run(ctx, data, dev, options, train.Observer{})
//	err = p.Save("en.npz")
//
//	p, err := parser.Load("en.npz")                     // in another program
//	items, err := p.ParseText(ctx, "The dog sleeps.")   // raw text, if the model has a segmenter
//	s, err := r.Read()                                  // The dog sleeps .
//	p.Parse(s)                                          // 2 det, 3 nsubj, 0 root, 3 punct
//	for it, err := range p.All(ctx, r.All(), workers) { // files of any length, with several processors
//
// A parse is always a tree, with one root if all training trees have one. Non-projective trees are learned
// pseudo-projectively (Nivre & Nilsson 2005); the oracle "pd" can also learn them as they are, for projective parses.
// A word whose head is unknown (conll.NoHead) teaches nothing, and costs nothing.
//
// Constituency trees have transition systems of their own, and the rest is the same, with ptb.ReadFile,
// Data{Trees: trees}, DefaultsFor("in-order"), [Parser.ParseTree]. They are
// normalised as Options.Steps says. A parse is a tree under the root TOP, over all words, with the tags that they had.
//
// Graphs of meaning (package amr) are built of dependency trees, with Data{Graphs: graphs, Sentences:
// sentences}, DefaultsFor("amr") and [Parser.ParseGraph]. [Parser.WithBase] lets the model hold what makes those trees.
//
// Taggers are learned in the same way, with DefaultsFor("tag") and [Parser.Tag], and a parser can hold some for words
// that have no tags ([Parser.WithTaggers]). With Options.Tag and Options.Jackknife a parser learns from predicted tags.
// A network can predict tags along with trees (neural.Settings.MultiTask).
//
// [Options.UseScorer] with "linear" makes parsers that learn in seconds and parse fastest, and are less accurate by two
// to five points. [Parser.With] says what else is asked of a parse: to complete trees that are there in part, labels that
// Universal Dependencies allows, several trees, probabilities. Parsing is greedy, or with a beam a search for the most
// probable derivation.
//
// The same data, options and seed give the same model, and the same parses, whatever the number of workers.
package engine

import (
	"cmp"
	"errors"
	"fmt"
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
	reading *lookup.Table // by which the segmenter looks units up; nil without one
	scorer  score.Scorer
	builds  *structure.Structure
	parts   []part // in the order of files
	only    string // what was read of the model, see LoadFor; "" for all
	request treebank.Request
	rules   *decode.Rules // that trees obey, if Valid was asked for; nil for none
	idle    *sync.Pool    // of workers of this very parser
	needs   func() bool   // whether it NeedsTags, found out once
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

// CalibratedScorer returns the scorer with scores whose softmax is the probability of an action ([Parser.Calibrated]).
func (p *Parser) CalibratedScorer() score.Scorer {
	return ensemble.New(ensemble.Part{Kind: p.meta.Scorer, Weight: float32(1 / cmp.Or(p.meta.Temperature, 1)), Scorer: p.scorer})
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
	if b := p.base(); b != nil {
		if b.tags != "" {
			fields = append(fields, "xpos")
		} else if p.builds.NeedsHeads {
			fields = append(fields, b.model.Predicts()...)
		}
		fields = append(fields, b.lends...)
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
	q.idle, q.needs = &sync.Pool{New: func() any { return q.newWorker() }}, sync.OnceValue(q.needsTags)
	return &q
}
