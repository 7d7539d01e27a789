package parser

import (
	"context"
	"io"
	"sync"

	"parser/conll"
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
	if workers <= 1 {
		return p.streamSerially(ctx, next, emit)
	}
	return p.streamInParallel(ctx, next, emit, workers)
}

func (p *Parser) streamSerially(ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error) error {
	g := p.newGuide()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, err := next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		p.parse(g, s)
		if err := emit(s); err != nil {
			return err
		}
	}
}

// batch is a run of sentences on its way; done is closed when they are parsed.
type batch struct {
	sentences []*conll.Sentence
	err       error // of reading, behind the sentences
	done      chan struct{}
}

// streamInParallel passes batches from the reader both to the workers and, in
// order, to the emitter, which waits for each.
func (p *Parser) streamInParallel(ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	work, ordered := make(chan *batch), make(chan *batch, 2*workers)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	for range workers {
		group.Go(func() { p.work(ctx, work) })
	}
	group.Go(func() { feed(ctx, next, work, ordered) })
	for b := range ordered {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, s := range b.sentences {
			if err := emit(s); err != nil {
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
func (p *Parser) work(ctx context.Context, in <-chan *batch) {
	g := p.newGuide()
	for {
		select {
		case <-ctx.Done():
			return
		case b, ok := <-in:
			if !ok {
				return
			}
			for _, s := range b.sentences {
				p.parse(g, s)
			}
			close(b.done)
		}
	}
}

// feed reads batches and sends them to work and, in the same order, to ordered.
func feed(ctx context.Context, next func() (*conll.Sentence, error), work, ordered chan<- *batch) {
	defer close(ordered)
	defer close(work)
	for {
		b := readBatch(next)
		for _, to := range []chan<- *batch{ordered, work} {
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

func readBatch(next func() (*conll.Sentence, error)) *batch {
	b := &batch{done: make(chan struct{})}
	for len(b.sentences) < batchSize && b.err == nil {
		var s *conll.Sentence
		if s, b.err = next(); b.err == nil {
			b.sentences = append(b.sentences, s)
		}
	}
	return b
}

// ParseAll parses all sentences in place.
func (p *Parser) ParseAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	rest := sentences
	next := func() (*conll.Sentence, error) {
		if len(rest) == 0 {
			return nil, io.EOF
		}
		s := rest[0]
		rest = rest[1:]
		return s, nil
	}
	return p.Stream(ctx, next, func(*conll.Sentence) error { return nil }, workers)
}
