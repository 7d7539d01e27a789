package parser

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/structure"
	"parser/parser/text"
	"parser/ptb"
)

// ParseText parses a raw text and returns its sentences in order. The error is one of [Parser.Text] or [Parser.Run].
//
//	items, err := p.ParseText(ctx, "The dog barked.")
//	fmt.Println(items[0].Sentence.Words[1].Deprel) // nsubj
func (p *Parser) ParseText(ctx context.Context, raw string) (items []*structure.Item, err error) {
	r, err := p.Text(strings.NewReader(raw), "text", text.Options{})
	if err != nil {
		return nil, err
	}
	for it, err := range p.All(ctx, r.All(), 1) {
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// All parses sentences, such as those of [conll.Reader.All] or [text.Reader.All], with the given number of goroutines,
// and yields them in order. It ends with the first error of Run, if there is one.
//
//	for it, err := range p.All(ctx, conll.NewReader(f, "in.conllu").All(), 1) {
//		…
//	}
func (p *Parser) All(ctx context.Context, sentences iter.Seq2[*conll.Sentence, error], workers int) iter.Seq2[*structure.Item, error] {
	return func(yield func(*structure.Item, error) bool) {
		next, stop := iter.Pull2(sentences)
		defer stop()
		ended := false
		err := p.Run(ctx, structure.Items(func() (*conll.Sentence, error) {
			s, err, more := next()
			if !more {
				return nil, io.EOF
			}
			return s, err
		}, structure.SentenceItem), func(it *structure.Item) error {
			if ended = !yield(it, nil); ended {
				return io.EOF
			}
			return nil
		}, workers)
		if err != nil && !ended {
			yield(nil, err)
		}
	}
}

// Parse sets the heads and labels of s, whatever they were, or see KeepingHeads. The error is an ErrKind, or that of
// Check.
func (p *Parser) Parse(s *conll.Sentence) error {
	_, err := p.one(p.builds.Heads, structure.SentenceItem(s))
	return err
}

// Tag sets the tagger's field in all words of s, whatever it was. It reads forms and, if it was trained to, other
// columns. The error is an ErrKind or ErrNil.
func (p *Parser) Tag(s *conll.Sentence) error {
	_, err := p.one(p.builds.Tagger, structure.SentenceItem(s))
	return err
}

// ParseTree returns the constituency tree over words, under the root ptb.TopLabel; without words it has none. It reads
// their form and their XPOS (or UPOS, where there is no XPOS). A form may be written as in Penn brackets, with -LRB-
// for "("; in the tree it has to be, as has a tag. The error is an ErrKind, or that of Check.
func (p *Parser) ParseTree(words []conll.Word) (*ptb.Tree, error) {
	it, err := p.one(p.builds.Holds == structure.Tree, wordsItem(words))
	return it.Tree, err
}

// ParseGraph returns the graph of the meaning of s. Words without tags, lemmas and heads get them from the parser's
// base. The error is an ErrKind, or that of Check.
func (p *Parser) ParseGraph(s *conll.Sentence) (*amr.Graph, error) {
	it, err := p.one(p.builds.Holds == structure.Graph, structure.SentenceItem(s))
	if err != nil {
		return nil, err
	}
	return it.Graph, nil
}

// one parses an item, which is returned, if the parser builds what is asked for.
func (p *Parser) one(builds bool, it *structure.Item) (*structure.Item, error) {
	if err := p.kindError(builds); err != nil {
		return &structure.Item{}, err
	}
	if err := p.Check(it); err != nil {
		return &structure.Item{}, err
	}
	w := p.takeWorker()
	w.annotate(it)
	w.giveBack()
	return it, nil
}

// kindError returns an ErrKind unless the parser builds what is asked for.
func (p *Parser) kindError(builds bool) error {
	if !builds {
		return fmt.Errorf("%w: its system is %s", ErrKind, p.system.Name())
	}
	return nil
}

func wordsItem(words []conll.Word) *structure.Item { return &structure.Item{Words: words} }

// Stream is Run for sentences that get heads and labels.
func (p *Parser) Stream(ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	if err := p.kindError(p.builds.Heads); err != nil {
		return err
	}
	return p.Run(ctx, structure.Items(next, structure.SentenceItem), func(it *structure.Item) error { return emit(it.Sentence) }, workers)
}

// StreamTrees is Run for words over which constituency trees are built.
func (p *Parser) StreamTrees(ctx context.Context, next func() ([]conll.Word, error), emit func(*ptb.Tree) error, workers int) error {
	if err := p.kindError(p.builds.Holds == structure.Tree); err != nil {
		return err
	}
	return p.Run(ctx, structure.Items(next, wordsItem), func(it *structure.Item) error { return emit(it.Tree) }, workers)
}

// RunTaggers is Run for taggers that work one after the other.
func RunTaggers(ctx context.Context, taggers []*Parser, next func() (*structure.Item, error), emit func(*structure.Item) error, workers int) error {
	for _, t := range taggers {
		if err := t.kindError(t.builds.Tagger); err != nil {
			return err
		}
	}
	return run(ctx, taggers, func() (*structure.Item, error) {
		it, err := next()
		if err == nil && it == nil {
			err = ErrNil
		}
		return it, err
	}, emit, workers)
}

// ParseAll parses all sentences in place.
func (p *Parser) ParseAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	return p.Stream(ctx, textfile.Each(sentences), func(*conll.Sentence) error { return nil }, workers)
}

// TagAll tags all sentences in place.
func (p *Parser) TagAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	next := structure.Items(textfile.Each(sentences), structure.SentenceItem)
	return RunTaggers(ctx, []*Parser{p}, next, func(*structure.Item) error { return nil }, workers)
}
