package parser

import (
	"context"
	"io"
	"sync"

	"parser/conll"
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
	if err := p.builds(transition.Dependencies); err != nil {
		return err
	}
	return stream(ctx, &pipe[*conll.Sentence]{next: next, newWorker: p.worker, emit: emit}, workers)
}

// pipe is a stream of sentences of some form through parsing.
type pipe[T any] struct {
	next      func() (T, error)
	newWorker func() (parse func(T)) // for a goroutine of its own
	emit      func(T) error
}

func stream[T any](ctx context.Context, p *pipe[T], workers int) error {
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
