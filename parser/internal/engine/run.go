package engine

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
	"parser/ptb"
)

// batchSize is the number of sentences handed to a worker at a time, or fewer that have batchWords words.
const batchSize, batchWords = 64, 4096

// Run parses items from next until io.EOF and hands them to emit in their order: every parse takes this way. An item
// has words, or a sentence with these words; the parser sets what it builds.
//
// The given number of goroutines parse; one worker does everything in the calling goroutine, and
// with workers 0 it also emits each item before it asks for the next. Memory does not grow with the
// length of the stream. It stops at the first error of next, emit or ctx, and at an item that
// [Parser.Check] refuses; everything before is emitted. With several workers next is called from
// another goroutine, but never after Run has returned: a Run that ctx or emit ends waits for the
// call that is under way.
func (p *Parser) Run(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error {
	return run(ctx, []*Parser{p}, func() (*treebank.Item, error) {
		it, err := next()
		if err == nil {
			err = p.Check(it)
		}
		return it, err
	}, emit, workers)
}

// RunChecked is Run for items that [Parser.Check] has not refused.
func (p *Parser) RunChecked(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error {
	return run(ctx, []*Parser{p}, next, emit, workers)
}

// Annotate returns the parses of the words of a treebank, the parser's Bank, which it does not change.
func (p *Parser) Annotate(ctx context.Context, bank *structure.Bank, workers int) (treebank.Data, error) {
	var d treebank.Data
	if bank == nil {
		return d, ErrNil
	}
	items := bank.Items()
	for _, it := range items { // which may lack tags: what a parser does without them can be scored
		if err := p.checkHeads(it); err != nil {
			return d, err
		}
	}
	err := run(ctx, []*Parser{p}, textfile.Each(items), func(it *treebank.Item) error {
		d.Append(it)
		return nil
	}, workers)
	return d, err
}

// Bank prepares a treebank as this parser would learn from it.
func (p *Parser) Bank(d treebank.Data) *structure.Bank { return p.codec.Bank(d) }

// CheckedBank is the Bank of a treebank that may contradict itself, or be of another kind, which is an error.
func (p *Parser) CheckedBank(d treebank.Data) (*structure.Bank, error) {
	if err := structure.CheckData(d, p.system.Name()); err != nil {
		return nil, err
	}
	return p.Bank(d), nil
}

// Scores parses the words of gold data and compares; the error is ctx's, or about data that the parser does not take.
// Columns that the scorer predicts are predicted, although gold data have them: trees have to agree with them.
func (p *Parser) Scores(ctx context.Context, gold *structure.Bank, workers int) (treebank.Scores, error) {
	if len(p.predicted()) > 0 {
		r := p.request
		r.Retag = true
		p, _ = p.With(r) // cannot fail: the parser takes the rest
	}
	parsed, err := p.Annotate(ctx, gold, workers)
	if err != nil {
		return treebank.Scores{}, err
	}
	return p.codec.Scores(gold.Data, parsed)
}

// Score is Scores of a treebank, which it does not change, by a parser that keeps nothing of the gold trees.
func (p *Parser) Score(ctx context.Context, gold treebank.Data, workers int) (treebank.Scores, error) {
	if !p.decodes() {
		return treebank.Scores{}, p.stageError()
	}
	gold.Sentences = slices.Clone(gold.Sentences)
	for i, s := range gold.Sentences {
		if s != nil {
			gold.Sentences[i] = s.Clone() // words that graphs are made of may get heads
		}
	}
	bank, err := p.CheckedBank(gold)
	if err == nil && p.keeps() {
		r := p.request
		r.KeepHeads, r.KeepSpans = false, false
		p, err = p.With(r)
	}
	if err != nil {
		return treebank.Scores{}, err
	}
	return p.Scores(ctx, bank, workers)
}

// batch is a run of sentences on its way; done is closed when they are parsed.
type batch struct {
	items []*treebank.Item
	err   error // of reading what follows
	done  chan struct{}
}

// run is Run for parsers that work one after the other, on items that need no guard.
func run(
	ctx context.Context, parsers []*Parser, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int,
) (err error) {
	switch {
	case workers < 0:
		return fmt.Errorf("%w: %d workers, and not 0 or more", ErrOptions, workers)
	case workers > 1:
		return streamBatches(ctx, parsers, next, emit, workers)
	}
	ahead := 1 // sentences that are read at a time
	for _, p := range parsers {
		if p.batches() && workers > 0 {
			ahead = batchSize
		}
	}
	withWorkers(parsers, func(annotate func(...*treebank.Item)) { err = stream(ctx, next, annotate, emit, ahead) })
	return err
}

// withWorkers calls f with what annotates items, in one goroutine: a worker of each parser, one after the other. The
// workers are used again later, unless f panics.
func withWorkers(parsers []*Parser, f func(annotate func(...*treebank.Item))) {
	var workers []*worker
	for _, p := range parsers {
		workers = append(workers, p.idle.Get().(*worker))
	}
	f(func(items ...*treebank.Item) {
		for _, w := range workers {
			w.annotate(items...)
		}
	})
	for _, w := range workers {
		w.parser.idle.Put(w)
	}
}

// stream is run in one goroutine, which reads some sentences ahead.
func stream(
	ctx context.Context, next func() (*treebank.Item, error), annotate func(...*treebank.Item), emit func(*treebank.Item) error, ahead int,
) error {
	for b := (batch{}); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.read(next, ahead)
		annotate(b.items...)
		for _, it := range b.items {
			if err := emit(it); err != nil {
				return err
			}
		}
		if b.err == io.EOF {
			return nil
		}
		if b.err != nil {
			return b.err
		}
	}
}

// batches reports whether the parser or one of its taggers reads several sentences at a time.
func (p *Parser) batches() bool {
	return p.scorer.Batch() > 0 || slices.ContainsFunc(p.Taggers(), (*Parser).batches)
}

// read replaces the items by the next ones, at most this many.
func (b *batch) read(next func() (*treebank.Item, error), most int) {
	words := 0
	for b.items = b.items[:0]; len(b.items) < most && words < batchWords && b.err == nil; {
		it, err := next()
		if err == nil && it == nil {
			err = ErrNil
		}
		if b.err = err; err == nil {
			b.items = append(b.items, it)
			words += len(it.Words)
		}
	}
}

// streamBatches is run with several workers: it passes batches both to the workers and, in order, to the emitter.
func streamBatches(ctx context.Context, parsers []*Parser, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	work, ordered := make(chan *batch), make(chan *batch, 2*workers)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	for range workers {
		group.Go(func() {
			withWorkers(parsers, func(annotate func(...*treebank.Item)) {
				for b := range work {
					annotate(b.items...)
					close(b.done)
				}
			})
		})
	}
	group.Go(func() {
		defer close(ordered)
		defer close(work)
		for err := error(nil); err == nil; {
			b := &batch{done: make(chan struct{})}
			b.read(next, batchSize)
			err = b.err
			for _, to := range []chan<- *batch{ordered, work} {
				select {
				case to <- b:
				case <-ctx.Done():
					return
				}
			}
		}
	})
	for b := range ordered {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, it := range b.items {
			if err := emit(it); err != nil {
				return err
			}
		}
		if b.err != nil && b.err != io.EOF {
			return b.err
		}
	}
	return ctx.Err()
}

// ParseText parses a raw text and returns its sentences in order. The error is one of [Parser.Text] or [Parser.Run].
//
//	items, err := p.ParseText(ctx, "The dog barked.")
//	fmt.Println(items[0].Sentence.Words[1].Deprel) // nsubj
func (p *Parser) ParseText(ctx context.Context, raw string) (items []*treebank.Item, err error) {
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
func (p *Parser) All(ctx context.Context, sentences iter.Seq2[*conll.Sentence, error], workers int) iter.Seq2[*treebank.Item, error] {
	return func(yield func(*treebank.Item, error) bool) {
		if sentences == nil {
			yield(nil, ErrNil)
			return
		}
		next, stop := Pulled(sentences)
		defer stop()
		ended := false
		err := p.Run(ctx, next, func(it *treebank.Item) error {
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

// Pulled returns sentences one by one as items, ending with io.EOF; stop has to be called.
func Pulled(sentences iter.Seq2[*conll.Sentence, error]) (next func() (*treebank.Item, error), stop func()) {
	pull, stop := iter.Pull2(sentences)
	return structure.Items(func() (*conll.Sentence, error) {
		s, err, more := pull()
		if !more {
			return nil, io.EOF
		}
		return s, err
	}, treebank.SentenceItem), stop
}

// Parse sets the heads and labels of s, whatever they were, or see [treebank.Request]. The error is ErrKind or Check's.
func (p *Parser) Parse(s *conll.Sentence) error {
	_, err := p.one("dependencies", treebank.SentenceItem(s))
	return err
}

// Tag sets the tagger's field in all words of s, whatever it was. It reads forms and, if it was trained to, other
// columns. The error is an ErrKind or ErrNil.
func (p *Parser) Tag(s *conll.Sentence) error {
	_, err := p.one("tags", treebank.SentenceItem(s))
	return err
}

// ParseTree returns the constituency tree over words, under the root ptb.TopLabel; without words it has none. It reads
// their form and their XPOS (or UPOS, where there is no XPOS). A form may be written as in Penn brackets, with -LRB-
// for "("; in the tree it has to be, as has a tag. The error is an ErrKind, or that of Check.
func (p *Parser) ParseTree(words []conll.Word) (*ptb.Tree, error) {
	it, err := p.one("constituents", &treebank.Item{Words: words})
	return it.Tree, err
}

// ParseGraph returns the graph of the meaning of s. Words without tags, lemmas and heads get them from the parser's
// base. The error is an ErrKind, or that of Check.
func (p *Parser) ParseGraph(s *conll.Sentence) (*amr.Graph, error) {
	it, err := p.one("graphs", treebank.SentenceItem(s))
	return it.Graph, err
}

// one parses an item and returns it, or an empty item with an error, which is an ErrKind unless the parser builds the
// structure of a name.
func (p *Parser) one(builds string, it *treebank.Item) (*treebank.Item, error) {
	err := p.Check(it)
	switch inWords := p.builds.Form == textfile.CoNLL && p.request.Reaches("tags"); {
	case builds != p.builds.Name():
		err = p.kindError()
	case err == nil && !p.decodes() && !inWords: // nothing that is asked for would come of it
		err = p.stageError()
	}
	if err != nil {
		return &treebank.Item{}, err
	}
	withWorkers([]*Parser{p}, func(annotate func(...*treebank.Item)) { annotate(it) })
	return it, nil
}

// kindError is the ErrKind about a parser that builds something else than is needed.
func (p *Parser) kindError() error {
	return fmt.Errorf("%w: its system is %s, which builds %s", ErrKind, p.system.Name(), p.builds.Name())
}

// stageError is the ErrOptions about a parser that stops before it builds what its system does.
func (p *Parser) stageError() error {
	return fmt.Errorf("%w: the parser is asked for no more than %s (Only), and builds nothing of them", ErrOptions, p.request.Only)
}

// RunTaggers is Run for taggers that work one after the other.
func RunTaggers(
	ctx context.Context, taggers []*Parser, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int,
) error {
	for _, t := range taggers {
		if t.Field() == "" {
			return t.kindError()
		}
	}
	return run(ctx, taggers, next, emit, workers)
}

// ParseAll parses, or tags, all sentences in place.
func (p *Parser) ParseAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	if p.builds.Form != textfile.CoNLL {
		return p.kindError()
	}
	next := structure.Items(textfile.Each(sentences), treebank.SentenceItem)
	return p.Run(ctx, next, func(*treebank.Item) error { return nil }, workers)
}
