package parser

import (
	"context"
	"io"
	"sync"

	"parser/conll"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// batchSize is the number of sentences handed to a worker at a time.
const batchSize = 64

// Stream parses sentences from next until io.EOF and hands them to emit in
// their order, with the given number of goroutines parsing; one worker does
// everything in the calling goroutine. Memory does not grow with the length of
// the stream. It stops at the first error of next, emit or ctx; everything
// before an error of next is emitted. With several workers next is called from
// another goroutine, but never after Stream has returned: a Stream that ctx or
// emit ends waits for the call that is under way.
func (p *Parser) Stream(ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	return streamSentences(ctx, transition.Dependencies, []*Parser{p}, next, emit, workers)
}

// StreamTags is Stream for taggers that work one after the other.
func StreamTags(ctx context.Context, taggers []*Parser, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	return streamSentences(ctx, transition.Tags, taggers, next, emit, workers)
}

// StreamTrees is Stream for constituency trees.
func (p *Parser) StreamTrees(ctx context.Context, next func() ([]conll.Word, error), emit func(*ptb.Tree) error, workers int) error {
	if err := p.builds(transition.Constituents); err != nil {
		return err
	}
	s := &pipe[*treebank.Item]{
		next: func() (*treebank.Item, error) {
			words, err := next()
			return &treebank.Item{Words: words}, err
		},
		newWorker: func() func(*treebank.Item) { return p.newWorker().annotate },
		emit:      func(it *treebank.Item) error { return emit(it.Tree) },
	}
	return s.run(ctx, workers)
}

func streamSentences(ctx context.Context, kind transition.Kind, parsers []*Parser, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	for _, p := range parsers {
		if err := p.builds(kind); err != nil {
			return err
		}
	}
	newWorker := func() func(*conll.Sentence) {
		var team []*worker
		for _, p := range parsers {
			team = append(team, p.newWorker())
		}
		var it treebank.Item
		return func(s *conll.Sentence) {
			for _, w := range team {
				it = treebank.Item{Words: s.Words, Sentence: s}
				w.annotate(&it)
			}
		}
	}
	return (&pipe[*conll.Sentence]{next: next, newWorker: newWorker, emit: emit}).run(ctx, workers)
}

// Annotate returns what the parser makes of the words of a treebank, of the kind that it
// builds; that stays as it is. bank is the parser's Bank of it.
func (p *Parser) Annotate(ctx context.Context, bank *treebank.Bank, workers int) (treebank.Data, error) {
	var d treebank.Data
	if p.Kind() == transition.Constituents {
		return d, p.StreamTrees(ctx, each(bank.Words), func(t *ptb.Tree) error {
			d.Trees = append(d.Trees, t)
			return nil
		}, workers)
	}
	for i, s := range bank.Data.Sentences {
		s = s.Clone()
		copy(s.Words, bank.Words[i])
		d.Sentences = append(d.Sentences, s)
	}
	return d, streamSentences(ctx, p.Kind(), []*Parser{p}, each(d.Sentences), func(*conll.Sentence) error { return nil }, workers)
}

// Bank takes a treebank apart as this parser would learn from it.
func (p *Parser) Bank(d treebank.Data) *treebank.Bank { return p.encoder.Bank(d) }

// Scores parses the words of gold data and compares; the error is ctx's, or says what of
// the data is not of the parser's kind.
func (p *Parser) Scores(ctx context.Context, gold *treebank.Bank, workers int) (treebank.Scores, error) {
	parsed, err := p.Annotate(ctx, gold, workers)
	if err != nil {
		return treebank.Scores{}, err
	}
	return p.encoder.Scores(gold.Data, parsed)
}

// pipe is a stream of sentences of some form through parsing.
type pipe[T any] struct {
	next      func() (T, error)
	newWorker func() (parse func(T)) // for a goroutine of its own
	emit      func(T) error
}

func (p *pipe[T]) run(ctx context.Context, workers int) error {
	if workers <= 1 {
		return p.runSerially(ctx)
	}
	return p.runInParallel(ctx, workers)
}

func (p *pipe[T]) runSerially(ctx context.Context) error {
	parse := p.newWorker()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, err := p.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		parse(s)
		if err := p.emit(s); err != nil {
			return err
		}
	}
}

// batch is a run of sentences on its way; done is closed when they are parsed.
type batch[T any] struct {
	sentences []T
	err       error // of reading, behind the sentences
	done      chan struct{}
}

// runInParallel passes batches from the reader both to the workers and, in
// order, to the emitter, which waits for each.
func (p *pipe[T]) runInParallel(ctx context.Context, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	work, ordered := make(chan *batch[T]), make(chan *batch[T], 2*workers)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	for range workers {
		group.Go(func() { p.work(ctx, work) })
	}
	group.Go(func() { p.feed(ctx, work, ordered) })
	for b := range ordered {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, s := range b.sentences {
			if err := p.emit(s); err != nil {
				return err
			}
		}
		if b.err != nil && b.err != io.EOF {
			return b.err
		}
	}
	return ctx.Err()
}

// work parses batches until there are no more or ctx ends.
func (p *pipe[T]) work(ctx context.Context, in <-chan *batch[T]) {
	parse := p.newWorker()
	for {
		select {
		case <-ctx.Done():
			return
		case b, ok := <-in:
			if !ok {
				return
			}
			for _, s := range b.sentences {
				parse(s)
			}
			close(b.done)
		}
	}
}

// feed reads batches and sends them to work and, in the same order, to ordered.
func (p *pipe[T]) feed(ctx context.Context, work, ordered chan<- *batch[T]) {
	defer close(ordered)
	defer close(work)
	for {
		b := p.readBatch()
		for _, to := range []chan<- *batch[T]{ordered, work} {
			select {
			case to <- b:
			case <-ctx.Done():
				return
			}
		}
		if b.err != nil {
			return
		}
	}
}

func (p *pipe[T]) readBatch() *batch[T] {
	b := &batch[T]{done: make(chan struct{})}
	for len(b.sentences) < batchSize && b.err == nil {
		var s T
		if s, b.err = p.next(); b.err == nil {
			b.sentences = append(b.sentences, s)
		}
	}
	return b
}

// ParseAll parses all sentences in place.
func (p *Parser) ParseAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	return p.Stream(ctx, each(sentences), func(*conll.Sentence) error { return nil }, workers)
}

// TagAll tags all sentences in place.
func (p *Parser) TagAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	return StreamTags(ctx, []*Parser{p}, each(sentences), func(*conll.Sentence) error { return nil }, workers)
}

// each returns the items one by one, then io.EOF.
func each[T any](items []T) func() (T, error) {
	return func() (item T, err error) {
		if len(items) == 0 {
			return item, io.EOF
		}
		item, items = items[0], items[1:]
		return item, nil
	}
}
