package training_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural/vectors"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// initData returns data for a system in two parts, the second with labels that the first lacks.
func initData(t *testing.T, system string) (first, second treebank.Data) {
	t.Helper()
	switch system {
	case "in-order", "shift-label", "bracket":
		first.Trees = kit.SomeTrees(t)[:30]
		second.Trees = kit.ReadTrees(t, "(TOP (S (XX (DT The) (ZZ zebu)) (VP (VBZ sleeps))))", "(TOP (S (NP (DT The) (NN cow)) (VP (VBZ sleeps))))")
		second.Trees = slices.Repeat(second.Trees, 5)
	case "amr":
		all := kit.FewGraphs(t, 24)
		first = treebank.Data{Graphs: all.Graphs[:12], Sentences: all.Sentences[:12]}
		second = treebank.Data{Graphs: all.Graphs[12:], Sentences: all.Sentences[12:]}
	default:
		first.Sentences = kit.Some(t)[:30]
		second.Sentences = slices.Repeat(kit.Read(t, newSentence), 10)
	}
	return first, second
}

const newSentence = `1	The	the	DET	DT	_	2	det	_	_
2	zebu	zebu	ZZ	ZZ	_	3	nsubj:new	_	_
3	sleeps	sleep	VERB	VBZ	_	0	root	_	_

`

// goOn trains a parser further.
func goOn(t *testing.T, p *engine.Parser, data treebank.Data, edits ...func(*engine.Options)) *engine.Parser {
	t.Helper()
	o, given := learn.After(p)
	o.Epochs = 3
	for _, edit := range edits {
		edit(&o)
	}
	q, err := learn.Run(t.Context(), data, treebank.Data{}, o, learn.Observer{}, given...)
	require.NoError(t, err)
	return q
}

// TestGoingOn: whatever the system and the scorer, what a parser knows stays in one that goes on from it, with its
// number; and what the new data has comes after it. The same is learned from the file of the first parser.
func TestGoingOn(t *testing.T) {
	for _, c := range []struct {
		system, scorer string
		edit           func(*engine.Options)
	}{
		{"arc-hybrid", "neural", kit.MultiTask("upos,xpos")},
		{"arc-eager", "neural", func(o *engine.Options) { o.TwoStep = true }},
		{"arc-hybrid", "linear", func(*engine.Options) {}},
		{"arc-hybrid", "linear", func(o *engine.Options) { _ = o.UseLearner("nn"); o.Exact = true }},
		{"in-order", "neural", func(*engine.Options) {}},
		{"bracket", "linear", func(*engine.Options) {}},
		{"amr", "linear", func(*engine.Options) {}},
		{"amr", "neural", func(*engine.Options) {}},
		{"tag", "neural", func(o *engine.Options) { o.Field = "xpos" }},
		{"tag", "linear", func(o *engine.Options) { o.Field = "upos" }},
	} {
		first, second := initData(t, c.system)
		o := kit.LinearFor(c.system)
		if c.scorer == "neural" {
			kit.Networks("neural", 1)(&o)
		}
		o.Epochs, o.Jackknife = 2, 0
		c.edit(&o)
		p, err := learn.Run(t.Context(), first, treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err)
		q := goOn(t, p, second)
		before, after := p.Meta(), q.Meta()
		require.Equal(t, before.Labels, after.Labels[:len(before.Labels)], c)
		require.Greater(t, len(after.Labels), len(before.Labels), c)
		require.Equal(t, before.Actions, after.Actions[:len(before.Actions)], c)
		require.Greater(t, len(after.Actions), len(before.Actions), c)
		for m := range before.Other {
			require.Subset(t, after.Other[m], before.Other[m])
			require.Subset(t, after.FromRoot[m], before.FromRoot[m])
		}
		require.Equal(t, []any{before.System, before.Scorer, before.TwoStep, before.Roots, before.Field},
			[]any{after.System, after.Scorer, after.TwoStep, after.Roots, after.Field})
		require.GreaterOrEqual(t, after.Params.MaxOpens, before.Params.MaxOpens)
		again := goOn(t, kit.Reread(t, kit.File(t, p)), second)
		require.True(t, bytes.Equal(kit.File(t, q), kit.File(t, again)), c)
		require.True(t, bytes.Equal(kit.File(t, q), kit.File(t, kit.Reread(t, kit.File(t, q)))), c)
		goOn(t, q, first) // and on
	}
}

// TestGoingOnLearns new words, labels and tags, and forgets nothing of what is among the new data, too.
func TestGoingOnLearns(t *testing.T) {
	train := kit.Some(t)[:30]
	for scorer, edit := range map[string]func(*engine.Options){
		"neural": kit.MultiTask("upos"),
		"linear": func(o *engine.Options) { o.UseScorer("linear"); kit.SetLearner(o, "min-updates", 0) },
	} {
		p := kit.Trained(t, train, kit.Options(10, edit))
		known := kit.LAS(t, p, train)
		_, second := initData(t, "arc-hybrid")
		q := goOn(t, p, treebank.Data{Sentences: append(second.Sentences, train...)},
			func(o *engine.Options) { o.Epochs, o.Neural.Rate, o.Neural.Batch, o.Neural.InitShare = 10, 0.02, 30, 0 })
		require.Equal(t, 100., kit.LAS(t, q, second.Sentences[:1]), scorer)
		require.Greater(t, kit.LAS(t, q, train), known-5, scorer)
		if scorer == "neural" {
			tagged := kit.Parses(q, kit.Untagged(second.Sentences[:1], "upos"))
			require.Equal(t, "ZZ", tagged[0].Words[1].UPOS)
		}
		again := goOn(t, p, treebank.Data{Sentences: train}) // the old data alone is no worse
		require.Greater(t, kit.LAS(t, again, train), known-5, scorer)
	}
}

// Silver trees may need what the earlier parser has learned, although the new sentences do not show it.
func TestGoingOnWithSilverTrees(t *testing.T) {
	for _, system := range []string{"arc-hybrid", "in-order"} {
		first, second := initData(t, system)
		var data treebank.Data
		data.Join(treebank.Source{Share: 1}, second)
		data.Join(treebank.Source{Share: 1, Silver: true}, first)
		o := kit.LinearFor(system)
		kit.Networks("neural", 1)(&o)
		o.Epochs, o.Jackknife = 1, 0
		anew, err := learn.Run(t.Context(), data, treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err, system)
		require.Greater(t, anew.Meta().Skipped.Foreign, first.Len()/2, system)

		p, err := learn.Run(t.Context(), first, treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err, system)
		require.Zero(t, goOn(t, p, data).Meta().Skipped, system)
	}
}

// TestGoingOnKeepsParts: taggers and segmenter of the first parser tag the data and stay, unless there are others.
func TestGoingOnKeepsParts(t *testing.T) {
	train := kit.Some(t)[:40]
	p := kit.Trained(t, train, kit.Options(1, func(o *engine.Options) {
		o.UseScorer("linear")
		o.Pipeline, o.Jackknife = true, 2
	}))
	require.NotEmpty(t, p.Taggers())
	o, given := learn.After(p)
	require.Equal(t, []string{learn.Init, learn.Tagger, learn.Segmenter}, given.Names())
	require.Equal(t, p.Segmenter(), given.Value(learn.Segmenter))
	trained := 0
	o.Epochs = 1
	q, err := learn.Run(t.Context(), treebank.Data{Sentences: kit.Some(t)[40:60]}, treebank.Data{}, o,
		learn.Observer{Tagger: func(string, int, int) { trained++ }}, given...)
	require.NoError(t, err)
	require.Zero(t, trained, "they are not trained again, nor others in folds")
	for i, tagger := range p.Taggers() {
		require.Equal(t, kit.File(t, tagger), kit.File(t, q.Taggers()[i]))
	}
	before, after := p.Segmenter(), q.Segmenter() // which look units up as their parsers know them
	require.Equal(t, before.Rules, after.Rules)
	require.Equal(t, kit.File(t, before.Tagger), kit.File(t, after.Tagger))

	o.Tag = "upos"
	alone := given.Without(learn.Tagger, learn.Segmenter)
	q, err = learn.Run(t.Context(), treebank.Data{Sentences: kit.Some(t)[40:60]}, treebank.Data{}, o, learn.Observer{}, alone...)
	require.NoError(t, err)
	require.Len(t, q.Taggers(), 1)
	require.Nil(t, q.Segmenter())
}

// TestGoingOnFromPacked models: files stay as small as they were.
func TestGoingOnFromPacked(t *testing.T) {
	p := kit.Trained(t, kit.Some(t)[:20], kit.Options(1, kit.Networks("neural", 1)))
	packed, err := p.Packed("int8")
	require.NoError(t, err)
	q := goOn(t, packed, treebank.Data{Sentences: kit.Some(t)[20:40]})
	require.EqualValues(t, "int8", q.Meta().Options.Neural.Precision)
	require.Less(t, len(kit.File(t, q)), len(kit.File(t, p)))
}

// TestGoingOnWithAgreement: what was known of tags stays, also where few words have them in the new data, which adds
// what it has.
func TestGoingOnWithAgreement(t *testing.T) {
	bank := func(n int, words ...conll.Word) *structure.Bank {
		encoder, err := (&structure.Encoding{NonProjective: "head"}).Codec("arc-hybrid", "single")
		require.NoError(t, err)
		return encoder.Bank(treebank.Data{Sentences: slices.Repeat([]*conll.Sentence{{Words: words}}, n)})
	}
	noun := conll.Word{Form: "it", UPOS: "NOUN", Head: 2, Deprel: "nsubj"}
	verb := conll.Word{Form: "is", UPOS: "VERB", Head: 0, Deprel: "root"}
	before := bank(300, noun, verb).Agreement([]string{"nsubj", "root"}, nil)
	labels := []string{"nsubj", "root", "obj"}
	noun.Deprel = "obj"
	after := bank(3, noun, verb, conll.Word{Form: ".", UPOS: "PUNCT", Head: 2, Deprel: "nsubj"}).Agreement(labels, before)
	require.Equal(t, []string{"NOUN", "PUNCT", "VERB"}, after.Tags)
	require.Equal(t, [][]int32{{0, 2}, {0, 1, 2}, {1}}, after.Labels)
	require.Equal(t, []int32{0}, after.Leaves, "it was one, and three words are too few to say")
	require.NoError(t, after.Check(len(labels)))
	require.Equal(t, before, bank(1, conll.Word{Form: "x", Head: 0, Deprel: "root"}).Agreement(labels, before), "without tags")
}

// TestBadBeginnings are refused, with what is wrong.
func TestBadBeginnings(t *testing.T) {
	train := kit.Some(t)[:20]
	network := kit.Trained(t, train, kit.Options(1, kit.Networks("neural", 1)))
	linear := kit.Trained(t, train, kit.Options(1, func(o *engine.Options) { o.UseScorer("linear") }))
	both := kit.Trained(t, train, kit.Options(1, kit.Networks("both", 1)))
	for text, c := range map[string]struct {
		from *engine.Parser
		edit func(*engine.Options)
	}{
		"cannot go on from an ensemble":       {both, func(*engine.Options) {}},
		`system is "arc-eager", not "arc-`:    {network, func(o *engine.Options) { o.System = "arc-eager" }},
		`scorer is "linear", not "neural"`:    {network, func(o *engine.Options) { o.UseScorer("linear") }},
		`size is "large", not "medium"`:       {network, func(o *engine.Options) { o.Neural.Size = "large" }},
		`two-step is "true", not "false"`:     {linear, func(o *engine.Options) { o.TwoStep = true }},
		`multi-task is "upos", not ""`:        {network, kit.MultiTask("upos")},
		`templates is "l2s", not "default"`:   {linear, func(o *engine.Options) { o.Templates = "l2s" }},
		"word vectors cannot be added":        {network, func(*engine.Options) {}},
		`roots is "multi", not "single"`:      {network, func(o *engine.Options) { o.Roots = "multi" }},
		`nonprojective is "path", not "head"`: {network, func(o *engine.Options) { o.NonProjective = "path" }},
	} {
		o, given := learn.After(c.from)
		c.edit(&o)
		if strings.Contains(text, "vectors") {
			given = append(given, learn.Resource{Name: learn.Vectors, Value: &vectors.Table{Words: []string{"dog"}, Dim: 1, Data: []float32{1}}})
		}
		_, err := learn.New(o, given...)
		require.ErrorIs(t, err, engine.ErrOptions)
		require.ErrorContains(t, err, text)
	}
}
