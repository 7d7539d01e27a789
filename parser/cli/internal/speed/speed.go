// Package speed measures how fast a parser is on this machine, part by part: reading, what the
// transition system does, features, scoring, writing, and all together with several threads.
//
//	open := func() func() (*treebank.Item, error) { return in.Source(ctx, p, pipe.Reading{}, "en.conllu").Read }
//	report, err := speed.Measure(ctx, p, open, speed.Settings{Threads: []int{2}, Time: 10 * time.Second})
//	err = report.Write(os.Stdout)
//
// Parsing itself is not instrumented. It is timed as a whole, and again with scorers that know the
// parser's decisions beforehand: one that reads nothing, and one that makes features without
// scoring them. The time of a part is the difference between two of these. What a part costs
// another by evicting it from the caches is therefore counted as the other's.
package speed

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"time"

	"parser/conll"
	"parser/conll/textfile"
	"parser/model"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Settings say how to measure.
type Settings struct {
	Threads []int            // to parse with, besides one
	Time    time.Duration    // about how long everything takes, unless leastRounds take longer
	Now     func() time.Time // the clock; nil is time.Now
}

// leastRounds is the minimal number of rounds, so that there is a median.
const leastRounds = 3

// ErrNoWords is the cause if there is nothing to measure with.
var ErrNoWords = errors.New("no words to parse")

// Measure measures a parser of any kind. open returns a function that reads its items, from the
// first one until io.EOF; it should read from memory. For graphs, words without heads get them from
// the parser's base, which counts as a separate part. The error is that of reading, of
// [engine.Parser.Run], or an ErrNoWords.
func Measure(ctx context.Context, p *engine.Parser, open func() func() (*treebank.Item, error), s Settings) (*Report, error) {
	if s.Now == nil {
		s.Now = time.Now
	}
	items, err := textfile.ReadAll(open())
	if err != nil {
		return nil, err
	}
	b := &bench{Settings: s, builds: p.Structure(), open: open, items: items}
	b.before = b.words()
	r := &Report{Machine: ThisMachine(), Sentences: len(items)}
	if r.Words = words(b.before); r.Words == 0 {
		return nil, ErrNoWords
	}
	var trees *take // of words without heads; nil if all have them
	if bare := needing(p, items); len(bare) > 0 {
		trees = &take{part: "trees", before: b.before, do: func() error { return p.Base().Run(ctx, textfile.Each(bare), ignore, 1) }}
		if err := trees.do(); err != nil {
			return nil, err
		}
		b.before = b.words()
	}
	threads := slices.Compact(slices.Sorted(slices.Values(append([]int{1}, s.Threads...))))
	takes, err := b.takes(ctx, p, threads)
	if err != nil {
		return nil, err
	}
	if trees != nil {
		takes = slices.Insert(takes, 1, trees)
	}
	var alone, inside []*take // of the encoder, as a whole and its parts
	e := encoderOf(p.Scorer())
	if e != nil {
		r.Encoder = &Encoder{Name: e.String()}
		r.Encoder.Subwords, r.Encoder.Operations = e.Work(b.before)
		alone = b.encode(e, threads)
	}
	for start := b.Now(); r.Rounds < leastRounds || b.Now().Sub(start) < b.Time; r.Rounds++ {
		for _, t := range append(slices.Clip(takes), alone...) {
			if err := b.time(t); err != nil {
				return nil, err
			}
		}
		if e != nil {
			inside = b.parts(e, inside)
		}
	}
	for _, t := range takes {
		if f := t.figure(r.Words); t.part == "" {
			r.Together = append(r.Together, f)
		} else {
			r.Parts = append(r.Parts, f)
		}
	}
	for _, t := range alone {
		r.Encoder.Together = append(r.Encoder.Together, t.figure(r.Words))
	}
	for _, t := range inside {
		r.Encoder.Parts = append(r.Encoder.Parts, t.figure(r.Words))
	}
	return r, nil
}

// needing returns the items whose trees only the base of a parser of graphs makes.
func needing(p *engine.Parser, items []*treebank.Item) []*treebank.Item {
	alone, err := p.WithBase(nil)
	if err != nil || p.Base() == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(items), func(it *treebank.Item) bool { return !errors.Is(alone.Check(it), engine.ErrNoBase) })
}

func ignore(*treebank.Item) error { return nil }

type bench struct {
	Settings
	builds *structure.Structure
	open   func() func() (*treebank.Item, error)
	items  []*treebank.Item
	before [][]conll.Word // of items, before a parser has set anything in them except trees
	parsed []*treebank.Item
}

// words returns copies of the words of items.
func (b *bench) words() (all [][]conll.Word) {
	for _, it := range b.items {
		all = append(all, slices.Clone(it.Words))
	}
	return all
}

// take is a piece of work that is timed in every round.
type take struct {
	part    string
	threads int
	do      func() error
	before  [][]conll.Word // words of the items to restore first, if it parses them
	base    *take          // whose work it repeats, and which does not count
	times   []time.Duration
}

// takes returns the takes of a round, after recording the parser's decisions.
func (b *bench) takes(ctx context.Context, p *engine.Parser, threads []int) ([]*take, error) {
	script := &[]model.Class{}
	parsers := map[part]*engine.Parser{}
	for _, what := range []part{noting, moving, tagging, seeing} {
		q, err := acting(p, what, script)
		if err != nil {
			return nil, err
		}
		parsers[what] = q
	}
	parse := func(p *engine.Parser, emit func(*treebank.Item) error) func() error {
		return func() error {
			b.parsed = b.parsed[:0]
			copies := slices.Clone(b.items)
			for i, it := range b.items { // whose words a parser may replace
				own := *it
				copies[i] = &own
			}
			return p.Run(ctx, textfile.Each(copies), emit, 1)
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
	also("scoring", parse(p, func(it *treebank.Item) error {
		b.parsed = append(b.parsed, it)
		return nil
	}))
	takes = append(takes, &take{part: "writing", do: func() error { return pipe.WriteAll(b.writer(), b.parsed) }})
	for _, threads := range threads {
		takes = append(takes, &take{threads: threads, do: func() error {
			w := b.writer()
			return cmp.Or(p.Run(ctx, b.open(), w.Write, threads), w.Flush())
		}})
	}
	return takes, nil
}

func (b *bench) read() error {
	for _, err := range textfile.All(b.open()) {
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) writer() structure.Writer {
	w, _ := b.builds.NewWriter(io.Discard, "") // cannot fail: every structure has a usual format
	return w
}

// time times a take, after collecting the garbage of others.
func (b *bench) time(t *take) error {
	for i, words := range t.before {
		copy(b.items[i].Words, words)
	}
	runtime.GC()
	start := b.Now()
	err := t.do()
	t.times = append(t.times, b.Now().Sub(start))
	return err
}
