// Package parser trains and runs greedy transition-based parsers of dependencies
// and of constituents (Nivre 2008): in each configuration of a transition system,
// a linear model over feature templates scores the legal actions, and the best one
// is taken. It learns which from an oracle, by imitation (Goldberg & Nivre 2013).
//
// From a treebank to a parse:
//
//	sentences, err := conll.ReadFile("train.conllu")
//	data := treebank.Data{Sentences: sentences}         // and dev, to choose the best epoch
//	options := parser.DefaultOptions()                  // arc-hybrid, dynamic oracle
//	p, err := train.Run(ctx, data, dev, options, train.Observer{})
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
//	trees, err := ptb.ReadFile("train.mrg")             // ( (S (NP-SBJ (DT The) (NN dog)) …))
//	data := treebank.Data{Trees: trees}
//	options := parser.DefaultsFor("in-order")           // without empty elements and functions
//	p, err := train.Run(ctx, data, dev, options, train.Observer{})
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
//	tagger, err := train.Run(ctx, data, dev, parser.DefaultsFor("tag"), train.Observer{})
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
	"slices"

	"parser/conll"
	"parser/parser/decode"
	"parser/parser/score"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// Parser is a trained parser, of dependencies, constituents or tags. It is immutable and
// safe for concurrent use.
type Parser struct {
	meta    Meta
	system  transition.System
	actions *decode.Actions
	encoder treebank.Encoder
	scorer  score.Scorer
	taggers []*Parser
	retag   bool
}

// New makes a parser of what a model file says of it, its scorer, and the taggers that
// work before it. An error says what no parser can have.
func New(m Meta, s score.Scorer, taggers ...*Parser) (*Parser, error) {
	p, err := fromMeta(m)
	if err != nil {
		return nil, err
	}
	p.scorer = s
	return p.WithTaggers(taggers...)
}

// ErrKind is the cause when a parser is asked for a kind of structure that it does not
// build.
var ErrKind = errors.New("the model does not build this kind of tree")

// Kind returns the kind of structure that the parser builds: with Dependencies use
// Parse and Stream, with Constituents ParseTree and StreamTrees, with Tags Tag and
// StreamTags; Annotate is for all.
func (p *Parser) Kind() transition.Kind { return p.system.Kind() }

// System returns the transition system, with the bounds that the training data showed.
func (p *Parser) System() transition.System { return p.system }

// Field returns the column that a tagger fills, one of treebank.Fields; "" if the model
// is none.
func (p *Parser) Field() string { return p.meta.Field }

// Meta returns what the model says about itself. It must not be changed.
func (p *Parser) Meta() *Meta { return &p.meta }

// Shape returns what scorers have to know of the parser.
func (p *Parser) Shape() score.Shape {
	return score.Shape{System: p.system, Actions: p.actions, TwoStep: p.meta.TwoStep}
}

// Describe gives the size of the model in words.
func (p *Parser) Describe() string {
	return fmt.Sprintf("%d actions, %s", len(p.actions.All), p.scorer.Describe())
}

// builds returns an ErrKind unless the parser builds structures of this kind.
func (p *Parser) builds(kind transition.Kind) error {
	if p.Kind() != kind {
		return fmt.Errorf("%w: its system is %s", ErrKind, p.system.Name())
	}
	return nil
}

// Parse sets the heads and labels of s, whatever they were. The error is nil or
// an ErrKind.
func (p *Parser) Parse(s *conll.Sentence) error { return p.one(transition.Dependencies, sentence(s)) }

// Tag sets the tagger's field in all words of s, whatever it was. It reads forms and,
// if it was trained to, other columns. The error is nil or an ErrKind.
func (p *Parser) Tag(s *conll.Sentence) error { return p.one(transition.Tags, sentence(s)) }

// ParseTree returns the constituency tree over words, of which it reads form and
// XPOS (or UPOS, where there is no XPOS). A form may be written as in Penn
// brackets, with -LRB- for "("; in the tree it has to be, as has a tag, and all
// else stays as it was. The tree's root is labelled ptb.TopLabel; it is the tree
// without words if there are none. The error is nil or an ErrKind.
func (p *Parser) ParseTree(words []conll.Word) (*ptb.Tree, error) {
	it := &treebank.Item{Words: words}
	err := p.one(transition.Constituents, it)
	return it.Tree, err
}

func (p *Parser) one(kind transition.Kind, it *treebank.Item) error {
	if err := p.builds(kind); err != nil {
		return err
	}
	p.newWorker().annotate(it)
	return nil
}

func sentence(s *conll.Sentence) *treebank.Item {
	return &treebank.Item{Words: s.Words, Sentence: s}
}

// ErrTaggers is the cause when a model is given taggers that it cannot hold.
var ErrTaggers = errors.New("a model cannot hold these taggers")

// maxDepth is how many taggers may be inside each other: the deepest are those of the
// first pass of a tagger in a parser.
const maxDepth = 2

// Taggers returns the taggers that the model holds, in the order of their work; those
// of a tagger are its first pass. They must not be changed.
func (p *Parser) Taggers() []*Parser { return p.taggers }

// WithTaggers returns the parser with the given taggers in place of those that it
// held: it tags words that have nothing in a tagger's field before it parses them. The
// error is an ErrTaggers: each must be a tagger, and of a field of its own.
func (p *Parser) WithTaggers(taggers ...*Parser) (*Parser, error) {
	if err := CheckTaggers(taggers); err != nil {
		return nil, err
	}
	q := *p
	q.taggers, q.meta.Taggers = slices.Clone(taggers), len(taggers)
	return &q, nil
}

// CheckTaggers returns an ErrTaggers unless these taggers can work one after the other:
// each must be a tagger, and of a field of its own.
func CheckTaggers(taggers []*Parser) error {
	var fields []string
	for _, t := range taggers {
		switch {
		case t.Field() == "":
			return fmt.Errorf("%w: %s is no tagger", ErrTaggers, t.meta.System)
		case slices.Contains(fields, t.Field()):
			return fmt.Errorf("%w: two of %s", ErrTaggers, t.Field())
		case t.depth() >= maxDepth:
			return fmt.Errorf("%w: one has a first pass that has a first pass", ErrTaggers)
		}
		fields = append(fields, t.Field())
	}
	return nil
}

// depth counts the taggers inside each other.
func (p *Parser) depth() int {
	deepest := 0
	for _, t := range p.taggers {
		deepest = max(deepest, 1+t.depth())
	}
	return deepest
}

// Retagging returns a parser like p that tags all words before it parses them, also
// those that have tags.
func (p *Parser) Retagging() *Parser {
	q := *p
	q.retag = true
	return &q
}
