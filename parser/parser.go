// Package parser trains and runs transition-based parsers of dependencies,
// of constituents and of graphs (Nivre 2008): in each configuration of a transition system, a network or
// a linear model over feature templates scores the legal actions, and the best one is taken.
// It learns which from an oracle, by imitation (Goldberg & Nivre 2013).
//
// From a treebank to a parse:
//
//	sentences, err := conll.ReadFile("train.conllu")
//	data := structure.Data{Sentences: sentences}         // and dev, to choose the best epoch
//	options := parser.DefaultOptions()                  // arc-hybrid, dynamic oracle, network
//	p, err := train.Run(ctx, data, dev, options, train.Observer{})
//	err = p.Save("en.npz")
//
//	p, err := parser.Load("en.npz")                     // in another program
//	s, err := r.Read()                                  // The dog sleeps .
//	p.Parse(s)                                          // 2 det, 3 nsubj, 0 root, 3 punct
//	err = p.Stream(ctx, r.Read, w.Write, workers)       // files of any length, with several processors
//
// A parse is always a tree, with one root if all training trees have one.
// Non-projective trees are learned pseudo-projectively (Nivre & Nilsson 2005); the
// oracle "pd" can also learn them as they are, for parses that are projective. A word
// whose head is unknown (conll.NoHead) teaches nothing, and costs nothing.
//
// Constituency trees have transition systems of their own, bracket, in-order and
// shift-label, and the rest is the same, with ptb.ReadFile, structure.Data{Trees: trees},
// DefaultsFor("in-order"), [Parser.ParseTree] and [Parser.StreamTrees]. They are normalised
// as Options.Steps says, and a parse is always a tree under the root TOP, over all words,
// with the tags that came with them.
//
// Graphs of meaning (package amr) are built of dependency trees by the system amr, with
// structure.Data{Graphs: graphs, Sentences: sentences}, DefaultsFor("amr"), [Parser.ParseGraph] and
// [Parser.StreamGraphs]. [Parser.WithBase] lets the model hold what makes those trees.
//
// [Options.UseScorer] with "linear" makes parsers that learn in seconds and parse fastest, and
// are less accurate by two to five points.
//
// Taggers are learned in the same way, with DefaultsFor("tag") and [Parser.Tag], and a parser
// can hold some for words that have no tags ([Parser.WithTaggers]). With Options.Tag and
// Options.Jackknife a parser learns from predicted tags. A network can predict tags along with
// trees (neural.Settings.MultiTask).
//
// Trees that are there in part are completed by [Parser.KeepingHeads].
//
// Parsing is greedy, or with [Parser.WithBeam] a search for the most probable derivation.
//
// The same data, options and seed give the same model, byte for byte, and the
// same parses, whatever the number of workers.
package parser

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/decode"
	"parser/parser/score"
	"parser/parser/score/ensemble"
	"parser/parser/structure"
	"parser/ptb"
	"parser/transition"
)

// Parser is a trained parser, of dependencies, constituents, graphs or tags. It is immutable and
// safe for concurrent use.
type Parser struct {
	meta      Meta
	system    transition.System
	actions   *decode.Actions
	encoder   structure.Encoder
	scorer    score.Scorer
	taggers   []*Parser
	segmenter *Segmenter // nil for none
	base      *Parser    // of dependencies, in a parser of graphs or constituents; nil for none
	baseTags  string     // the column of the base whose tags a parser of constituents takes; "" for none
	retag     bool
	beam      int        // 0 for 1
	keep      bool       // heads that words have
	idle      *sync.Pool // of workers of this very parser
}

// ErrKind is the cause when a parser is asked for a kind of structure that it does not
// build.
var ErrKind = errors.New("the model does not build this kind of tree")

// ErrNil is the cause when a parser is given nil where it needs a sentence, an item, or a bank.
var ErrNil = errors.New("nil, and nothing to parse")

// Kind returns the kind of structure that the parser builds: with Dependencies use
// Parse and Stream, with Constituents ParseTree and StreamTrees, with Graphs ParseGraph and
// StreamGraphs, with Tags Tag and StreamTags; Annotate is for all.
func (p *Parser) Kind() transition.Kind { return p.system.Kind() }

// System returns the transition system, with the bounds that the training data showed.
func (p *Parser) System() transition.System { return p.system }

// Field returns the column that a tagger fills, one of structure.Fields; "" if the model
// is none.
func (p *Parser) Field() string { return p.meta.Field }

// Meta returns what the model says about itself. It must not be changed.
func (p *Parser) Meta() *Meta { return &p.meta }

// Scorer returns the scorer of the parser, without its temperature.
func (p *Parser) Scorer() score.Scorer { return p.scorer }

// Probable returns the scorer with scores whose softmax is the probability of an action, as
// far as the parser is [Parser.Calibrated].
func (p *Parser) Probable() score.Scorer {
	return ensemble.New(ensemble.Part{Kind: p.meta.Scorer, Weight: float32(1 / cmp.Or(p.meta.Temperature, 1)), Scorer: p.scorer})
}

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

// Needs returns the columns that parses depend on, of lemma, upos, xpos and feats, and that the
// parser does not set itself.
func (p *Parser) Needs() []string {
	fills := p.Fills()
	return slices.DeleteFunc(p.scorer.Columns(), func(column string) bool { return slices.Contains(fills, column) })
}

// NeedsTags reports whether parses depend on tags, UPOS or XPOS, that the words must bring along:
// the parser has learned from them, and sets neither (Fills).
func (p *Parser) NeedsTags() bool {
	isTag := func(column string) bool { return column == "upos" || column == "xpos" }
	return p.Kind() != transition.Tags && !slices.ContainsFunc(p.Fills(), isTag) &&
		(p.Kind() == transition.Constituents || slices.ContainsFunc(p.scorer.Columns(), isTag))
}

// Parse sets the heads and labels of s, whatever they were, or see KeepingHeads. The error
// is nil, an ErrKind, conll.ErrNoTag about a word without a tag where the parser NeedsTags,
// or one of CheckHeads.
func (p *Parser) Parse(s *conll.Sentence) error {
	if err := p.CheckHeads(s); err != nil {
		return err
	}
	if p.NeedsTags() {
		if err := s.CheckTags(); err != nil {
			return err
		}
	}
	return p.one(transition.Dependencies, &structure.Item{Words: s.Words, Sentence: s, Keep: p.keep})
}

// Tag sets the tagger's field in all words of s, whatever it was. It reads forms and,
// if it was trained to, other columns. The error is nil, an ErrKind or ErrNil.
func (p *Parser) Tag(s *conll.Sentence) error {
	if s == nil {
		return ErrNil
	}
	return p.one(transition.Tags, &structure.Item{Words: s.Words})
}

// ParseTree returns the constituency tree over words, of which it reads form and
// XPOS (or UPOS, where there is no XPOS). A form may be written as in Penn
// brackets, with -LRB- for "("; in the tree it has to be, as has a tag, and all
// else stays as it was. The tree's root is labelled ptb.TopLabel; it is the tree
// without words if there are none. The error is nil, an ErrKind, or conll.ErrNoTag as that of Parse.
func (p *Parser) ParseTree(words []conll.Word) (*ptb.Tree, error) {
	if p.NeedsTags() {
		if err := untagged(words); err != nil {
			return nil, err
		}
	}
	it := &structure.Item{Words: words}
	err := p.one(transition.Constituents, it)
	return it.Tree, err
}

// ParseGraph returns the graph of the meaning of s. Words without tags, lemmas and heads get
// them from the parser's base. The error is nil, an ErrKind, one of CheckBase, or conll.ErrNoTag as that of Parse.
func (p *Parser) ParseGraph(s *conll.Sentence) (*amr.Graph, error) {
	if err := p.CheckBase(s); err != nil {
		return nil, err
	}
	if p.NeedsTags() {
		if err := s.CheckTags(); err != nil {
			return nil, err
		}
	}
	it := &structure.Item{Words: s.Words, Sentence: s}
	err := p.one(transition.Graphs, it)
	return it.Graph, err
}

func (p *Parser) one(kind transition.Kind, it *structure.Item) error {
	if err := p.builds(kind); err != nil {
		return err
	}
	w := p.takeWorker()
	w.annotate(it)
	w.giveBack()
	return nil
}

// ErrTaggers is the cause when a model is given taggers that it cannot hold.
var ErrTaggers = errors.New("a model cannot hold these taggers")

// Taggers returns the taggers that the model holds, in the order of their work; those
// of a tagger are its first pass. They must not be changed.
func (p *Parser) Taggers() []*Parser { return p.taggers }

// Fills returns the columns that the parser sets in words that have nothing there: those of
// its taggers, and those that its scorer predicts while it reads the words; of a parser of graphs
// also those of its base, in sentences to which that gives heads; of one of constituents, XPOS if its base tags.
func (p *Parser) Fills() (fields []string) {
	for _, t := range p.taggers {
		fields = append(fields, t.Field())
	}
	w := p.takeWorker()
	defer w.giveBack()
	if w.filler != nil {
		fields = append(fields, w.filler.Fields()...)
	}
	if p.baseTags != "" {
		fields = append(fields, "xpos")
	} else if p.base != nil && p.Kind() == transition.Graphs {
		fields = append(fields, p.base.Fills()...)
	}
	return fields
}

// WithTaggers returns the parser with the given taggers in place of those that it
// held: it tags words that have nothing in a tagger's field before it parses them. The
// error is an ErrTaggers: each must be a tagger, and of a field of its own.
func (p *Parser) WithTaggers(taggers ...*Parser) (*Parser, error) {
	if err := CheckTaggers(taggers); err != nil {
		return nil, err
	}
	q := p.clone()
	q.taggers, q.meta.Taggers = slices.Clone(taggers), len(taggers)
	return q, nil
}

// CheckTaggers returns an ErrTaggers unless these taggers can work one after the other:
// each must be a tagger, and of a field of its own.
func CheckTaggers(taggers []*Parser) error {
	var fields []string
	for _, t := range taggers {
		switch {
		case t == nil:
			return fmt.Errorf("%w: nil is no tagger", ErrTaggers)
		case t.Field() == "":
			return fmt.Errorf("%w: %s is no tagger", ErrTaggers, t.meta.System)
		case slices.Contains(fields, t.Field()):
			return fmt.Errorf("%w: two of %s", ErrTaggers, t.Field())
		case slices.ContainsFunc(t.taggers, func(first *Parser) bool { return len(first.taggers) > 0 }):
			return fmt.Errorf("%w: one has a first pass that has a first pass", ErrTaggers)
		}
		fields = append(fields, t.Field())
	}
	return nil
}

// WithScores returns a parser like p that says that these are its scores on dev.
func (p *Parser) WithScores(s structure.Scores) *Parser {
	q := p.clone()
	q.meta.Scores = s
	return q
}

// Retagging returns a parser like p that tags all words before it parses them, also
// those that have tags. The base of a parser of graphs gives them heads again, too.
func (p *Parser) Retagging() *Parser {
	q := p.clone()
	if q.retag = true; p.base != nil {
		q.base = p.base.Retagging()
	}
	return q
}
