package training_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// A parser that learns from predicted tags is one that learns from a treebank which was
// jackknifed before, and is judged on dev with the tags of its taggers.
func TestTrainingOnPredictedTags(t *testing.T) {
	const folds = 3
	train, dev := kit.Some(t)[:30], kit.Sample(t, "en/dev.conllu")[:20]
	trainBoth := func(train, dev []*conll.Sentence, edits ...func(*engine.Options)) *engine.Parser {
		p, err := kit.TrainOn(context.Background(), train, dev, kit.Options(2, edits...), learn.Observer{})
		require.NoError(t, err)
		return p
	}
	p := trainBoth(train, dev, func(o *engine.Options) { o.Tag, o.Jackknife = "upos,xpos", folds })
	require.Len(t, p.Taggers(), 2)

	jackknifed, tags := kit.Clones(train), kit.Clones(dev)
	for i, field := range []string{"upos", "xpos"} {
		o := engine.DefaultsFor("tag")
		o.Field = field
		require.NoError(t, learn.Jackknife(context.Background(), jackknifed, jackknifed, folds, o, learn.Observer{}))
		tags = kit.Tagged(t, p.Taggers()[i], tags)
	}
	require.Equal(t, weights(t, trainBoth(jackknifed, tags)), weights(t, p))
	require.NotEqual(t, weights(t, trainBoth(train, dev)), weights(t, p))
	require.Equal(t, weights(t, trainBoth(train, dev)), weights(t, trainBoth(train, dev, func(o *engine.Options) { o.Tag = "upos" })),
		"without folds it learns from gold tags")
}

// Wrong options are refused before any tagger is trained, which takes long.
func TestWrongOptionsTrainNoTaggers(t *testing.T) {
	told := learn.Observer{Tagger: func(string, int, int) { t.Error("a tagger was trained") }}
	for _, wrong := range []func(*engine.Options){
		func(o *engine.Options) { o.Oracle = "delphi" },
		func(o *engine.Options) { o.Loss = "none such" },
		func(o *engine.Options) { o.System = "in-order" },
	} {
		o := kit.Options(1, func(o *engine.Options) { o.Tag, o.Jackknife = "upos", 2 }, wrong)
		_, err := kit.TrainOn(context.Background(), kit.Some(t), nil, o, told)
		require.ErrorIs(t, err, engine.ErrOptions)
	}
	for _, wrong := range []func(*engine.Options){
		func(o *engine.Options) { o.Jackknife = 0 },
		func(o *engine.Options) { o.Columns = "misc" },
		func(o *engine.Options) { o.Epochs = -1 },
	} {
		o := kit.TagOptions("xpos", 1, func(o *engine.Options) { o.Tag, o.Jackknife = "upos", 2 }, wrong)
		_, err := kit.TrainOn(context.Background(), kit.Some(t), nil, o, told)
		require.ErrorIs(t, err, engine.ErrOptions)
	}
}

// Observers hear of taggers and folds.
func TestObserverOfTaggers(t *testing.T) {
	var heard []int
	_, err := kit.TrainOn(context.Background(), kit.Some(t)[:20], nil, kit.Options(1, func(o *engine.Options) { o.Tag, o.Jackknife = "upos", 3 }), learn.Observer{
		Tagger: func(field string, done, folds int) {
			require.Equal(t, "upos", field)
			require.Equal(t, 3, folds)
			heard = append(heard, done)
		},
	})
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2, 3}, heard)
}

// TestTaggersOfANetworkAreLinear: they learn as they do alone.
func TestTaggersOfANetworkAreLinear(t *testing.T) {
	o := engine.DefaultOptions()
	kit.TinyNetwork(&o)
	o.Epochs, o.Tag, o.Jackknife = 1, "upos", 2
	p, err := kit.TrainOn(t.Context(), kit.Some(t)[:20], nil, o, learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, "neural", p.Meta().Scorer)
	require.Len(t, p.Taggers(), 1)
	require.Equal(t, "linear", p.Taggers()[0].Meta().Scorer)
	alone := kit.Trained(t, kit.Some(t)[:20], engine.DefaultsFor("tag"))
	require.Equal(t, weights(t, alone), weights(t, p.Taggers()[0]))
}

// Constituency parsers hold taggers, too: of XPOS, which is the tag of their trees.
func TestTreesWithTaggers(t *testing.T) {
	o := kit.LinearFor("in-order")
	o.Epochs, o.Tag, o.Jackknife = 2, "xpos", 3
	p, err := kit.TrainOnTrees(context.Background(), kit.SomeTrees(t), kit.SomeTrees(t)[:3], o, learn.Observer{})
	require.NoError(t, err)
	words := []conll.Word{{Form: "The", UPOS: "_", XPOS: "_"}, {Form: "dog", UPOS: "_", XPOS: "_"},
		{Form: "-LRB-", UPOS: "_", XPOS: "_"}, {Form: ".", UPOS: "_", XPOS: "_"}}
	tree, err := p.ParseTree(words)
	require.NoError(t, err)
	for i, leaf := range tree.Leaves() {
		require.NotEqual(t, "_", leaf.Label, "%v", leaf)
		require.Equal(t, words[i].Form, leaf.Word)
		require.Equal(t, "_", words[i].XPOS, "the words are the caller's")
	}
	require.Equal(t, "DT", tree.Leaves()[0].Label)
	words[0].XPOS = "NN"
	again, err := kit.Reread(t, kit.File(t, p)).ParseTree(words)
	require.NoError(t, err)
	require.Equal(t, "NN", again.Leaves()[0].Label, "given tags stay")

	for _, tag := range []string{"upos", "xpos,feats"} {
		o.Tag = tag
		_, err = kit.TrainOnTrees(context.Background(), kit.SomeTrees(t), nil, o, learn.Observer{})
		require.ErrorIs(t, err, engine.ErrOptions)
	}
}

// TestLemmasComeLast: their tagger reads what others predict, in training by folds, too, but
// learns from gold columns.
func TestLemmasComeLast(t *testing.T) {
	train := kit.Some(t)[:20]
	p := kit.Trained(t, train, kit.Options(1, func(o *engine.Options) { o.Tag, o.Jackknife = "upos,feats,lemma", 3 }))
	require.Equal(t, []string{"upos", "feats", "lemma"}, p.Predicts())
	alone := kit.Trained(t, train, kit.TagOptions("lemma", 10))
	require.Equal(t, weights(t, alone), weights(t, p.Taggers()[2]))
	bare := kit.Untagged(train, "upos", "feats", "lemma")
	got := kit.Parses(p, bare)
	for _, tagger := range p.Taggers() {
		bare = kit.Tagged(t, tagger, bare)
	}
	require.Equal(t, kit.TagsOf(bare, "lemma"), kit.TagsOf(got, "lemma"))

	for _, wrong := range []string{"lemma,upos", "upos,lemma,xpos"} {
		_, err := kit.TrainOn(context.Background(), train, nil, kit.Options(1, func(o *engine.Options) { o.Tag = wrong }), learn.Observer{})
		require.ErrorIs(t, err, engine.ErrOptions)
		require.ErrorContains(t, err, "comes last")
	}
}
