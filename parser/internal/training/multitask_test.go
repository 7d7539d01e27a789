package training_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// TestTagsAndTreesFromOnePass: a parser that predicts tags needs none, sets those that are
// missing, and all of them if it is to.
func TestTagsAndTreesFromOnePass(t *testing.T) {
	train := kit.Some(t)[:20]
	p := kit.Trained(t, train, kit.Options(40, kit.MultiTask("upos,feats,xpos")))
	require.Equal(t, []string{"upos", "feats", "xpos"}, p.Predicts())
	require.Empty(t, p.Taggers())

	bare := kit.Untagged(train, "upos", "xpos", "feats")
	got := kit.Parses(p, bare)
	require.Greater(t, kit.LAS(t, p, train), 90.0, "learned by heart")
	for _, field := range p.Predicts() {
		require.Greater(t, accuracy(train, got, field), 90.0, field)
	}
	require.Equal(t, kit.Arcs(got), kit.Arcs(kit.Parses(p, train)), "tags that are there are not read")

	given := kit.Clones(train)
	for _, s := range given {
		for i := range s.Words {
			s.Words[i].UPOS, s.Words[i].XPOS, s.Words[i].Feats = "A", "B", "C=D"
		}
		s.Words[0].UPOS = "_"
	}
	for i, s := range kit.Parses(p, given) {
		require.Equal(t, got[i].Words[0].UPOS, s.Words[0].UPOS)
		require.Equal(t, []string{"B", "C=D"}, []string{s.Words[0].XPOS, s.Words[0].Feats})
		for _, w := range s.Words[1:] {
			require.Equal(t, []string{"A", "B", "C=D"}, []string{w.UPOS, w.XPOS, w.Feats})
		}
	}
	require.Equal(t, string(kit.Printed(t, got)), string(kit.Printed(t, kit.Parses(kit.Retagging(t, p), given))))

	q := kit.Reread(t, kit.File(t, p))
	require.Equal(t, p.Describe(), q.Describe())
	require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, q)))
	for _, workers := range []int{1, 3} {
		all := kit.Clones(bare)
		require.NoError(t, q.ParseAll(context.Background(), all, workers))
		require.Equal(t, string(kit.Printed(t, got)), string(kit.Printed(t, all)), "%d workers, after saving", workers)
	}
}

// TestTagsOfConstituents: the tree gets the tags that are predicted, and the words stay.
func TestTagsOfConstituents(t *testing.T) {
	o := engine.DefaultsFor("in-order")
	kit.MultiTask("xpos")(&o)
	o.Epochs = 80
	p, err := learn.Run(t.Context(), treebank.Data{Trees: kit.SomeTrees(t)[:10]}, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	gold := p.Bank(treebank.Data{Trees: kit.SomeTrees(t)[:10]})
	right, all := 0, 0
	for i, words := range gold.Words {
		var bare []conll.Word
		for _, w := range words {
			bare = append(bare, conll.Word{Form: w.Form, UPOS: "_", XPOS: "_"})
		}
		tree, err := p.ParseTree(bare)
		require.NoError(t, err)
		for j, leaf := range tree.Leaves() {
			require.Equal(t, "_", bare[j].XPOS)
			if all++; leaf.Label == gold.Data.Trees[i].Leaves()[j].Label {
				right++
			}
		}
	}
	require.Greater(t, right, all*9/10)
}

// TestEnsemblesPredictTags, as their first part does.
func TestEnsemblesPredictTags(t *testing.T) {
	train := kit.Some(t)[:10]
	bare := kit.Untagged(train, "upos")
	tags := func(epochs, networks int) string {
		p := kit.Trained(t, train, kit.Options(epochs, kit.MultiTask("upos"), func(o *engine.Options) { o.Ensemble = networks }))
		require.Equal(t, []string{"upos"}, p.Predicts())
		return kit.TagsOf(kit.Parses(p, bare), "upos")
	}
	require.NotEqual(t, tags(2, 1), tags(2, 2), "the first network is not the only one that has a say")
	require.Equal(t, kit.TagsOf(train, "upos"), tags(60, 2))
}

// TestMultiTaskThatCannotBe is refused, and says why.
func TestMultiTaskThatCannotBe(t *testing.T) {
	tagger := kit.TinyTagger(t, "upos")
	for message, edit := range map[string]func(o *engine.Options){
		`"lemma" is not one of`:                    kit.MultiTask("upos,lemma"),
		`"upos" is not one of`:                     kit.MultiTask("upos,upos"),
		"a tagger predicts one column":             func(o *engine.Options) { *o = kit.TagOptions("upos", 1, kit.MultiTask("upos")) },
		"the column xpos is empty in the training": kit.MultiTask("upos,xpos"),
		"-1, not 0 or more":                        func(o *engine.Options) { kit.MultiTask("upos")(o); o.Neural.TagWeight = -1 },
		"a linear scorer cannot do without":        func(o *engine.Options) { kit.MultiTask("upos")(o); o.Scorer = "both" },
		"folds are of no use":                      func(o *engine.Options) { kit.MultiTask("upos")(o); o.Tag, o.Jackknife = "lemma", 3 },
		"predicts needs no tagger":                 kit.MultiTask("upos"),
	} {
		var given learn.Resources
		if message == "predicts needs no tagger" {
			given = learn.Resources{{Name: learn.Tagger, Value: tagger}}
		}
		_, err := kit.TrainOn(context.Background(), kit.Untagged(kit.Some(t)[:3], "xpos"), nil, kit.Options(1, edit), learn.Observer{}, given...)
		require.ErrorIs(t, err, engine.ErrOptions)
		require.ErrorContains(t, err, message)
	}
}

// TestDamagedTagsets: a file whose values are others is refused, or predicts what can stand
// in a column.
func TestDamagedTagsets(t *testing.T) {
	p := kit.Trained(t, kit.Some(t)[:3], kit.Options(1, kit.MultiTask("upos")))
	bare := kit.Untagged(kit.Some(t)[3:5], "upos")
	for _, text := range []string{"", "\n", "NOUN\n", "A\tB\n", "\n\n\n", "A\r\nB\n"} {
		entries := p.Scorer().Entries("")
		found := false
		for i, e := range entries {
			if e.Name == "tags/upos/values" {
				entries[i].Data, found = []byte(text), true
			}
		}
		require.True(t, found)
		var b bytes.Buffer
		require.NoError(t, npz.Write(&b, entries))
		arrays, err := npz.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
		require.NoError(t, err)
		shape := p.Shape()
		_, err = neural.Kind{}.Load(arrays, "", &shape)
		require.ErrorIs(t, err, npz.ErrFile, "%q", text)
	}
	data := kit.File(t, p)
	for at := range data {
		if at%97 != 0 {
			continue
		}
		broken := bytes.Clone(data)
		broken[at] ^= 0x55
		if q, err := engine.Read(bytes.NewReader(broken), int64(len(broken))); err == nil {
			require.Equal(t, string(kit.Printed(t, kit.Parses(p, bare))), string(kit.Printed(t, kit.Parses(q, bare))))
		}
	}
}

// TestLemmasBehindANetwork: a tagger of what the network does not predict reads what it does,
// whatever the words had.
func TestLemmasBehindANetwork(t *testing.T) {
	train := kit.Some(t)[:30]
	p := kit.Trained(t, train, kit.Options(40, kit.MultiTask("upos,feats"), func(o *engine.Options) { o.Tag = "lemma" }))
	require.ElementsMatch(t, []string{"upos", "feats", "lemma"}, p.Predicts())
	bare := kit.Untagged(train, "upos", "feats", "lemma")
	got := kit.Parses(p, bare)
	require.Greater(t, accuracy(train, got, "lemma"), 95.0, "learned by heart")

	plain, err := p.WithTaggers()
	require.NoError(t, err)
	require.Equal(t, string(kit.Printed(t, kit.Tagged(t, p.Taggers()[0], kit.Parses(plain, bare)))), string(kit.Printed(t, got)))
	require.Equal(t, string(kit.Printed(t, kit.Parses(plain, train))), string(kit.Printed(t, kit.Parses(p, train))), "nothing is missing")
	q := kit.Reread(t, kit.File(t, p))
	require.Equal(t, string(kit.Printed(t, got)), string(kit.Printed(t, kit.Parses(q, bare))))
}
