package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
)

// TestAll: a loop over sentences gets what Parse makes of each, in order, may leave when it likes, and hears of the first error.
func TestAll(t *testing.T) {
	p := kit.Trained(t, kit.Some(t)[:30], kit.Options(1))
	want := kit.Clones(kit.Some(t)[:20])
	for _, s := range want {
		require.NoError(t, p.Parse(s))
	}
	broken := errors.New("broken")
	each := func(sentences []*conll.Sentence, last error) func(func(*conll.Sentence, error) bool) {
		return func(yield func(*conll.Sentence, error) bool) {
			for _, s := range sentences {
				if !yield(s, nil) {
					return
				}
			}
			if last != nil {
				yield(nil, last)
			}
		}
	}
	for _, workers := range []int{0, 1, 3} {
		var got []*conll.Sentence
		for it, err := range p.All(t.Context(), each(kit.Clones(kit.Some(t)[:20]), nil), workers) {
			require.NoError(t, err)
			got = append(got, it.Sentence)
		}
		require.Equal(t, want, got, workers)

		seen := 0
		for it, err := range p.All(t.Context(), each(kit.Clones(kit.Some(t)[:20]), nil), workers) {
			require.NoError(t, err)
			require.Equal(t, want[seen], it.Sentence)
			if seen++; seen == 3 {
				break
			}
		}
		require.Equal(t, 3, seen)

		seen = 0
		var last error
		for it, err := range p.All(t.Context(), each(kit.Clones(kit.Some(t)[:5]), broken), workers) {
			if last = err; err == nil {
				require.NotNil(t, it)
				seen++
			}
		}
		require.ErrorIs(t, last, broken)
		require.Equal(t, 5, seen)

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, err := range p.All(ctx, each(want, nil), workers) {
			require.ErrorIs(t, err, context.Canceled)
		}
	}
}

// TestParseTextNeedsASegmenter: a model without one says so.
func TestParseTextNeedsASegmenter(t *testing.T) {
	p := kit.Trained(t, kit.Some(t)[:10], kit.Options(1))
	_, err := p.ParseText(t.Context(), "The dog barked.")
	require.ErrorIs(t, err, engine.ErrNoSegmenter)
}

// TestPartsAreListed: a model tells what it holds, and taggers come first.
func TestPartsAreListed(t *testing.T) {
	p := kit.Trained(t, kit.Some(t)[:10], kit.Options(1))
	require.Empty(t, p.Parts())
	tagger := kit.TinyTagger(t, "upos")
	p, err := p.WithTaggers(tagger)
	require.NoError(t, err)
	require.Equal(t, []engine.Part{{Name: "tagger0", Model: tagger}}, p.Parts())
	again := kit.Reread(t, kit.File(t, p))
	require.Len(t, again.Parts(), 1)
	require.Equal(t, "upos", again.Parts()[0].Model.Field())
	require.Equal(t, structure.OfTreebank("conll"), again.Structure())
}
