package pretrain

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/neural"
	"parser/parser/internal/transformer"
	_ "parser/testdata/testkit"
)

// someText yields sentences of a small language, n of them.
func someText(n int) iter.Seq2[*conll.Sentence, error] {
	return func(yield func(*conll.Sentence, error) bool) {
		random := rand.New(rand.NewPCG(1, 0))
		for range n {
			s := &conll.Sentence{}
			for range 3 + random.IntN(6) {
				noun, verb := random.IntN(30), random.IntN(20)
				for _, form := range []string{"the", fmt.Sprint("noun", noun), fmt.Sprint("verb", verb), "it"} {
					s.Words = append(s.Words, conll.Word{Form: form})
				}
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

func cutText(t testing.TB, sentences iter.Seq2[*conll.Sentence, error]) *Corpus {
	c, err := Cut(t.Context(), t.TempDir(), 1<<14, sentences, func(int) {})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func tinyOptions() Options {
	o := Options{LanguageSettings: neural.DefaultLanguageSettings("small"), Course: Course{Epochs: 2}}
	o.Size.Embeddings, o.Size.Units = [...]int{6, 4, 4, 4, 4, 4}, 8
	return o
}

// TestCorpus: all sentences come back, window by window, except those that are held out.
func TestCorpus(t *testing.T) {
	c := cutText(t, someText(20_000))
	require.Greater(t, len(c.Blocks), window, "more than a window")
	want, got, held := map[string]int{}, map[string]int{}, 0
	for s := range someText(20_000) {
		var forms []string
		for _, w := range s.Words {
			forms = append(forms, w.Form)
		}
		if line := strings.Join(forms, "\t"); c.held(line) {
			held++
		} else {
			want[line]++
		}
	}
	require.InDelta(t, heldOut, held, heldOut/2)
	for _, blocks := range c.windows(1, 0) {
		lines, err := c.sentences(blocks, rand.New(rand.NewPCG(0, 0)))
		require.NoError(t, err)
		for _, line := range lines {
			got[line]++
		}
	}
	require.Equal(t, want, got)
	require.NotEqual(t, c.windows(1, 0), c.windows(1, 1))
	again, err := Open(filepath.Dir(c.file.Name()))
	require.NoError(t, err)
	require.Equal(t, c.Head, again.Head)
	require.NoError(t, again.Close())
}

// TestCutRefuses: no words, errors of the text, and long sentences.
func TestCutRefuses(t *testing.T) {
	_, err := Cut(t.Context(), t.TempDir(), LanguageBlock, someText(0), func(int) {})
	require.ErrorIs(t, err, ErrNoText)
	folder := t.TempDir()
	_, err = Cut(t.Context(), folder, LanguageBlock, func(yield func(*conll.Sentence, error) bool) { yield(nil, fs.ErrInvalid) }, func(int) {})
	require.ErrorIs(t, err, fs.ErrInvalid)
	_, err = Open(folder)
	require.ErrorIs(t, err, fs.ErrNotExist)
	c := cutText(t, func(yield func(*conll.Sentence, error) bool) {
		yield(&conll.Sentence{Words: make([]conll.Word, 250)}, nil)
	})
	require.Equal(t, 1, c.Long)
	require.Equal(t, 3, c.Sentences)
	require.Equal(t, 250, c.Words)
}

// TestRunGoesOn: a training that ended early goes on to the same bytes, with any number of threads.
func TestRunGoesOn(t *testing.T) {
	c := cutText(t, someText(4_000))
	whole, folder := goesOn(t, 3, func(ctx context.Context, course Course, threads int, watch func(Progress)) ([]byte, error) {
		o := tinyOptions()
		o.Folder, o.Threads = course.Folder, threads
		p, err := Run(ctx, c, o, watch)
		if err != nil {
			return nil, err
		}
		var file bytes.Buffer
		require.NoError(t, p.Write(&file))
		return file.Bytes(), nil
	})
	p, err := neural.ReadPretrained(bytes.NewReader(whole), int64(len(whole)))
	require.NoError(t, err)
	require.Greater(t, len(p.Perplexity), 2)
	require.Less(t, p.Perplexity[len(p.Perplexity)-1], p.Perplexity[0])
	require.NoError(t, os.WriteFile(filepath.Join(folder, stateFile), []byte("damaged"), 0o600))
	o := tinyOptions()
	o.Folder = folder
	_, err = Run(t.Context(), c, o, func(Progress) {})
	require.ErrorContains(t, err, stateFile)
}

// TestRunMaskedGoesOn: so it is with an encoder.
func TestRunMaskedGoesOn(t *testing.T) {
	bert := filepath.Join("..", "transformer", "testdata", "reference", "bert")
	e, err := transformer.Open(bert, transformer.Settings{})
	require.NoError(t, err)
	defer e.Close()
	c := cutText(t, func(yield func(*conll.Sentence, error) bool) {
		random := rand.New(rand.NewPCG(1, 0))
		for range 900 {
			s := &conll.Sentence{}
			for range 2 + random.IntN(3) {
				for _, form := range []string{"the", []string{"dog", "cats", "houses"}[random.IntN(3)], "barked", "."} {
					s.Words = append(s.Words, conll.Word{Form: form})
				}
			}
			if !yield(s, nil) {
				return
			}
		}
	})
	var last []float64
	goesOn(t, 2, func(ctx context.Context, course Course, threads int, watch func(Progress)) ([]byte, error) {
		o := MaskedOptions{MaskedSettings: transformer.DefaultMaskedSettings(), Course: course}
		o.Epochs, o.Workers, o.Rate = 3, threads, 3e-3
		m, err := RunMasked(ctx, c, e, o, func(p Progress) {
			if p.Part {
				last = append(last, p.Perplexity)
			}
			watch(p)
		})
		if err != nil {
			return nil, err
		}
		folder := t.TempDir()
		require.NoError(t, m.Write(folder))
		file, err := os.ReadFile(filepath.Join(folder, "model.safetensors"))
		require.NoError(t, err)
		return file, nil
	})
	require.Less(t, last[len(last)-1], 0.8*last[0])
}

// goesOn returns what a training without an end before its time has learned, and makes sure that one which is broken off,
// in the folder that it returns, learns the same.
func goesOn(
	t *testing.T, least int, learn func(ctx context.Context, course Course, threads int, watch func(Progress)) ([]byte, error),
) (whole []byte, folder string) {
	t.Helper()
	windows := 0
	whole, err := learn(t.Context(), Course{}, 1, func(Progress) { windows++ })
	require.NoError(t, err)
	require.GreaterOrEqual(t, windows, least)
	course := Course{Folder: t.TempDir()}
	for stop := 1; stop < windows; stop += 2 {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		_, err := learn(ctx, course, 3, func(p Progress) {
			if seen++; !p.Past && seen >= stop {
				cancel()
			}
		})
		require.ErrorIs(t, err, context.Canceled)
	}
	resumed, err := learn(t.Context(), course, 3, func(Progress) {})
	require.NoError(t, err)
	require.True(t, bytes.Equal(whole, resumed))
	return whole, course.Folder
}

func TestEpochsOf(t *testing.T) {
	for words, want := range map[int]int{0: 30, 1000: 30, 800_000: 25, 7_000_000: 3, 10_000_000: 2, 20_000_000: 1, 1_000_000_000: 1} {
		require.Equal(t, want, epochsOf(words, languageWords), words)
	}
}

func TestBatchOf(t *testing.T) {
	for planned, want := range map[int]int{0: 250, 1_600_000: 250, 10_000_000: 500, 20_000_000: 1000, 1_000_000_000: 1000} {
		require.Equal(t, want, batchOf(planned, 1000), planned)
	}
}
