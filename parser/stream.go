package parser

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/structure"
	"parser/ptb"
	"parser/transition"
)

// batchSize is the number of sentences handed to a worker at a time, or fewer that have batchWords
// words, so that a stream that is to end does not go on for long.
const batchSize, batchWords = 64, 4096

// Stream parses sentences from next until io.EOF and hands them to emit in
// their order, with the given number of goroutines parsing; one worker does
// everything in the calling goroutine, and workers 0 moreover emits each sentence before it
// asks for the next. Memory does not grow with the length of
// the stream. It stops at the first error of next, emit or ctx, and at a word without a
// tag where the parser NeedsTags or heads that cannot be kept (CheckHeads); everything
// before an error of next is emitted. With several workers next is called from
// another goroutine, but never after Stream has returned: a Stream that ctx or
// emit ends waits for the call that is under way.
func (p *Parser) Stream(ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	if p.NeedsTags() {
		next = checked(next, checkTags)
	}
	return streamSentences(ctx, transition.Dependencies, []*Parser{p}, next, emit, workers)
}

// checkTags returns conll.ErrNoTag about a word without a tag, or ErrNil.
func checkTags(s *conll.Sentence) error {
	if s == nil {
		return ErrNil
	}
	return s.CheckTags()
}

// untagged returns a conll.ErrNoTag, without a place, if one of the words has no tag.
func untagged(words []conll.Word) error {
	return errors.Unwrap((&conll.Sentence{Words: words}).CheckTags())
}

// checked returns the items of next, and for one that check refuses its error.
func checked[T any](next func() (T, error), check func(T) error) func() (T, error) {
	return func() (T, error) {
		item, err := next()
		if err == nil {
			err = check(item)
		}
		return item, err
	}
}

// StreamTags is Stream for taggers that work one after the other.
func StreamTags(ctx context.Context, taggers []*Parser, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	return streamSentences(ctx, transition.Tags, taggers, next, emit, workers)
}

// ParseAll parses all sentences in place.
func (p *Parser) ParseAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	return p.Stream(ctx, textfile.Each(sentences), ignore, workers)
}

// TagAll tags all sentences in place.
func (p *Parser) TagAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	return StreamTags(ctx, []*Parser{p}, textfile.Each(sentences), ignore, workers)
}

// StreamTrees is Stream for constituency trees.
func (p *Parser) StreamTrees(ctx context.Context, next func() ([]conll.Word, error), emit func(*ptb.Tree) error, workers int) error {
	if p.NeedsTags() {
		next = checked(next, untagged)
	}
	return p.streamTrees(ctx, next, emit, workers)
}

// streamTrees is StreamTrees for words whose tags are not checked.
func (p *Parser) streamTrees(ctx context.Context, next func() ([]conll.Word, error), emit func(*ptb.Tree) error, workers int) error {
	return stream(ctx, transition.Constituents, []*Parser{p}, func() (*structure.Item, error) {
		words, err := next()
		return &structure.Item{Words: words}, err
	}, func(it *structure.Item) error { return emit(it.Tree) }, workers)
}

// StreamGraphs is Stream for graphs; the words of a sentence have heads, or get them from the
// parser's base (WithBase). The error may be one of CheckBase.
func (p *Parser) StreamGraphs(ctx context.Context, next func() (*conll.Sentence, error), emit func(*amr.Graph) error, workers int) error {
	next = checked(next, p.CheckBase)
	if p.NeedsTags() {
		next = checked(next, checkTags)
	}
	return p.streamGraphs(ctx, next, emit, workers)
}

// streamGraphs is StreamGraphs for sentences that are not checked.
func (p *Parser) streamGraphs(ctx context.Context, next func() (*conll.Sentence, error), emit func(*amr.Graph) error, workers int) error {
	return stream(ctx, transition.Graphs, []*Parser{p}, func() (*structure.Item, error) {
		s, err := next()
		if err != nil {
			return nil, err
		}
		return &structure.Item{Words: s.Words, Sentence: s}, nil
	}, func(it *structure.Item) error { return emit(it.Graph) }, workers)
}

func streamSentences(ctx context.Context, kind transition.Kind, parsers []*Parser, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	return stream(ctx, kind, parsers, func() (*structure.Item, error) {
		s, err := next()
		for i := 0; err == nil && i < len(parsers); i++ {
			err = parsers[i].CheckHeads(s)
		}
		if err != nil {
			return nil, err
		}
		return &structure.Item{Words: s.Words, Sentence: s, Keep: parsers[0].keep}, nil
	}, func(it *structure.Item) error { return emit(it.Sentence) }, workers)
}

// Annotate returns what the parser makes of the words of a treebank, of the kind that it
// builds; that stays as it is. bank is the parser's Bank of it.
func (p *Parser) Annotate(ctx context.Context, bank *structure.Bank, workers int) (structure.Data, error) {
	var d structure.Data
	if bank == nil {
		return d, ErrNil
	}
	switch p.Kind() {
	case transition.Constituents:
		return d, p.streamTrees(ctx, textfile.Each(bank.Words), func(t *ptb.Tree) error {
			d.Trees = append(d.Trees, t)
			return nil
		}, workers)
	case transition.Graphs:
		return d, p.streamGraphs(ctx, checked(textfile.Each(bank.Data.Sentences), p.CheckBase), func(g *amr.Graph) error {
			d.Graphs = append(d.Graphs, g)
			return nil
		}, workers)
	}
	for i, s := range bank.Data.Sentences {
		s = s.Clone()
		copy(s.Words, bank.Words[i])
		d.Sentences = append(d.Sentences, s)
	}
	return d, streamSentences(ctx, p.Kind(), []*Parser{p}, textfile.Each(d.Sentences), ignore, workers)
}

// Bank takes a treebank apart as this parser would learn from it.
func (p *Parser) Bank(d structure.Data) *structure.Bank { return p.encoder.Bank(d) }

// Scores parses the words of gold data and compares; the error is ctx's, or says what of
// the data is not of the parser's kind.
func (p *Parser) Scores(ctx context.Context, gold *structure.Bank, workers int) (structure.Scores, error) {
	parsed, err := p.Annotate(ctx, gold, workers)
	if err != nil {
		return structure.Scores{}, err
	}
	return p.encoder.Scores(gold.Data, parsed)
}

func ignore(*conll.Sentence) error { return nil }

// batch is a run of sentences on its way; done is closed when they are parsed.
type batch struct {
	items []*structure.Item
	err   error // of reading, behind the sentences
	done  chan struct{}
}

// stream is Stream for parsers of any kind, which work one after the other.
func stream(ctx context.Context, kind transition.Kind, parsers []*Parser, next func() (*structure.Item, error), emit func(*structure.Item) error, workers int) error {
	for _, p := range parsers {
		if err := p.builds(kind); err != nil {
			return err
		}
	}
	if workers > 1 {
		return streamBatches(ctx, parsers, next, emit, workers)
	}
	ahead := 1 // sentences that are read at a time
	for _, p := range parsers {
		if p.batches() && workers > 0 {
			ahead = batchSize
		}
	}
	t := takeTeam(parsers)
	err := t.stream(ctx, next, emit, ahead)
	t.giveBack()
	return err
}

// team is workers that annotate one after the other, in one goroutine.
type team []*worker

func takeTeam(parsers []*Parser) (t team) {
	for _, p := range parsers {
		t = append(t, p.takeWorker())
	}
	return t
}

func (t team) giveBack() {
	for _, w := range t {
		w.giveBack()
	}
}

func (t team) annotate(items []*structure.Item) {
	for _, w := range t {
		w.annotate(items...)
	}
}

// stream is stream in one goroutine, which reads so many sentences at a time.
func (t team) stream(ctx context.Context, next func() (*structure.Item, error), emit func(*structure.Item) error, ahead int) error {
	for b := (batch{}); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.read(next, ahead)
		t.annotate(b.items)
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
	return p.scorer.Batch() > 0 || slices.ContainsFunc(p.taggers, (*Parser).batches)
}

// read replaces the items by the next ones, so many at most.
func (b *batch) read(next func() (*structure.Item, error), most int) {
	words := 0
	for b.items = b.items[:0]; len(b.items) < most && words < batchWords && b.err == nil; {
		var it *structure.Item
		if it, b.err = next(); b.err == nil {
			b.items = append(b.items, it)
			words += len(it.Words)
		}
	}
}

// streamBatches passes batches from the reader both to the workers and, in order, to the
// emitter, which waits for each.
func streamBatches(ctx context.Context, parsers []*Parser, next func() (*structure.Item, error), emit func(*structure.Item) error, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	work, ordered := make(chan *batch), make(chan *batch, 2*workers)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	for range workers {
		group.Go(func() {
			t := takeTeam(parsers)
			for b := range work {
				t.annotate(b.items)
				close(b.done)
			}
			t.giveBack()
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
