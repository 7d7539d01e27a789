package parser_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser"
	learn "parser/parser/train"
)

// bundle is a parser that holds taggers of UPOS and XPOS, the latter in two passes.
func bundle(t testing.TB) *parser.Parser {
	t.Helper()
	twice := trainedTagger(t, some(t), tagOptions("xpos", 2, func(o *parser.Options) { o.Tag, o.Jackknife = "xpos", 2 }))
	require.Len(t, twice.Taggers(), 1)
	p, err := trained(t, some(t), options(2)).WithTaggers(trainedTagger(t, some(t), tagOptions("upos", 2)), twice)
	require.NoError(t, err)
	return p
}

// A parser with taggers parses words without tags as it does those that its taggers
// have tagged, and leaves given tags alone.
func TestParserWithTaggers(t *testing.T) {
	p, dev := bundle(t), sample(t, "en/dev.conllu")[:20]
	both := clones(dev)
	for _, tagger := range p.Taggers() {
		both = tagged(t, tagger, both)
	}
	plain, err := p.WithTaggers()
	require.NoError(t, err)
	require.Empty(t, plain.Taggers())

	require.Equal(t, string(printed(t, parses(plain, both))), string(printed(t, parses(p, untagged(dev, "upos", "xpos")))), "all are missing")
	require.Equal(t, string(printed(t, parses(plain, dev))), string(printed(t, parses(p, dev))), "none is missing")
	require.Equal(t, string(printed(t, parses(plain, both))), string(printed(t, parses(p.Retagging(), dev))), "none counts")

	some := clones(dev)
	for i, s := range some { // one tag is missing
		s.Words[0].UPOS = "_"
		both[i] = dev[i].Clone()
		require.NoError(t, p.Taggers()[0].Tag(both[i]))
		s.Words[0].UPOS = "_"
	}
	got := parses(p, some)
	for i, s := range got {
		require.Equal(t, both[i].Words[0].UPOS, s.Words[0].UPOS)
		for j := 1; j < s.Len(); j++ {
			require.Equal(t, dev[i].Words[j].UPOS, s.Words[j].UPOS)
		}
	}
	for _, workers := range []int{1, 3} {
		all := untagged(dev, "upos", "xpos")
		require.NoError(t, p.ParseAll(context.Background(), all, workers))
		require.Equal(t, string(printed(t, parses(p, untagged(dev, "upos", "xpos")))), string(printed(t, all)))
	}
}

// In FEATS an empty column says something where others are not empty.
func TestFeaturesAreTaggedBySentence(t *testing.T) {
	p, err := tiny(t, false).WithTaggers(trainedTagger(t, some(t), tagOptions("feats", 3)))
	require.NoError(t, err)
	s := sample(t, "en/dev.conllu")[0]
	require.NotEqual(t, tagsOf(untagged([]*conll.Sentence{s}, "feats"), "feats"), tagsOf(parses(p, untagged([]*conll.Sentence{s}, "feats")), "feats"))
	s.Words[0].Feats = "Case=Nom"
	for i := range s.Words[1:] {
		s.Words[i+1].Feats = "_"
	}
	require.Equal(t, tagsOf([]*conll.Sentence{s}, "feats"), tagsOf(parses(p, []*conll.Sentence{s}), "feats"))
}

// Taggers come back from the file, with what is inside them, and all are written in the
// latest version.
func TestTaggersAreInTheFile(t *testing.T) {
	p, dev := bundle(t), untagged(sample(t, "en/dev.conllu")[:20], "upos", "xpos")
	q := reread(t, file(t, p))
	require.Equal(t, p.Meta().Taggers, q.Meta().Taggers)
	require.Equal(t, string(printed(t, parses(p, dev))), string(printed(t, parses(q, dev))))
	require.True(t, bytes.Equal(file(t, p), file(t, q)), "write, read, write: the same bytes")
	require.Len(t, q.Taggers(), 2)
	require.Len(t, q.Taggers()[1].Taggers(), 1)
	require.Equal(t, parser.FormatVersion, q.Meta().Format)
	require.Equal(t, parser.FormatVersion, q.Taggers()[0].Meta().Format)
	require.Equal(t, parser.FormatVersion, q.Taggers()[1].Taggers()[0].Meta().Format)
}

func TestTaggersThatAModelCannotHold(t *testing.T) {
	p, tagger := tiny(t, false), tinyTagger(t, "upos")
	deep := tagger
	for range 2 {
		var err error
		deep, err = tinyTagger(t, "upos").WithTaggers(deep)
		require.NoError(t, err)
	}
	for _, taggers := range [][]*parser.Parser{{p}, {tagger, tagger}, {deep}} {
		_, err := p.WithTaggers(taggers...)
		require.ErrorIs(t, err, parser.ErrTaggers)
		_, err = trainOn(context.Background(), some(t), nil, options(1, func(o *parser.Options) { o.Taggers = taggers }), learn.Observer{})
		require.ErrorIs(t, err, parser.ErrTaggers)
		require.ErrorIs(t, err, parser.ErrOptions)
	}
	_, err := trainOn(context.Background(), some(t), nil, options(1, func(o *parser.Options) { o.Taggers, o.Tag = []*parser.Parser{tagger}, "upos" }), learn.Observer{})
	require.ErrorContains(t, err, "has a tagger already")
}

// A parser that learns from predicted tags is one that learns from a treebank which was
// jackknifed before, and is judged on dev with the tags of its taggers.
func TestTrainingOnPredictedTags(t *testing.T) {
	const folds = 3
	train, dev := some(t), sample(t, "en/dev.conllu")[:20]
	trainBoth := func(train, dev []*conll.Sentence, edits ...func(*parser.Options)) *parser.Parser {
		p, err := trainOn(context.Background(), train, dev, options(3, edits...), learn.Observer{})
		require.NoError(t, err)
		return p
	}
	p := trainBoth(train, dev, func(o *parser.Options) { o.Tag, o.Jackknife = "upos,xpos", folds })
	require.Len(t, p.Taggers(), 2)

	jackknifed, tags := clones(train), clones(dev)
	for i, field := range []string{"upos", "xpos"} {
		o := parser.DefaultsFor("tag")
		o.Field = field
		require.NoError(t, learn.Jackknife(context.Background(), jackknifed, jackknifed, folds, o, learn.Observer{}))
		tags = tagged(t, p.Taggers()[i], tags)
	}
	require.Equal(t, weights(t, trainBoth(jackknifed, tags)), weights(t, p))
	require.NotEqual(t, weights(t, trainBoth(train, dev)), weights(t, p))
	require.Equal(t, weights(t, trainBoth(train, dev)), weights(t, trainBoth(train, dev, func(o *parser.Options) { o.Tag = "upos" })), "without folds it learns from gold tags")
}

// Wrong options are refused before any tagger is trained, which takes long.
func TestWrongOptionsTrainNoTaggers(t *testing.T) {
	told := learn.Observer{Tagger: func(string, int, int) { t.Error("a tagger was trained") }}
	for _, wrong := range []func(*parser.Options){
		func(o *parser.Options) { o.Oracle = "delphi" },
		func(o *parser.Options) { o.Loss = "none such" },
		func(o *parser.Options) { o.System = "in-order" },
	} {
		o := options(1, func(o *parser.Options) { o.Tag, o.Jackknife = "upos", 2 }, wrong)
		_, err := trainOn(context.Background(), some(t), nil, o, told)
		require.ErrorIs(t, err, parser.ErrOptions)
	}
	for _, wrong := range []func(*parser.Options){
		func(o *parser.Options) { o.Jackknife = 0 },
		func(o *parser.Options) { o.Columns = "misc" },
		func(o *parser.Options) { o.Epochs = -1 },
	} {
		o := tagOptions("xpos", 1, func(o *parser.Options) { o.Tag, o.Jackknife = "upos", 2 }, wrong)
		_, err := trainOn(context.Background(), some(t), nil, o, told)
		require.ErrorIs(t, err, parser.ErrOptions)
	}
}

// Observers hear of taggers and folds.
func TestObserverOfTaggers(t *testing.T) {
	var heard []int
	_, err := trainOn(context.Background(), some(t)[:20], nil, options(1, func(o *parser.Options) { o.Tag, o.Jackknife = "upos", 3 }), learn.Observer{
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
	o := parser.DefaultOptions()
	tinyNetwork(&o)
	o.Epochs, o.Tag, o.Jackknife = 1, "upos", 2
	p, err := trainOn(t.Context(), some(t)[:20], nil, o, learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, "neural", p.Meta().Scorer)
	require.Len(t, p.Taggers(), 1)
	require.Equal(t, "linear", p.Taggers()[0].Meta().Scorer)
	alone := trainedTagger(t, some(t)[:20], parser.DefaultsFor("tag"))
	require.Equal(t, weights(t, alone), weights(t, p.Taggers()[0]))
}

// Constituency parsers hold taggers, too: of XPOS, which is the tag of their trees.
func TestTreesWithTaggers(t *testing.T) {
	o := linearFor("in-order")
	o.Epochs, o.Tag, o.Jackknife = 2, "xpos", 3
	p, err := trainOnTrees(context.Background(), someTrees(t), someTrees(t)[:3], o, learn.Observer{})
	require.NoError(t, err)
	words := []conll.Word{{Form: "The", UPOS: "_", XPOS: "_"}, {Form: "dog", UPOS: "_", XPOS: "_"}, {Form: "-LRB-", UPOS: "_", XPOS: "_"}, {Form: ".", UPOS: "_", XPOS: "_"}}
	tree, err := p.ParseTree(words)
	require.NoError(t, err)
	for i, leaf := range tree.Leaves() {
		require.NotEqual(t, "_", leaf.Label, "%v", leaf)
		require.Equal(t, words[i].Form, leaf.Word)
		require.Equal(t, "_", words[i].XPOS, "the words are the caller's")
	}
	require.Equal(t, "DT", tree.Leaves()[0].Label)
	words[0].XPOS = "NN"
	again, err := reread(t, file(t, p)).ParseTree(words)
	require.NoError(t, err)
	require.Equal(t, "NN", again.Leaves()[0].Label, "given tags stay")

	for _, tag := range []string{"upos", "xpos,feats"} {
		o.Tag = tag
		_, err = trainOnTrees(context.Background(), someTrees(t), nil, o, learn.Observer{})
		require.ErrorIs(t, err, parser.ErrOptions)
	}
}

// damagedMeta returns the model's file with its meta data changed.
func damagedMeta(t testing.TB, p *parser.Parser, edit func(*parser.Meta)) []byte {
	meta := *p.Meta()
	edit(&meta)
	text, err := json.Marshal(meta)
	require.NoError(t, err)
	return withMeta(t, p, text)
}

func TestInconsistentMetaOfTaggers(t *testing.T) {
	for text, edit := range map[string]func(*parser.Meta){
		`with field ""`:       func(m *parser.Meta) { m.Field = "" },
		`with field "deps"`:   func(m *parser.Meta) { m.Field = "deps" },
		"system arc-hybrid":   func(m *parser.Meta) { m.System = "arc-hybrid" },
		"tagger0/meta":        func(m *parser.Meta) { m.Taggers = 1 },
		"taggers":             func(m *parser.Meta) { m.Taggers = 5 },
		"-1 taggers":          func(m *parser.Meta) { m.Taggers = -1 },
		`label ""`:            func(m *parser.Meta) { m.Labels = append([]string{""}, m.Labels[1:]...) },
		"reads versions 1 to": func(m *parser.Meta) { m.Format = parser.FormatVersion + 1 },
	} {
		data := damagedMeta(t, tinyTagger(t, "upos"), edit)
		_, err := parser.Read(bytes.NewReader(data), int64(len(data)))
		require.ErrorIs(t, err, npz.ErrFile, text)
		require.ErrorContains(t, err, text)
	}
}

// TestDamagedBundles: cut off anywhere, or with any one byte changed.
func TestDamagedBundles(t *testing.T) {
	p, err := tiny(t, false).WithTaggers(tinyTagger(t, "upos"))
	require.NoError(t, err)
	data, sentences := file(t, p), untagged(probe(t), "upos")
	want := arcs(parses(p, sentences))
	r, refused := rand.New(rand.NewPCG(10, 0)), 0
	for range 2000 {
		require.True(t, requireRefusedOrSame(t, data[:r.IntN(len(data))], sentences, want))
		i := r.IntN(len(data))
		old := data[i]
		data[i] ^= 1 + byte(r.IntN(255))
		if requireRefusedOrSame(t, data, sentences, want) {
			refused++
		}
		data[i] = old
	}
	require.Greater(t, refused, 1000)
}

// TestLemmasComeLast: their tagger reads what others predict, in training by folds, too, but
// learns from gold columns.
func TestLemmasComeLast(t *testing.T) {
	train := some(t)[:60]
	p := trained(t, train, options(1, func(o *parser.Options) { o.Tag, o.Jackknife = "upos,feats,lemma", 3 }))
	require.Equal(t, []string{"upos", "feats", "lemma"}, p.Fills())
	alone := trainedTagger(t, train, tagOptions("lemma", 10))
	require.Equal(t, weights(t, alone), weights(t, p.Taggers()[2]))
	bare := untagged(train, "upos", "feats", "lemma")
	got := parses(p, bare)
	for _, tagger := range p.Taggers() {
		bare = tagged(t, tagger, bare)
	}
	require.Equal(t, tagsOf(bare, "lemma"), tagsOf(got, "lemma"))

	for _, wrong := range []string{"lemma,upos", "upos,lemma,xpos"} {
		_, err := trainOn(context.Background(), train, nil, options(1, func(o *parser.Options) { o.Tag = wrong }), learn.Observer{})
		require.ErrorIs(t, err, parser.ErrOptions)
		require.ErrorContains(t, err, "comes last")
	}
}

// TestLemmasOfPredictedTags: sentences are tagged as they are, and learned from as gold.
func TestLemmasOfPredictedTags(t *testing.T) {
	gold, o := some(t)[:20], tagOptions("lemma", 4)
	given, blind := clones(gold), untagged(gold, "upos", "xpos", "feats")
	require.NoError(t, learn.Jackknife(context.Background(), gold, given, 4, o, learn.Observer{}))
	require.NoError(t, learn.Jackknife(context.Background(), gold, blind, 4, o, learn.Observer{}))
	require.NotEqual(t, tagsOf(given, "lemma"), tagsOf(blind, "lemma"))
	require.Equal(t, tagsOf(some(t)[:20], "upos"), tagsOf(given, "upos"))
}
