package engine_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
)

// justWords returns the words of each sentence.
func justWords(sentences func() (*conll.Sentence, error)) func() ([]conll.Word, error) {
	return func() ([]conll.Word, error) {
		s, err := sentences()
		if err != nil {
			return nil, err
		}
		return s.Words, nil
	}
}

// TestBaseOfTrees: a base cuts raw text for constituents, and tags words that have no tags, as if they had come with
// them; also of a file, by any number of workers, and in the guide of a trace. What the caller gave stays as it is.
func TestBaseOfTrees(t *testing.T) {
	base := kit.English(t)
	alone := kit.TrainedTrees(t, kit.TreeSample(t, "en/train.mrg"), kit.TreeOptions("in-order", 2))
	require.Nil(t, alone.Segmenter())
	require.Contains(t, alone.Meta().Tags, "NN")
	p, err := alone.WithBase(base)
	require.NoError(t, err)
	require.False(t, p.NeedsTags())
	require.True(t, alone.NeedsTags())
	require.NotNil(t, p.Segmenter())
	p = kit.Reread(t, kit.File(t, p))
	require.NotNil(t, p.Base())
	require.False(t, p.NeedsTags())

	tagged := kit.Clones(kit.Sample(t, "en/dev.conllu"))
	require.NoError(t, kit.Retagging(t, base).ParseAll(context.Background(), tagged, 2))
	bare := kit.Untagged(tagged, "upos", "xpos")
	var want []*ptb.Tree
	for _, s := range tagged {
		want = append(want, kit.ParsedTree(t, alone, s.Words))
	}
	for _, workers := range []int{0, 1, 3} {
		var got []*ptb.Tree
		err := streamTrees(p, context.Background(), justWords(textfile.Each(bare)), func(tree *ptb.Tree) error {
			got = append(got, tree)
			return nil
		}, workers)
		require.NoError(t, err)
		require.Equal(t, kit.Lines(want), kit.Lines(got))
	}
	require.Equal(t, kit.Untagged(tagged, "upos", "xpos"), bare)

	// Tags that are there stay, unless all words are to be tagged again.
	words := []conll.Word{{Form: "Dogs", XPOS: "CD"}, {Form: "bark"}, {Form: "."}}
	tree := kit.ParsedTree(t, p, words)
	require.Equal(t, "CD", tree.Leaves()[0].Label)
	require.NotEqual(t, "_", tree.Leaves()[1].Label)
	require.Equal(t, "NNS", kit.ParsedTree(t, kit.Retagging(t, p), words).Leaves()[0].Label)

	none, err := p.WithBase(nil)
	require.NoError(t, err)
	require.True(t, none.NeedsTags())
	require.Nil(t, none.Segmenter())
	_, err = alone.WithBase(alone)
	require.ErrorIs(t, err, engine.ErrNoBase)
}

// TestBaseThatLiftsArcs: a base may build trees with crossing arcs, which are of no use here, and do no harm.
func TestBaseThatLiftsArcs(t *testing.T) {
	crossing := kit.Mixed(t)
	base, err := kit.Trained(t, crossing, kit.Options(8, func(o *engine.Options) { o.NonProjective = "head" })).WithTaggers(
		kit.Trained(t, kit.Sample(t, "en/train.conllu"), kit.TagOptions("xpos", 1)))
	require.NoError(t, err)
	sentences := kit.Untagged(crossing, "xpos")
	require.NoError(t, base.ParseAll(context.Background(), kit.Clones(sentences), 1))
	require.True(t, slices.ContainsFunc(kit.Parses(base, sentences), func(s *conll.Sentence) bool { return !projective.Tree(s.Heads(nil)) }))

	alone := kit.TrainedTrees(t, kit.TreeSample(t, "en/train.mrg"), kit.TreeOptions("in-order", 1))
	p, err := alone.WithBase(base)
	require.NoError(t, err)
	require.NoError(t, streamTrees(p, context.Background(), justWords(textfile.Each(kit.Untagged(crossing, "upos", "xpos"))),
		func(*ptb.Tree) error { return nil }, 1))
}

// TestBaseTags: the tags come of the column that the parser has learned from; if most of them are in none, it is refused.
func TestBaseTags(t *testing.T) {
	base := kit.English(t)
	coarse := kit.TrainedTrees(t, kit.ReadTrees(t, "(S (NP (DET The) (NOUN dog)) (VP (VERB barks)) (PUNCT .))"), kit.TreeOptions("in-order", 1))
	p, err := coarse.WithBase(base)
	require.NoError(t, err)
	leaves := kit.ParsedTree(t, p, []conll.Word{{Form: "The"}, {Form: "dog"}}).Leaves()
	require.Equal(t, []string{"DET", "NOUN"}, []string{leaves[0].Label, leaves[1].Label})

	strange := kit.TrainedTrees(t, kit.ReadTrees(t, "(S (NP (ART The) (NN dog)) (VP (VVFIN barks)) ($. .))"), kit.TreeOptions("in-order", 1))
	_, err = strange.WithBase(base)
	require.ErrorIs(t, err, engine.ErrBaseTags)
	require.EqualError(t, err, "the base sets other tags than the parser knows: 1 of 4")
	_, err = strange.WithBase(kit.Trained(t, kit.Some(t)[:10], kit.Options(1)))
	require.ErrorIs(t, err, engine.ErrBaseTags)
	require.ErrorContains(t, err, "it sets none")

	// One that tags itself takes words only.
	own, err := strange.WithTaggers(kit.TinyTagger(t, "xpos"))
	require.NoError(t, err)
	p, err = own.WithBase(base)
	require.NoError(t, err)
	words := []conll.Word{{Form: "The"}, {Form: "dog"}}
	require.Equal(t, kit.ParsedTree(t, own, words), kit.ParsedTree(t, p, words))
}

// TestBaseOfDependencies: a base cuts raw text, and gives words without tags all columns that it fills, as if they had
// come with them; also of a file, and by any number of workers. What words have stays, unless all are tagged again.
func TestBaseOfDependencies(t *testing.T) {
	base := kit.English(t)
	alone := kit.Trained(t, kit.Some(t), kit.Options(2))
	require.Nil(t, alone.Segmenter())
	require.True(t, alone.NeedsTags())
	p, err := alone.WithBase(base)
	require.NoError(t, err)
	p = kit.Reread(t, kit.File(t, p))
	require.False(t, p.NeedsTags())
	require.NotNil(t, p.Segmenter())
	require.ElementsMatch(t, base.Predicts(), p.Predicts())
	require.Empty(t, p.RequiredColumns())

	columns := []string{"lemma", "upos", "xpos", "feats"}
	tagged := kit.Untagged(kit.Sample(t, "en/dev.conllu")[:20], columns...)
	require.NoError(t, base.ParseAll(context.Background(), tagged, 2))
	want := kit.Parses(alone, tagged)
	for _, workers := range []int{1, 3} {
		got := kit.Untagged(tagged, columns...)
		require.NoError(t, p.ParseAll(context.Background(), got, workers))
		require.Equal(t, string(kit.Printed(t, want)), string(kit.Printed(t, got)))
	}
	given := kit.Clones(tagged)
	for _, s := range given {
		for i := range s.Words {
			s.Words[i].Lemma, s.Words[i].UPOS, s.Words[i].XPOS, s.Words[i].Feats = "a", "X", "FW", "Foreign=Yes"
		}
	}
	require.Equal(t, string(kit.Printed(t, kit.Parses(alone, given))), string(kit.Printed(t, kit.Parses(p, given))))
	for i, s := range kit.Parses(kit.Retagging(t, p), given) {
		require.Equal(t, kit.TagsOf(tagged[i:i+1], "upos"), kit.TagsOf([]*conll.Sentence{s}, "upos"))
	}

	// A parser that needs nothing but words takes no tags.
	own, err := kit.Trained(t, kit.Some(t)[:10], kit.Options(1, kit.MultiTask("upos"))).WithBase(base)
	require.NoError(t, err)
	require.Equal(t, []string{"upos"}, own.Predicts())
	require.NotNil(t, own.Segmenter())
	strange := kit.Clones(kit.Some(t)[:10])
	for _, s := range strange {
		for i := range s.Words {
			s.Words[i].UPOS = "tag " + s.Words[i].UPOS
		}
	}
	_, err = kit.Trained(t, strange, kit.Options(1)).WithBase(base)
	require.ErrorIs(t, err, engine.ErrBaseTags)
	_, err = alone.WithBase(kit.Trained(t, kit.Some(t)[:10], kit.Options(1)))
	require.ErrorIs(t, err, engine.ErrBaseTags)
	none, err := p.WithBase(nil)
	require.NoError(t, err)
	require.True(t, none.NeedsTags())
}
