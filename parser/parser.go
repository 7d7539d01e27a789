// Package parser trains and runs transition-based parsers of dependencies, of constituents and of graphs (Nivre 2008):
// in each configuration of a transition system, a network or a linear model over feature templates scores the legal
// actions, and the best one is taken. It learns which from an oracle, by imitation (Goldberg & Nivre 2013).
//
// From a treebank to a parse:
//
//	sentences, err := conll.ReadFile("train.conllu")
//	data := parser.Data{Sentences: sentences}           // and dev, to choose the best epoch
//	options := parser.Options{Pipeline: true}           // the usual system, oracle and network, also for raw text
//	p, err := train.Run(ctx, data, dev, options, train.Observer{})
//	err = p.Save("en.npz")
//
//	p, err := parser.Load("en.npz")                     // in another program
//	items, err := p.ParseText(ctx, "The dog sleeps.")   // raw text, if the model has a segmenter
//	r := conll.NewReader(os.Stdin, "in.conllu")
//	s, err := r.Read()                                  // The dog sleeps .
//	err = p.Parse(s)                                    // 2 det, 3 nsubj, 0 root, 3 punct
//	for it, err := range p.All(ctx, r.All(), workers) { // files of any length, with several processors
//		…
//	}
//
// A parse is always a tree, with one root if all training trees have one. Non-projective trees are learned
// pseudo-projectively (Nivre & Nilsson 2005); the oracle "pd" can also learn them as they are, for projective parses.
// A word whose head is unknown (conll.NoHead) teaches nothing, and costs nothing.
//
// The same data, options and seed give the same model, and the same parses, whatever the number of workers.
//
// Import it as parser/parser.
package parser

import (
	"context"
	"io"
	"iter"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/text"
	"parser/parser/treebank"
	"parser/ptb"
)

// Parser is a parser of dependencies, constituents, graphs or tags, immutable and safe for concurrent use.
type Parser engine.Parser

// What goes in and comes out. Fields and methods are shown by: go doc parser/parser/treebank.Item, and so on.
type (
	// Item is a sentence on its way through a parser: the words, and the tree or graph made of them.
	Item = treebank.Item
	// Data is a treebank to learn from or to compare with.
	Data = treebank.Data
	// Scores says how good a parser is, in percent.
	Scores = treebank.Scores
	// Request says what is asked of a parse, see Parser.With.
	Request = treebank.Request
)

// Causes of errors.
var (
	ErrKind        = engine.ErrKind        // the parser does not build the requested kind of structure
	ErrNil         = engine.ErrNil         // a sentence or an item is nil
	ErrNoSegmenter = engine.ErrNoSegmenter // a model has none to read raw text: train with Options.Pipeline, or see WithBase
	ErrOptions     = engine.ErrOptions     // all errors in Options, and some in a Request
)

// Load reads a model file. Damaged files and those of another version are refused: the cause is ErrFile of
// parser/model/npz. An encoder that the model reads is looked for beside the file and in the folders of PARSER_ENCODERS.
func Load(name string) (*Parser, error) {
	p, err := engine.Load(name)
	return (*Parser)(p), err
}

// LoadFor is like Load, and returns the parser of which this is asked. It reads only what that takes: with Only a parser
// cannot be asked for more later, and cannot be saved.
//
//	p, err := parser.LoadFor("en.npz", parser.Request{Only: "words"})
func LoadFor(name string, r Request) (*Parser, error) {
	p, err := engine.Reading{Request: r}.Load(name)
	return (*Parser)(p), err
}

// Read reads a model of the given size in bytes, as Load does.
func Read(r io.ReaderAt, size int64) (*Parser, error) {
	p, err := engine.Read(r, size)
	return (*Parser)(p), err
}

func (p *Parser) engine() *engine.Parser { return (*engine.Parser)(p) }

// WithBase returns the parser with another base, a parser of dependencies, or without one if model is nil. For graphs
// the base makes the trees that they are made of; for constituents and dependencies it cuts raw text ([Parser.Text])
// and, unless the parser tags itself, gives words without tags those that the parser has learned from. The error says
// why the model cannot be the base of this parser.
func (p *Parser) WithBase(model *Parser) (*Parser, error) {
	q, err := p.engine().WithBase(model.engine())
	return (*Parser)(q), err
}

// Following returns a parser like p that follows the annotation of a treebank, one of Meta.Treebanks, where no other one is
// asked for. What cuts raw text and what makes lemmas is taken from local, a parser of the language of the treebank, unless p
// has that itself or local is nil: a model of many languages and a small one of each work together in that way. The error is an
// ErrOptions about a treebank that p has not learned from.
func (p *Parser) Following(name string, local *Parser) (*Parser, error) {
	q, err := p.engine().Following(name, local.engine())
	return (*Parser)(q), err
}

// With returns a parser like p that does what is asked, instead of what was asked of p before. The error names what the
// model cannot do.
func (p *Parser) With(r Request) (*Parser, error) {
	q, err := p.engine().With(r)
	return (*Parser)(q), err
}

// Save writes the model to a file, which is never incomplete.
func (p *Parser) Save(name string) error { return p.engine().Save(name) }

// Write writes the model to w.
func (p *Parser) Write(w io.Writer) error { return p.engine().Write(w) }

// Parse sets the heads and labels of s in place, whatever they were, unless Request.KeepHeads; columns in Meta.Predicts
// where a word has none; and DEPS if Meta.Enhanced. Of several trees (Request.NBest) it keeps the first; see All for the
// others. The error is ErrKind or Check's, or about a Request that stops before tags.
func (p *Parser) Parse(s *conll.Sentence) error { return p.engine().Parse(s) }

// Tag sets the tagger's field in all words of s, whatever it was. It reads forms and, if it was trained to, other
// columns. The error is an ErrKind or ErrNil.
func (p *Parser) Tag(s *conll.Sentence) error { return p.engine().Tag(s) }

// ParseTree returns the constituency tree over words, under the root ptb.TopLabel; without words it has no leaves. It
// reads their form and their XPOS (or UPOS, where there is no XPOS), predicted if Meta.Predicts has them. A
// form may be written as in Penn brackets, with -LRB- for "("; in the tree it has to be, as has a tag. The
// error is an ErrKind, or that of Check.
func (p *Parser) ParseTree(words []conll.Word) (*ptb.Tree, error) { return p.engine().ParseTree(words) }

// ParseGraph returns the graph of the meaning of s. Words without tags, lemmas and heads get them from the parser's
// base. The error is an ErrKind, or that of Check.
func (p *Parser) ParseGraph(s *conll.Sentence) (*amr.Graph, error) { return p.engine().ParseGraph(s) }

// ParseText parses a raw text and returns its sentences in order. The error is one of [Parser.Text] or [Parser.Run], and
// nothing is returned with it. Long texts are for Text and All.
//
//	items, err := p.ParseText(ctx, "The dog barked.")
//	fmt.Println(items[0].Sentence.Words[1].Deprel) // nsubj
func (p *Parser) ParseText(ctx context.Context, raw string) ([]*Item, error) {
	return p.engine().ParseText(ctx, raw)
}

// Text returns the sentences of a raw text, plain or compressed, for [Parser.All]. The name stands in errors. The error
// is ErrNoSegmenter, unless all tokens and sentences are given, ErrNil, or ErrOptions about o.
func (p *Parser) Text(r io.Reader, name string, o text.Options) (iter.Seq2[*conll.Sentence, error], error) {
	sentences, err := p.engine().Text(r, name, o)
	if err != nil {
		return nil, err
	}
	return sentences.All(), nil
}

// TextOf returns the text of a treebank, as MISC says what is between words. For sentences of [Parser.Text] it is the
// text that they were read from.
func TextOf(sentences []*conll.Sentence) (string, error) { return segment.Of(sentences) }

// All parses sentences, such as those of [conll.Reader.All] or [Parser.Text], with the given number of goroutines,
// and yields them in order. It ends with the first error of Run, if there is one, and a nil item. It parses the sentences
// themselves: give it a Clone of what must stay, such as gold. For all processors workers is runtime.GOMAXPROCS(0).
//
//	for it, err := range p.All(ctx, conll.NewReader(f, "in.conllu").All(), 1) {
//		…
//	}
func (p *Parser) All(ctx context.Context, sentences iter.Seq2[*conll.Sentence, error], workers int) iter.Seq2[*Item, error] {
	return p.engine().All(ctx, sentences, workers)
}

// Run parses items from next until io.EOF and hands them to emit in their order: every parse takes this way. An item
// has words, or a sentence with these words; the parser sets what it builds, in the item itself: give it a Clone of what
// must stay.
//
// The given number of goroutines parse; one worker does everything in the calling goroutine, and
// with workers 0 it also emits each item before it asks for the next. Memory does not grow with the
// length of the stream. It stops at the first error of next, emit or ctx, and at an item that
// [Parser.Check] refuses; everything before is emitted. With several workers next is called from
// another goroutine, but never after Run has returned: a Run that ctx or emit ends waits for the
// call that is under way.
func (p *Parser) Run(ctx context.Context, next func() (*Item, error), emit func(*Item) error, workers int) error {
	return p.engine().Run(ctx, next, emit, workers)
}

// Score parses copies of the words of gold data and compares: scores are 0 for what the parser does not build. Heads and
// spans of gold are not kept, whatever is asked of the parser, and columns that its network predicts are predicted.
func (p *Parser) Score(ctx context.Context, gold Data, workers int) (Scores, error) {
	return p.engine().Score(ctx, gold, workers)
}

// Check returns an error that says why an item cannot be parsed.
func (p *Parser) Check(it *Item) error { return p.engine().Check(it) }
