package training_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// numbered makes n sentences with a word and tag of their own each, and one that all
// have in common.
func numbered(n int) []*conll.Sentence {
	var all []*conll.Sentence
	for i := range n {
		all = append(all, &conll.Sentence{Words: []conll.Word{{Form: "the", UPOS: "D"}, {Form: fmt.Sprint("word", i), UPOS: fmt.Sprint("T", i)}}})
	}
	return all
}

// No sentence is tagged by a tagger that has seen it: a tag that only one sentence has
// is never given, while what others have is learned.
func TestJackknifeTagsTheUnseen(t *testing.T) {
	const n = 11
	for _, folds := range []int{2, 3, n} {
		all := numbered(n)
		var done []int
		require.NoError(t, learn.Jackknife(context.Background(), all, all, folds, kit.TagOptions("upos", 3),
			learn.Observer{Tagger: func(_ string, k, _ int) { done = append(done, k) }}))
		require.Len(t, done, folds)
		for k := range done {
			require.Equal(t, k+1, done[k])
		}
		for i, s := range all {
			require.Equal(t, "D", s.Words[0].UPOS)
			require.NotEqual(t, fmt.Sprint("T", i), s.Words[1].UPOS)
		}
	}
}

// A fold gets the tags that a tagger of the others gives it, whatever the workers.
func TestJackknifeIsTrainingOnTheOthers(t *testing.T) {
	const folds = 4
	gold, o := kit.Some(t)[:50], kit.TagOptions("xpos", 2)
	var want []*conll.Sentence
	for k := range folds {
		first, end := k*len(gold)/folds, (k+1)*len(gold)/folds
		others := append(kit.Clones(gold[:first]), gold[end:]...)
		want = append(want, kit.Tagged(t, kit.Trained(t, others, o), gold[first:end])...)
	}
	for _, workers := range []int{1, 3, 100} {
		all := kit.Clones(gold)
		o.Workers = workers
		require.NoError(t, learn.Jackknife(context.Background(), all, all, folds, o, learn.Observer{}))
		require.Equal(t, string(kit.Printed(t, want)), string(kit.Printed(t, all)))
	}
	require.NotEqual(t, kit.TagsOf(gold, "xpos"), kit.TagsOf(want, "xpos"))
}

func TestJackknifeErrors(t *testing.T) {
	all := kit.Clones(kit.Some(t)[:10])
	for _, folds := range []int{-1, 0, 1, 11} {
		require.ErrorIs(t, learn.Jackknife(context.Background(), all, all, folds, kit.TagOptions("upos", 1), learn.Observer{}), engine.ErrOptions)
	}
	require.ErrorIs(t, learn.Jackknife(context.Background(), all, all, 2, engine.DefaultOptions(), learn.Observer{}), engine.ErrOptions)
	require.ErrorIs(t, learn.Jackknife(context.Background(), all, all, 2, kit.TagOptions("deps", 1), learn.Observer{}), engine.ErrOptions)
	require.ErrorIs(t, learn.Jackknife(context.Background(), kit.Untagged(all, "upos"), all, 2, kit.TagOptions("upos", 1), learn.Observer{}), structure.ErrNoTree)
	ctx, cancel := context.WithCancel(context.Background())
	err := learn.Jackknife(ctx, all, all, 5, kit.TagOptions("upos", 1), learn.Observer{Tagger: func(_ string, done, _ int) {
		if done == 2 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, string(kit.Printed(t, kit.Some(t)[:10])), string(kit.Printed(t, all)), "after an error all is as it was")
}
