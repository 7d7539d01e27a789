package engine_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

// law is another way to have sentences parsed, by which each must come out as it does alone.
type law struct {
	name string
	// outputs parses copies of the sentences. It leaves them, and the parser, as they are.
	outputs func(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error)
}

// laws hold for every parser, whatever it builds and whatever scores.
func laws() []law {
	plain := func(change func(p *engine.Parser, s *conll.Sentence, r *rand.Rand)) func(*engine.Parser, []*conll.Sentence, *rand.Rand) ([]string, error) {
		return func(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
			changed := kit.Clones(in)
			for _, s := range changed {
				change(p, s, r)
			}
			return outputs(p, changed, r.IntN(4))
		}
	}
	all := []law{
		{"shuffled", shuffled}, {"among others", amongOthers}, {"cut into files", inParts}, {"at the same time", atOnce},
		{"by a parser that is fresh each time", fresh}, {"behind a stream that broke off", brokenOff}, {"through a file", written},
		{"saved and loaded", func(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
			q, err := copied(p)
			if err != nil {
				return nil, err
			}
			return outputs(q, in, 2)
		}},
		{"packed in single precision", func(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
			q, err := p.Packed("single")
			if err != nil {
				return nil, err
			}
			return outputs(q, in, 1)
		}},
		{"with comments", plain(func(_ *engine.Parser, s *conll.Sentence, r *rand.Rand) {
			s.ID, s.File, s.Line = "id", "other", r.IntN(100)
			s.Extras = append([]conll.Extra{{Text: "# text = other"}, {Before: 0, Text: "1-1\tother" + strings.Repeat("\t_", 8)}}, s.Extras...)
		})},
		{"with other columns that are not read", plain(changeUnread)},
	}
	for _, workers := range []int{0, 1, 2, 3, 8} {
		all = append(all, law{fmt.Sprintf("%d workers", workers), func(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
			return outputs(p, in, workers)
		}})
	}
	return all
}

// outputs streams copies of sentences through a parser, and prints the result of each.
func outputs(p *engine.Parser, in []*conll.Sentence, workers int) (all []string, err error) {
	read := textfile.Each(kit.Clones(in))
	switch p.Kind() {
	case transition.Constituents:
		err = streamTrees(p, context.Background(), func() ([]conll.Word, error) {
			s, err := read()
			if err != nil {
				return nil, err
			}
			return s.Words, nil
		}, func(t *ptb.Tree) error {
			all = append(all, t.String())
			return nil
		}, workers)
	case transition.Graphs:
		err = p.Run(context.Background(), itemsOf(read), func(it *treebank.Item) error {
			all = append(all, graphText(it.Graph))
			return nil
		}, workers)
	default:
		err = p.Run(context.Background(), itemsOf(read), func(it *treebank.Item) error {
			all = append(all, sentenceText(p, it.Sentence))
			return nil
		}, workers)
	}
	return all, err
}

// alone prints what a parser makes of a sentence by itself.
func alone(p *engine.Parser, s *conll.Sentence) (string, error) {
	s = s.Clone()
	switch p.Kind() {
	case transition.Constituents:
		t, err := p.ParseTree(s.Words)
		return t.String(), err
	case transition.Graphs:
		g, err := p.ParseGraph(s)
		return graphText(g), err
	case transition.Tags:
		err := p.Tag(s)
		return sentenceText(p, s), err
	}
	err := p.Parse(s)
	return sentenceText(p, s), err
}

// graphText prints a graph without its comments.
func graphText(g *amr.Graph) string {
	if g == nil {
		return ""
	}
	bare := *g
	bare.Meta = nil
	return bare.String()
}

// sentenceText prints the arcs of a sentence and the columns that the parser fills.
func sentenceText(p *engine.Parser, s *conll.Sentence) string {
	text := ""
	for _, field := range p.Predicts() {
		text += kit.TagsOf([]*conll.Sentence{s}, field)
	}
	if p.Kind() == transition.Tags {
		return text + kit.TagsOf([]*conll.Sentence{s}, p.Field())
	}
	return text + kit.Arcs([]*conll.Sentence{s})
}

// copied is a parser that was saved and loaded.
func copied(p *engine.Parser) (*engine.Parser, error) {
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return nil, err
	}
	return engine.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
}

// shuffled parses the sentences in another order.
func shuffled(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
	order, all := r.Perm(len(in)), make([]string, len(in))
	other := make([]*conll.Sentence, len(in))
	for i, from := range order {
		other[i] = in[from]
	}
	out, err := outputs(p, other, r.IntN(3))
	for i, text := range out {
		all[order[i]] = text
	}
	return all, err
}

// amongOthers parses each between sentences of other lengths, empty ones among them.
func amongOthers(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) (all []string, err error) {
	var mixed []*conll.Sentence
	var own []int
	for _, s := range in {
		for range r.IntN(3) {
			other := in[r.IntN(len(in))].Clone()
			for other.Len() > 0 && r.IntN(3) > 0 {
				other = without(other, r.IntN(other.Len()))
			}
			mixed = append(mixed, other)
		}
		own, mixed = append(own, len(mixed)), append(mixed, s)
	}
	out, err := outputs(p, mixed, r.IntN(3))
	for _, at := range own[:min(len(own), len(out))] {
		all = append(all, out[at])
	}
	return all, err
}

// inParts parses them file by file, of any number of sentences, none included.
func inParts(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) (all []string, err error) {
	for len(in) > 0 && err == nil {
		n := r.IntN(min(len(in), 20) + 1)
		var out []string
		out, err = outputs(p, in[:n], r.IntN(4))
		all, in = append(all, out...), in[n:]
	}
	return all, err
}

// atOnce parses all of them in several goroutines, and returns what one of them got that got it wrong.
func atOnce(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
	var outs [3][]string
	var errs [3]error
	var group sync.WaitGroup
	for i := range outs {
		group.Go(func() { outs[i], errs[i] = outputs(p, in, i) })
	}
	group.Wait()
	for i := range outs {
		if !slices.Equal(outs[i], outs[0]) {
			return outs[i], errors.Join(errs[:]...)
		}
	}
	return outs[0], errors.Join(errs[:]...)
}

// fresh parses some sentences each by a parser of its own, which has no memory of others.
func fresh(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
	all, err := outputs(p, in, 1)
	for i := r.IntN(24); i < len(in) && err == nil; i += 24 {
		var q *engine.Parser
		if q, err = copied(p); err == nil {
			all[i], err = alone(q, in[i])
		}
	}
	return all, err
}

// brokenOff parses them when the reader of a stream before has failed amidst a batch.
func brokenOff(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
	broken := errors.New("broken")
	half, read := textfile.Each(kit.Clones(in[:len(in)/2])), 0
	_ = stream(p, context.Background(), func() (*conll.Sentence, error) {
		if read++; read > len(in)/2 {
			return nil, broken
		}
		return half()
	}, func(*conll.Sentence) error { return nil }, r.IntN(3))
	return outputs(p, in, r.IntN(2))
}

// written parses what is read from a file of them: with line endings of Windows, a byte order mark,
// comments, and compressed, or not.
func written(p *engine.Parser, in []*conll.Sentence, r *rand.Rand) ([]string, error) {
	var text bytes.Buffer
	w := conll.NewWriter(&text)
	for _, s := range in {
		if s.Len() > 0 { // which no file can hold
			s = &conll.Sentence{Words: s.Words, Extras: []conll.Extra{{Text: "# a comment"}}}
			if err := w.Write(s); err != nil {
				return nil, err
			}
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	file := text.String()
	if r.IntN(2) > 0 {
		file = strings.ReplaceAll(file, "\n", "\r\n")
	}
	if r.IntN(2) > 0 {
		file = textfile.ByteOrderMark + file
	}
	if r.IntN(2) > 0 {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(file))
		_ = z.Close()
		file = b.String()
	}
	again, err := textfile.ReadAll(conll.NewReader(strings.NewReader(file), "f").Read)
	if err != nil {
		return nil, err
	}
	for i, s := range in {
		if s.Len() == 0 {
			again = slices.Insert(again, i, s)
		}
	}
	return outputs(p, again, 1)
}

// changeUnread changes what a parser does not read: heads and labels, unless it builds graphs on them,
// notes, and the columns that it needs none of.
func changeUnread(p *engine.Parser, s *conll.Sentence, r *rand.Rand) {
	needs, fills := p.RequiredColumns(), p.Predicts()
	for i := range s.Words {
		w := &s.Words[i]
		w.Deps, w.Misc = "1:"+strconv.Itoa(r.IntN(9)), "Note="+strconv.Itoa(r.IntN(9))
		if p.Kind() == transition.Graphs {
			continue
		}
		w.Head, w.Deprel = r.IntN(9)-1, "nonsense"
		for _, field := range []string{"lemma", "upos", "xpos", "feats"} {
			if !slices.Contains(needs, field) && !slices.Contains(fills, field) && p.Kind() == transition.Dependencies || field == p.Field() {
				*structure.Column(w, field) = "other"
			}
		}
	}
}

// seeds is how many seeds the laws are tried with, by default one.
func seeds(t *testing.T) uint64 {
	n, err := strconv.ParseUint(os.Getenv("PARSER_LAWS"), 10, 64)
	if err != nil {
		n = 1
	}
	t.Logf("%d seeds, by PARSER_LAWS", n)
	return max(1, n)
}

// TestLaws: however sentences get to a parser, each comes out as it does alone.
func TestLaws(t *testing.T) {
	for seed := range seeds(t) {
		in := crowd(t, rand.New(rand.NewPCG(seed, 17)))
		for _, s := range subjects(t) {
			want, err := eachAlone(s.Parser, in)
			require.NoError(t, err, s.name)
			for n, l := range laws() {
				if (n+len(s.name))%2 > 0 && !testkit.Deep() {
					continue // by turns: each law with half of the parsers
				}
				if got, err := l.outputs(s.Parser, in, l.chance(seed)); err != nil || !slices.Equal(want, got) {
					t.Errorf("%s: %s", s.name, l.broken(s.Parser, in, seed))
				}
			}
		}
	}
}

// crowd are sentences of all lengths, some more than a batch has.
func crowd(t testing.TB, r *rand.Rand) (all []*conll.Sentence) {
	dev := kit.Sample(t, "en/dev.conllu")
	for range 70 {
		s := dev[r.IntN(len(dev))].Clone()
		for s.Len() > 0 && r.IntN(4) > 0 {
			s = without(s, r.IntN(s.Len()))
		}
		all = append(all, s)
	}
	long := &conll.Sentence{}
	for _, s := range dev[:8] {
		for _, w := range s.Words {
			if w.Head > 0 {
				w.Head += long.Len() - slices.IndexFunc(s.Words, func(v conll.Word) bool { return v == w })
			}
			w.Head = min(max(w.Head, 0), long.Len())
			long.Words = append(long.Words, w)
		}
	}
	return append(all, long, &conll.Sentence{})
}

// eachAlone prints what a parser makes of each sentence by itself.
func eachAlone(p *engine.Parser, in []*conll.Sentence) (all []string, err error) {
	for i := 0; i < len(in) && err == nil; i++ {
		var one string
		one, err = alone(p, in[i])
		all = append(all, one)
	}
	return all, err
}

// chance is where a law gets its choices from, the same ones for the same seed.
func (l law) chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 18)) }
