package parser_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser"
	"parser/parser/english"
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
	base, err := english.Load()
	require.NoError(t, err)
	alone := trainedTrees(t, treeSample(t, "en/train.mrg"), treeOptions("in-order", 2))
	require.Nil(t, alone.Segmenter())
	require.Contains(t, alone.Meta().Tags, "NN")
	p, err := alone.WithBase(base)
	require.NoError(t, err)
	require.False(t, p.NeedsTags())
	require.True(t, alone.NeedsTags())
	require.NotNil(t, p.Segmenter())
	p = reread(t, file(t, p))
	require.NotNil(t, p.Base())
	require.False(t, p.NeedsTags())

	tagged := clones(sample(t, "en/dev.conllu"))
	require.NoError(t, base.Retagging().ParseAll(context.Background(), tagged, 2))
	bare := untagged(tagged, "upos", "xpos")
	var want []*ptb.Tree
	for _, s := range tagged {
		want = append(want, tree1(t, alone, s.Words))
	}
	for _, workers := range []int{0, 1, 3} {
		var got []*ptb.Tree
		err := p.StreamTrees(context.Background(), justWords(textfile.Each(bare)), func(tree *ptb.Tree) error {
			got = append(got, tree)
			return nil
		}, workers)
		require.NoError(t, err)
		require.Equal(t, lines(want), lines(got))
	}
	require.Equal(t, untagged(tagged, "upos", "xpos"), bare)

	// Tags that are there stay, unless all words are to be tagged again.
	words := []conll.Word{{Form: "Dogs", XPOS: "CD"}, {Form: "bark"}}
	tree := tree1(t, p, words)
	require.Equal(t, "CD", tree.Leaves()[0].Label)
	require.NotEqual(t, "_", tree.Leaves()[1].Label)
	require.Equal(t, "NNS", tree1(t, p.Retagging(), words).Leaves()[0].Label)

	none, err := p.WithBase(nil)
	require.NoError(t, err)
	require.True(t, none.NeedsTags())
	require.Nil(t, none.Segmenter())
	_, err = alone.WithBase(alone)
	require.ErrorIs(t, err, parser.ErrNoBase)
}

// TestBaseThatLiftsArcs: a base may build trees with crossing arcs, which are of no use here, and do no harm.
func TestBaseThatLiftsArcs(t *testing.T) {
	crossing := mixed(t)
	base, err := trained(t, crossing, options(8, func(o *parser.Options) { o.NonProjective = "head" })).WithTaggers(trained(t, sample(t, "en/train.conllu"), tagOptions("xpos", 1)))
	require.NoError(t, err)
	sentences := untagged(crossing, "xpos")
	require.NoError(t, base.ParseAll(context.Background(), clones(sentences), 1))
	require.True(t, slices.ContainsFunc(parses(base, sentences), func(s *conll.Sentence) bool { return !conll.Projective(s.Heads(nil)) }))

	alone := trainedTrees(t, treeSample(t, "en/train.mrg"), treeOptions("in-order", 1))
	p, err := alone.WithBase(base)
	require.NoError(t, err)
	require.NoError(t, p.StreamTrees(context.Background(), justWords(textfile.Each(untagged(crossing, "upos", "xpos"))), func(*ptb.Tree) error { return nil }, 1))
}

// TestBaseTags: the tags come of the column that the parser has learned from; if most of them are in none, it is refused.
func TestBaseTags(t *testing.T) {
	base, err := english.Load()
	require.NoError(t, err)
	coarse := trainedTrees(t, readTrees(t, "(S (NP (DET The) (NOUN dog)) (VP (VERB barks)) (PUNCT .))"), treeOptions("in-order", 1))
	p, err := coarse.WithBase(base)
	require.NoError(t, err)
	leaves := tree1(t, p, []conll.Word{{Form: "The"}, {Form: "dog"}}).Leaves()
	require.Equal(t, []string{"DET", "NOUN"}, []string{leaves[0].Label, leaves[1].Label})

	strange := trainedTrees(t, readTrees(t, "(S (NP (ART The) (NN dog)) (VP (VVFIN barks)) ($. .))"), treeOptions("in-order", 1))
	_, err = strange.WithBase(base)
	require.ErrorIs(t, err, parser.ErrBaseTags)
	require.EqualError(t, err, "the base sets other tags than the parser knows: 1 of 4")
	_, err = strange.WithBase(trained(t, some(t)[:10], options(1)))
	require.ErrorIs(t, err, parser.ErrBaseTags)
	require.ErrorContains(t, err, "it sets none")

	// One that tags itself takes words only.
	own, err := strange.WithTaggers(tinyTagger(t, "xpos"))
	require.NoError(t, err)
	p, err = own.WithBase(base)
	require.NoError(t, err)
	words := []conll.Word{{Form: "The"}, {Form: "dog"}}
	require.Equal(t, tree1(t, own, words), tree1(t, p, words))
}
