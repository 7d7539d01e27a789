package train_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser"
	"parser/parser/score/neural"
	"parser/parser/structure"
	learn "parser/parser/train"
)

// TestTagsAndTreesFromOnePass: a parser that predicts tags needs none, sets those that are
// missing, and all of them if it is to.
func TestTagsAndTreesFromOnePass(t *testing.T) {
	train := some(t)[:20]
	p := trained(t, train, options(40, multiTask("upos,feats,xpos")))
	require.Equal(t, []string{"upos", "feats", "xpos"}, p.Fills())
	require.Empty(t, p.Taggers())

	bare := untagged(train, "upos", "xpos", "feats")
	got := parses(p, bare)
	require.Greater(t, las(t, p, train), 90.0, "learned by heart")
	for _, field := range p.Fills() {
		require.Greater(t, accuracy(train, got, field), 90.0, field)
	}
	require.Equal(t, arcs(got), arcs(parses(p, train)), "tags that are there are not read")

	given := clones(train)
	for _, s := range given {
		for i := range s.Words {
			s.Words[i].UPOS, s.Words[i].XPOS, s.Words[i].Feats = "A", "B", "C=D"
		}
		s.Words[0].UPOS = "_"
	}
	for i, s := range parses(p, given) {
		require.Equal(t, got[i].Words[0].UPOS, s.Words[0].UPOS)
		require.Equal(t, []string{"B", "C=D"}, []string{s.Words[0].XPOS, s.Words[0].Feats})
		for _, w := range s.Words[1:] {
			require.Equal(t, []string{"A", "B", "C=D"}, []string{w.UPOS, w.XPOS, w.Feats})
		}
	}
	require.Equal(t, string(printed(t, got)), string(printed(t, parses(p.Retagging(), given))))

	q := reread(t, file(t, p))
	require.Equal(t, p.Describe(), q.Describe())
	require.True(t, bytes.Equal(file(t, p), file(t, q)))
	for _, workers := range []int{1, 3} {
		all := clones(bare)
		require.NoError(t, q.ParseAll(context.Background(), all, workers))
		require.Equal(t, string(printed(t, got)), string(printed(t, all)), "%d workers, after saving", workers)
	}
}

// TestTagsOfConstituents: the tree gets the tags that are predicted, and the words stay.
func TestTagsOfConstituents(t *testing.T) {
	o := parser.DefaultsFor("in-order")
	multiTask("xpos")(&o)
	o.Epochs = 80
	p, err := learn.Run(t.Context(), structure.Data{Trees: someTrees(t)[:10]}, structure.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	gold := p.Bank(structure.Data{Trees: someTrees(t)[:10]})
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
	train := some(t)[:10]
	p := trained(t, train, options(2, multiTask("upos"), func(o *parser.Options) { o.Ensemble = 2 }))
	require.Equal(t, []string{"upos"}, p.Fills())
	one := trained(t, train, options(2, multiTask("upos")))
	bare := untagged(train, "upos")
	require.Equal(t, tagsOf(parses(one, bare), "upos"), tagsOf(parses(p, bare), "upos"))
}

// TestMultiTaskThatCannotBe is refused, and says why.
func TestMultiTaskThatCannotBe(t *testing.T) {
	tagger := tinyTagger(t, "upos")
	for message, edit := range map[string]func(o *parser.Options){
		`"lemma" is not one of`:                    multiTask("upos,lemma"),
		`"upos" is not one of`:                     multiTask("upos,upos"),
		"a tagger predicts one column":             func(o *parser.Options) { *o = tagOptions("upos", 1, multiTask("upos")) },
		"the column xpos is empty in the training": multiTask("upos,xpos"),
		"-1, not 0 or more":                        func(o *parser.Options) { multiTask("upos")(o); o.Neural.TagWeight = -1 },
		"a linear scorer cannot do without":        func(o *parser.Options) { multiTask("upos")(o); o.Scorer = "both" },
		"folds are of no use":                      func(o *parser.Options) { multiTask("upos")(o); o.Tag, o.Jackknife = "lemma", 3 },
		"predicts needs no tagger":                 func(o *parser.Options) { multiTask("upos")(o); o.Taggers = []*parser.Parser{tagger} },
	} {
		_, err := trainOn(context.Background(), untagged(some(t)[:3], "xpos"), nil, options(1, edit), learn.Observer{})
		require.ErrorIs(t, err, parser.ErrOptions)
		require.ErrorContains(t, err, message)
	}
}

// TestDamagedTagsets: a file whose values are others is refused, or predicts what can stand
// in a column.
func TestDamagedTagsets(t *testing.T) {
	p := trained(t, some(t)[:3], options(1, multiTask("upos")))
	bare := untagged(some(t)[3:5], "upos")
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
	data := file(t, p)
	for at := range data {
		if at%97 != 0 {
			continue
		}
		broken := bytes.Clone(data)
		broken[at] ^= 0x55
		if q, err := parser.Read(bytes.NewReader(broken), int64(len(broken))); err == nil {
			require.Equal(t, string(printed(t, parses(p, bare))), string(printed(t, parses(q, bare))))
		}
	}
}

// TestLemmasBehindANetwork: a tagger of what the network does not predict reads what it does,
// whatever the words had.
func TestLemmasBehindANetwork(t *testing.T) {
	train := some(t)[:30]
	p := trained(t, train, options(40, multiTask("upos,feats"), func(o *parser.Options) { o.Tag = "lemma" }))
	require.ElementsMatch(t, []string{"upos", "feats", "lemma"}, p.Fills())
	bare := untagged(train, "upos", "feats", "lemma")
	got := parses(p, bare)
	require.Greater(t, accuracy(train, got, "lemma"), 95.0, "learned by heart")

	plain, err := p.WithTaggers()
	require.NoError(t, err)
	require.Equal(t, string(printed(t, tagged(t, p.Taggers()[0], parses(plain, bare)))), string(printed(t, got)))
	require.Equal(t, string(printed(t, parses(plain, train))), string(printed(t, parses(p, train))), "nothing is missing")
	q := reread(t, file(t, p))
	require.Equal(t, string(printed(t, got)), string(printed(t, parses(q, bare))))
}
