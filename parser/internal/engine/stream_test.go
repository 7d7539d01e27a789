package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	kit "parser/parser/internal/training/parsertest"
	"parser/testdata/testkit"
)

// source yields n sentences, round and round the sample, numbered by ID, and
// then an error; n < 0 never ends.
type source struct {
	sentences []*conll.Sentence
	n, read   int
	err       error
}

func (s *source) next() (*conll.Sentence, error) {
	if s.read == s.n {
		return nil, s.err
	}
	c := s.sentences[s.read%len(s.sentences)].Clone()
	c.ID = fmt.Sprint(s.read)
	s.read++
	return c, nil
}

// streamed is what emit was given.
type streamed struct {
	t         *testing.T
	sentences []*conll.Sentence
}

func (e *streamed) emit(s *conll.Sentence) error {
	require.Equal(e.t, fmt.Sprint(len(e.sentences)), s.ID, "the order of the input")
	e.sentences = append(e.sentences, s)
	return nil
}

var workers = []int{0, 1, 2, 3, 8}

// lengths surround the size of a batch, 64.
var lengths = []int{0, 1, 63, 64, 65, 128, 300}

// TestStream: any number of workers, the same sentences in the same order.
func TestStream(t *testing.T) {
	p, dev := kit.Trained(t, kit.Mixed(t), kit.Options(1)), kit.Sample(t, "en/dev.conllu")
	for _, n := range lengths {
		all := make([]*conll.Sentence, n)
		for i := range all {
			all[i] = dev[i%len(dev)]
		}
		want := kit.Arcs(kit.Parses(p, all))
		for _, w := range workers {
			out := &streamed{t: t}
			in := &source{sentences: dev, n: n, err: io.EOF}
			require.NoError(t, stream(p, t.Context(), in.next, out.emit, w))
			require.Len(t, out.sentences, n)
			require.Equal(t, want, kit.Arcs(out.sentences), "%d workers", w)
			parsed := kit.Clones(all)
			require.NoError(t, p.ParseAll(t.Context(), parsed, w))
			require.Equal(t, want, kit.Arcs(parsed), "%d workers", w)
		}
	}
}

// TestStreamReaderFails: all sentences before the error come out, parsed, and
// then the error itself.
func TestStreamReaderFails(t *testing.T) {
	p, dev := kit.Trained(t, kit.Some(t)[:20], kit.Options(1)), kit.Sample(t, "en/dev.conllu")
	for _, n := range lengths {
		for _, w := range workers {
			broken := errors.New("broken")
			out := &streamed{t: t}
			in := &source{sentences: dev, n: n, err: broken}
			require.Equal(t, broken, stream(p, t.Context(), in.next, out.emit, w))
			require.Len(t, out.sentences, n, "%d workers", w)
			for _, s := range out.sentences {
				requireTree(t, p, s)
			}
		}
	}
}

// TestStreamEmitFails: nothing is emitted after the first error, and an endless
// source does not keep Stream from returning it.
func TestStreamEmitFails(t *testing.T) {
	p, dev := kit.Trained(t, kit.Some(t)[:20], kit.Options(1)), kit.Sample(t, "en/dev.conllu")
	for _, n := range lengths[1:] {
		for _, w := range workers {
			full, out := errors.New("disk full"), &streamed{t: t}
			in := &source{sentences: dev, n: -1}
			err := stream(p, t.Context(), in.next, func(s *conll.Sentence) error {
				require.Less(t, len(out.sentences), n, "emitted after an error")
				require.NoError(t, out.emit(s))
				if len(out.sentences) == n {
					return full
				}
				return nil
			}, w)
			require.Equal(t, full, err)
		}
	}
}

// TestStreamCancelled: an endless stream ends with its context.
func TestStreamCancelled(t *testing.T) {
	p, dev := kit.Trained(t, kit.Some(t)[:20], kit.Options(1)), kit.Sample(t, "en/dev.conllu")
	for _, n := range lengths {
		for _, w := range workers {
			ctx, cancel := context.WithCancel(t.Context())
			out := &streamed{t: t}
			emit := func(s *conll.Sentence) error {
				if len(out.sentences) == n {
					cancel()
				}
				return out.emit(s)
			}
			if n == 0 {
				cancel()
			}
			in := &source{sentences: dev, n: -1}
			require.ErrorIs(t, stream(p, ctx, in.next, emit, w), context.Canceled)
			require.ErrorIs(t, p.ParseAll(ctx, kit.Clones(dev), w), context.Canceled)
			cancel()
		}
	}
}

// TestStreamConstantMemory parses 20,000 sentences and must not hold more than
// the few batches under way.
func TestStreamConstantMemory(t *testing.T) {
	const sentences, most = 20_000, 4 << 20
	p := kit.Trained(t, kit.Some(t)[:20], kit.Options(1))
	short := kit.Some(t)[:2]
	for _, w := range []int{1, 2} {
		check := testkit.HeapBelow(t, most)
		in, emitted := &source{sentences: short, n: sentences, err: io.EOF}, 0
		require.NoError(t, stream(p, t.Context(), in.next, func(*conll.Sentence) error {
			if emitted++; emitted%5_000 == 0 {
				check()
			}
			return nil
		}, w))
		require.Equal(t, sentences, emitted)
	}
}

// TestParseAllParsesInPlace: no copy, no nil, no other sentence.
func TestParseAllParsesInPlace(t *testing.T) {
	p := kit.Trained(t, kit.Some(t)[:20], kit.Options(1))
	dev := kit.Sample(t, "en/dev.conllu")
	same := append([]*conll.Sentence(nil), dev...)
	for _, s := range dev {
		s.Words[0].Head = conll.NoHead
	}
	require.NoError(t, p.ParseAll(t.Context(), dev, 2))
	for i := range dev {
		require.Same(t, same[i], dev[i])
		requireTree(t, p, dev[i])
	}
}
