package grounding_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/training/parsertest"
)

func TestTrees(t *testing.T) {
	p := parsertest.English(t)
	texts := []string{"The dog barks. The cat sleeps!", "", "two\nlines", "Who can't swim?"}
	trees, err := grounding.Trees(context.Background(), p, texts, 1)
	require.NoError(t, err)
	require.Len(t, trees, len(texts))
	require.Equal(t, "The dog barks . The cat sleeps !", trees[0].Joined())
	require.Equal(t, 0, trees[1].Len())
	require.Equal(t, "two lines", trees[2].Joined())
	require.Equal(t, "Who ca n't swim ?", trees[3].Joined())

	heads := trees[0].Heads(nil)
	require.Equal(t, []int{0, 0}, []int{heads[2], heads[6]}, "a root for each sentence")
	require.Equal(t, []int{2, 6}, []int{heads[0], heads[4]}, "heads are counted in the whole")
	require.Equal(t, "bark", trees[0].Words[2].Lemma)
	require.NotEmpty(t, trees[0].Words[2].UPOS)

	for _, text := range []string{"what is the price of i. b. m. stock today",
		"show exchange rates for u. k. pound and u. s. d. to nzd", "Who wrote\n\nThe Hunger Games?"} {
		one, err := grounding.Trees(context.Background(), p, []string{text}, 1)
		require.NoError(t, err)
		roots := 0
		for _, h := range one[0].Heads(nil) {
			if h == 0 {
				roots++
			}
		}
		require.Equal(t, 1, roots, text)
	}

	// Each text by itself, on any number of workers.
	for i, text := range texts {
		alone, err := grounding.Trees(context.Background(), p, []string{text}, 3)
		require.NoError(t, err)
		require.Equal(t, trees[i].Words, alone[0].Words)
	}
}

func TestTreesFail(t *testing.T) {
	p := parsertest.English(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := grounding.Trees(ctx, p, []string{"Hello."}, 1)
	require.ErrorIs(t, err, context.Canceled)

	_, err = grounding.Trees(context.Background(), p, []string{"Hello.", "\xff"}, 1)
	require.ErrorContains(t, err, "text:2: ")

	dumb, err := p.WithSegmenter(nil)
	require.NoError(t, err)
	_, err = grounding.Trees(context.Background(), dumb, []string{"Hello."}, 1)
	require.True(t, errors.Is(err, engine.ErrNoSegmenter), err)
}
