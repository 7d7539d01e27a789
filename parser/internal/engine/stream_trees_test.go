package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

// treeSource yields n sentences, round and round, and then an error; n < 0 never
// ends. The first word is the number of the sentence.
type treeSource struct {
	sentences [][]conll.Word
	n, read   int
	err       error
}

func (s *treeSource) next() ([]conll.Word, error) {
	if s.read == s.n {
		return nil, s.err
	}
	words := append([]conll.Word{word(fmt.Sprint(s.read), "CD")}, s.sentences[s.read%len(s.sentences)]...)
	s.read++
	return words, nil
}

// streamedTrees is what emit was given.
type streamedTrees struct {
	t     *testing.T
	trees []*ptb.Tree
}

func (e *streamedTrees) emit(t *ptb.Tree) error {
	require.Equal(e.t, fmt.Sprint(len(e.trees)), t.Leaves()[0].Word, "the order of the input")
	e.trees = append(e.trees, t)
	return nil
}

// treeParser is a parser and sentences to stream.
func treeParser(t *testing.T, system string, twoStep bool) (*engine.Parser, [][]conll.Word) {
	p := kit.TrainedTrees(t, kit.SomeTrees(t)[:40], kit.TreeOptions(system, 1, func(o *engine.Options) { o.TwoStep = twoStep }))
	return p, append(kit.AllWords(kit.TreeSample(t, "en/dev.mrg")), nil) // with a sentence of its number alone
}

// TestStreamTrees: any number of workers, the same trees in the same order.
func TestStreamTrees(t *testing.T) {
	for i, system := range oracle.Systems(transition.Constituents) {
		p, sentences := treeParser(t, system, i == 0)
		for _, n := range lengths {
			var all [][]conll.Word
			for in := (&treeSource{sentences: sentences, n: n, err: io.EOF}); len(all) < n; {
				words, err := in.next()
				require.NoError(t, err)
				all = append(all, words)
			}
			want := kit.Lines(kit.ParsedTrees(t, p, all))
			for _, w := range workers {
				out, in := &streamedTrees{t: t}, &treeSource{sentences: sentences, n: n, err: io.EOF}
				require.NoError(t, streamTrees(p, t.Context(), in.next, out.emit, w))
				require.Equal(t, want, kit.Lines(out.trees), "%s, %d workers", system, w)
			}
		}
	}
}

// TestStreamTreesReaderFails: all before the error comes out, and then the error.
func TestStreamTreesReaderFails(t *testing.T) {
	p, sentences := treeParser(t, "in-order", false)
	for _, n := range lengths {
		for _, w := range workers {
			broken := errors.New("broken")
			out, in := &streamedTrees{t: t}, &treeSource{sentences: sentences, n: n, err: broken}
			require.Equal(t, broken, streamTrees(p, t.Context(), in.next, out.emit, w))
			require.Len(t, out.trees, n, "%d workers", w)
		}
	}
}

// TestStreamTreesEmitFails: nothing is emitted after an error of emit or the end
// of the context, and an endless source ends with them.
func TestStreamTreesEmitFails(t *testing.T) {
	p, sentences := treeParser(t, "shift-label", true)
	full := errors.New("disk full")
	for _, n := range []int{1, 64, 130} {
		for _, w := range workers {
			ctx, cancel := context.WithCancel(t.Context())
			for _, want := range []error{full, context.Canceled} {
				out, in := &streamedTrees{t: t}, &treeSource{sentences: sentences, n: -1}
				err := streamTrees(p, ctx, in.next, func(tree *ptb.Tree) error {
					require.NoError(t, out.emit(tree))
					if len(out.trees) == n && want == full {
						return full
					}
					if len(out.trees) == n {
						cancel()
					}
					return nil
				}, w)
				require.ErrorIs(t, err, want)
				require.GreaterOrEqual(t, len(out.trees), n)
			}
			cancel()
		}
	}
}

// TestTreesLeaveNoTrace: a worker's memory is reused from sentence to sentence, of
// whatever lengths they are.
func TestTreesLeaveNoTrace(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	for _, system := range oracle.Systems(transition.Constituents) {
		p, sentences := treeParser(t, system, false)
		for range 30 {
			sentences = append(sentences, wordSalad(r, sentences[:70], 1+r.IntN(60)), nil)
		}
		want := map[string]string{}
		for _, words := range sentences {
			want[fmt.Sprint(words)] = kit.ParsedTree(t, p, words).String()
		}
		r.Shuffle(len(sentences), func(i, j int) { sentences[i], sentences[j] = sentences[j], sentences[i] })
		read := 0
		require.NoError(t, streamTrees(p, t.Context(), func() ([]conll.Word, error) {
			if read == len(sentences) {
				return nil, io.EOF
			}
			read++
			return sentences[read-1], nil
		}, func(tree *ptb.Tree) error {
			require.Equal(t, want[fmt.Sprint(sentences[read-1])], tree.String())
			return nil
		}, 1))
	}
}

// TestStreamTreesConstantMemory parses 10,000 sentences and must not hold more
// than the few batches under way.
func TestStreamTreesConstantMemory(t *testing.T) {
	const sentences, most = 10_000, 4 << 20
	p, words := treeParser(t, "in-order", false)
	for _, w := range []int{1, 2} {
		check := testkit.HeapBelow(t, most)
		in, emitted := &treeSource{sentences: words[:2], n: sentences, err: io.EOF}, 0
		require.NoError(t, streamTrees(p, t.Context(), in.next, func(*ptb.Tree) error {
			if emitted++; emitted%5_000 == 0 {
				check()
			}
			return nil
		}, w))
		require.Equal(t, sentences, emitted)
	}
}
