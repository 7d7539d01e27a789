// Package parser trains and runs greedy transition-based parsers of dependencies
// and of constituents (Nivre 2008): in each configuration of a transition system,
// a linear model over feature templates scores the legal actions, and the best one
// is taken. It learns which from an oracle, by imitation (Goldberg & Nivre 2013).
//
// From a treebank to a parse:
//
//	train, err := conll.ReadFile("train.conllu")        // and dev, to choose the best epoch
//	options := parser.DefaultOptions()                  // arc-hybrid, dynamic oracle
//	p, err := parser.Train(ctx, train, dev, options, parser.Observer{})
//	err = p.Save("en.npz")
//
// and, in another program:
//
//	p, err := parser.Load("en.npz")
//	s, err := r.Read()                                  // The dog sleeps .
//	p.Parse(s)                                          // 2 det, 3 nsubj, 0 root, 3 punct
//
// or, for files of any length and several processors:
//
//	err = p.Stream(ctx, r.Read, w.Write, workers)
//
// A parse is always a tree, with one root if all training trees have one.
// Non-projective trees are learned pseudo-projectively (Nivre & Nilsson 2005); the
// oracle "pd" can also learn them as they are, for parses that are projective.
//
// Constituency trees have transition systems of their own, bracket, in-order and
// shift-label, and the rest is the same:
//
//	train, err := ptb.ReadFile("train.mrg")             // ( (S (NP-SBJ (DT The) (NN dog)) …))
//	options := parser.DefaultsFor("in-order")           // without empty elements and functions
//	p, err := parser.TrainTrees(ctx, train, dev, options, parser.Observer{})
//	tree, err := p.ParseTree(s.Words)                   // (TOP (S (NP (DT The) (NN dog)) …))
//	err = p.StreamTrees(ctx, next, w.Write, workers)
//
// They are normalised as Options.Steps says, and a parse is always a tree under the
// root TOP, over all words, with the tags that came with them. A model builds one
// kind of tree, see Parser.Kind.
//
// Taggers are learned in the same way, and a parser can hold some for words that have
// no tags:
//
//	tagger, err := parser.TrainTags(ctx, train, dev, parser.DefaultsFor("tag"), parser.Observer{})
//	err = tagger.Tag(s)                                 // UPOS of every word
//	p, err = p.WithTaggers(tagger)
//
// With Options.Tag and Options.Jackknife a parser learns from predicted tags.
//
// The same data, options and seed give the same model, byte for byte, and the
// same parses, whatever the number of workers.
package parser

import (
	"errors"
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
	scorers   []model.Model
	scheme    conll.Scheme
	decorated []bool // of labels
	taggers   []*Parser
	retag     bool
}

// ErrKind is the cause when a parser is asked for a kind of tree that it does not
// build.
var ErrKind = errors.New("the model does not build this kind of tree")

// Kind returns the kind of tree that the parser builds: with Dependencies use
// Parse and Stream, with Constituents ParseTree and StreamTrees.
func (p *Parser) Kind() transition.Kind { return p.system.Kind() }

// builds returns an ErrKind unless the parser builds trees of this kind.
func (p *Parser) builds(kind transition.Kind) error {
	if p.Kind() != kind {
		return fmt.Errorf("%w: its system is %s", ErrKind, p.system.Name())
	}
	return nil
}

// Parse sets the heads and labels of s, whatever they were. The error is nil or
// an ErrKind.
func (p *Parser) Parse(s *conll.Sentence) error {
	if err := p.builds(transition.Dependencies); err != nil {
		return err
	}
	p.worker()(s)
	return nil
}

// worker returns what parses one sentence after another.
func (p *Parser) worker() func(*conll.Sentence) {
	g, fill := p.newGuide(), p.newFilling()
	return func(s *conll.Sentence) {
		fill(s.Words)
		p.parse(g, s)
	}
}

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
		text += ", " + s.Describe()
	}
	return text
}
