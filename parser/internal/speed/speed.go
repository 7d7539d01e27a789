// Package speed measures how fast a parser is on this machine, part by part: reading, what the
// transition system does, features, scoring, writing, and all together with several threads.
//
//	open := func() func() (*conll.Sentence, error) { return conll.NewReader(bytes.NewReader(text), "en.conllu").Read }
//	report, err := speed.Sentences(ctx, p, open, speed.Settings{Threads: []int{2}, Time: 10 * time.Second})
//	err = report.Write(os.Stdout)
//
// Nothing is built into parsing for that. Parsing is timed whole, and again with scorers that
// know the parser's decisions beforehand: one that looks at nothing, and one that makes
// features and scores none. What each takes more than the one before is a part's. What a part
// costs another by displacing it from the caches is therefore counted as the other's.
package speed

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"time"

	"parser/conll"
	"parser/conll/textfile"
	"parser/model"
	"parser/parser"
	"parser/parser/amr"
	"parser/ptb"
	"parser/transition"
)

// Settings say how to measure.
type Settings struct {
	Threads []int            // to parse with, besides one
	Time    time.Duration    // about how long all takes, unless leastRounds take longer
	Now     func() time.Time // the clock; nil is time.Now
}

// leastRounds is how many rounds there are in any case, so that there is a median.
const leastRounds = 3

// ErrNoWords is the cause when there is nothing to measure with.
var ErrNoWords = errors.New("no words to parse")

// Sentences measures a parser of dependencies or a tagger. open returns what reads the
// sentences, from the first one on until io.EOF; it should read from memory. The error is one
// of reading, ctx's, an ErrNoWords, or a parser.ErrKind.
func Sentences(ctx context.Context, p *parser.Parser, open func() func() (*conll.Sentence, error), s Settings) (*Report, error) {
	b := &bench[*conll.Sentence, *conll.Sentence]{
		Settings: s, open: open, words: func(s *conll.Sentence) []conll.Word { return s.Words }, stream: (*parser.Parser).Stream,
		writer: func() (func(*conll.Sentence) error, func() error) {
			w := conll.NewWriter(io.Discard)
			return w.Write, w.Flush
		},
	}
	if p.Kind() == transition.Tags {
		b.stream = func(p *parser.Parser, ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
			return parser.StreamTags(ctx, []*parser.Parser{p}, next, emit, workers)
		}
	}
	return b.run(ctx, p)
}

// Trees is Sentences for parsers of constituents, which read words.
func Trees(ctx context.Context, p *parser.Parser, open func() func() ([]conll.Word, error), s Settings) (*Report, error) {
	b := &bench[[]conll.Word, *ptb.Tree]{
		Settings: s, open: open, words: func(words []conll.Word) []conll.Word { return words }, stream: (*parser.Parser).StreamTrees,
		writer: func() (func(*ptb.Tree) error, func() error) {
			w := ptb.NewWriter(io.Discard)
			return w.Write, w.Flush
		},
	}
	return b.run(ctx, p)
}

// Graphs is Sentences for parsers of graphs. Words without heads get them from the parser's base,
// which is a part of its own; without a base the error is a parser.ErrNoBase.
func Graphs(ctx context.Context, p *parser.Parser, open func() func() (*conll.Sentence, error), s Settings) (*Report, error) {
	b := &bench[*conll.Sentence, *amr.Graph]{
		Settings: s, open: open, words: func(s *conll.Sentence) []conll.Word { return s.Words }, stream: (*parser.Parser).StreamGraphs,
		writer: func() (func(*amr.Graph) error, func() error) {
			return func(g *amr.Graph) error { return amr.Write(io.Discard, g) }, func() error { return nil }
		},
	}
	if base := p.Base(); base != nil {
		b.trees = func() error {
			var bare []*conll.Sentence
			for _, s := range b.items {
				if headless(s.Words) {
					bare = append(bare, s)
				}
			}
			return base.ParseAll(ctx, bare, 1)
		}
	}
	return b.run(ctx, p)
}

// headless reports whether some of the words have no heads.
func headless(words []conll.Word) bool {
	return slices.ContainsFunc(words, func(w conll.Word) bool { return w.Head == conll.NoHead })
}

// bench is a measurement of parsers that make U of T.
type bench[T, U any] struct {
	Settings
	trees  func() error // sets the heads of items; nil for nothing
	open   func() func() (T, error)
	words  func(T) []conll.Word
	stream func(p *parser.Parser, ctx context.Context, next func() (T, error), emit func(U) error, workers int) error
	writer func() (write func(U) error, flush func() error)

	items  []T
	before [][]conll.Word // of items, before a parser has set anything in them but trees
	parsed []U
}

// take is something that is done and timed in every round.
type take struct {
	part    string
	threads int
	do      func() error
	before  [][]conll.Word // the words of the items must be so, if it parses them
	base    *take          // what it does as well, and is no part of the part
	times   []time.Duration
}

func (b *bench[T, U]) run(ctx context.Context, p *parser.Parser) (*Report, error) {
	if b.Now == nil {
		b.Now = time.Now
	}
	var err error
	if b.items, err = textfile.ReadAll(b.open()); err != nil {
		return nil, err
	}
	r := &Report{Machine: ThisMachine(), Sentences: len(b.items)}
	for _, it := range b.items {
		b.before = append(b.before, slices.Clone(b.words(it)))
		r.Words += len(b.words(it))
	}
	if r.Words == 0 {
		return nil, ErrNoWords
	}
	bare := b.before
	parsed := b.trees != nil && slices.ContainsFunc(bare, headless)
	if parsed {
		if err := b.trees(); err != nil {
			return nil, err
		}
		b.before = nil
		for _, it := range b.items {
			b.before = append(b.before, slices.Clone(b.words(it)))
		}
	}
	takes, err := b.takes(ctx, p)
	if err != nil {
		return nil, err
	}
	if parsed {
		takes = slices.Insert(takes, 1, &take{part: "trees", do: b.trees, before: bare})
	}
	for start := b.Now(); r.Rounds < leastRounds || b.Now().Sub(start) < b.Time; r.Rounds++ {
		for _, t := range takes {
			if err := b.time(t); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range takes {
		if f := t.figure(r.Words); t.part == "" {
			r.Together = append(r.Together, f)
		} else {
			r.Parts = append(r.Parts, f)
		}
	}
	return r, nil
}

// takes returns what a round consists of, and has the parser's decisions noted.
func (b *bench[T, U]) takes(ctx context.Context, p *parser.Parser) ([]*take, error) {
	script := &[]model.Class{}
	parsers := map[part]*parser.Parser{}
	for _, what := range []part{noting, moving, tagging, seeing} {
		q, err := acting(p, what, script)
		if err != nil {
			return nil, err
		}
		parsers[what] = q
	}
	ignore := func(U) error { return nil }
	parse := func(p *parser.Parser, emit func(U) error) func() error {
		return func() error {
			b.parsed = b.parsed[:0]
			return b.stream(p, ctx, textfile.Each(b.items), emit, 1)
		}
	}
	if err := parse(parsers[noting], ignore)(); err != nil {
		return nil, err
	}
	takes := []*take{
		{part: "reading", do: b.read},
		{part: "transitions", do: parse(parsers[moving], ignore), before: b.before},
	}
	last := takes[1]
	also := func(name string, do func() error) {
		last = &take{part: name, do: do, before: b.before, base: last}
		takes = append(takes, last)
	}
	if len(p.Taggers()) > 0 {
		also("tagging", parse(parsers[tagging], ignore))
	}
	also("features", parse(parsers[seeing], ignore))
	also("scoring", parse(p, func(made U) error {
		b.parsed = append(b.parsed, made)
		return nil
	}))
	takes = append(takes, &take{part: "writing", do: b.write})
	for _, threads := range slices.Compact(slices.Sorted(slices.Values(append([]int{1}, b.Threads...)))) {
		takes = append(takes, &take{threads: threads, do: func() error {
			write, flush := b.writer()
			if err := b.stream(p, ctx, b.open(), write, threads); err != nil {
				return err
			}
			return flush()
		}})
	}
	return takes, nil
}

func (b *bench[T, U]) read() error {
	next := b.open()
	for {
		if _, err := next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func (b *bench[T, U]) write() error {
	write, flush := b.writer()
	for _, made := range b.parsed {
		if err := write(made); err != nil {
			return err
		}
	}
	return flush()
}

// time does what is to be timed, without the garbage of others.
func (b *bench[T, U]) time(t *take) error {
	for i, words := range t.before {
		copy(b.words(b.items[i]), words)
	}
	runtime.GC()
	start := b.Now()
	err := t.do()
	t.times = append(t.times, b.Now().Sub(start))
	return err
}
