package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// bundle is a parser that holds taggers of UPOS and XPOS, the latter in two passes.
func bundle(t testing.TB) *engine.Parser {
	t.Helper()
	twice := kit.Trained(t, kit.Some(t), kit.TagOptions("xpos", 2, func(o *engine.Options) { o.Tag, o.Jackknife = "xpos", 2 }))
	require.Len(t, twice.Taggers(), 1)
	p, err := kit.Trained(t, kit.Some(t), kit.Options(2)).WithTaggers(kit.Trained(t, kit.Some(t), kit.TagOptions("upos", 2)), twice)
	require.NoError(t, err)
	return p
}

// A parser with taggers parses words without tags as it does those that its taggers
// have tagged, and leaves given tags alone.
func TestParserWithTaggers(t *testing.T) {
	p, dev := bundle(t), kit.Sample(t, "en/dev.conllu")[:20]
	both := kit.Clones(dev)
	for _, tagger := range p.Taggers() {
		both = kit.Tagged(t, tagger, both)
	}
	plain, err := p.WithTaggers()
	require.NoError(t, err)
	require.Empty(t, plain.Taggers())

	require.Equal(t, string(kit.Printed(t, kit.Parses(plain, both))), string(kit.Printed(t, kit.Parses(p, kit.Untagged(dev, "upos", "xpos")))), "all are missing")
	require.Equal(t, string(kit.Printed(t, kit.Parses(plain, dev))), string(kit.Printed(t, kit.Parses(p, dev))), "none is missing")
	require.Equal(t, string(kit.Printed(t, kit.Parses(plain, both))), string(kit.Printed(t, kit.Parses(kit.Retagging(t, p), dev))), "none counts")

	some := kit.Clones(dev)
	for i, s := range some { // one tag is missing
		s.Words[0].UPOS = "_"
		both[i] = dev[i].Clone()
		require.NoError(t, p.Taggers()[0].Tag(both[i]))
		s.Words[0].UPOS = "_"
	}
	got := kit.Parses(p, some)
	for i, s := range got {
		require.Equal(t, both[i].Words[0].UPOS, s.Words[0].UPOS)
		for j := 1; j < s.Len(); j++ {
			require.Equal(t, dev[i].Words[j].UPOS, s.Words[j].UPOS)
		}
	}
	for _, workers := range []int{1, 3} {
		all := kit.Untagged(dev, "upos", "xpos")
		require.NoError(t, p.ParseAll(context.Background(), all, workers))
		require.Equal(t, string(kit.Printed(t, kit.Parses(p, kit.Untagged(dev, "upos", "xpos")))), string(kit.Printed(t, all)))
	}
}

// In FEATS an empty column says something where others are not empty.
func TestFeaturesAreTaggedBySentence(t *testing.T) {
	p, err := kit.Tiny(t, false).WithTaggers(kit.Trained(t, kit.Some(t), kit.TagOptions("feats", 3)))
	require.NoError(t, err)
	s := kit.Sample(t, "en/dev.conllu")[0]
	require.NotEqual(t, kit.TagsOf(kit.Untagged([]*conll.Sentence{s}, "feats"), "feats"),
		kit.TagsOf(kit.Parses(p, kit.Untagged([]*conll.Sentence{s}, "feats")), "feats"))
	s.Words[0].Feats = "Case=Nom"
	for i := range s.Words[1:] {
		s.Words[i+1].Feats = "_"
	}
	require.Equal(t, kit.TagsOf([]*conll.Sentence{s}, "feats"), kit.TagsOf(kit.Parses(p, []*conll.Sentence{s}), "feats"))
}

// Taggers come back from the file, with what is inside them, and all are written in the
// latest version.
func TestTaggersAreInTheFile(t *testing.T) {
	p, dev := bundle(t), kit.Untagged(kit.Sample(t, "en/dev.conllu")[:20], "upos", "xpos")
	q := kit.Reread(t, kit.File(t, p))
	require.Equal(t, p.Meta().Taggers, q.Meta().Taggers)
	require.Equal(t, string(kit.Printed(t, kit.Parses(p, dev))), string(kit.Printed(t, kit.Parses(q, dev))))
	require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, q)), "write, read, write: the same bytes")
	require.Len(t, q.Taggers(), 2)
	require.Len(t, q.Taggers()[1].Taggers(), 1)
	require.Equal(t, engine.FormatVersion, q.Meta().Format)
	require.Equal(t, engine.FormatVersion, q.Taggers()[0].Meta().Format)
	require.Equal(t, engine.FormatVersion, q.Taggers()[1].Taggers()[0].Meta().Format)
}

func TestTaggersThatAModelCannotHold(t *testing.T) {
	p, tagger := kit.Tiny(t, false), kit.TinyTagger(t, "upos")
	deep := tagger
	for range 2 {
		var err error
		deep, err = kit.TinyTagger(t, "upos").WithTaggers(deep)
		require.NoError(t, err)
	}
	for _, taggers := range [][]*engine.Parser{{p}, {tagger, tagger}, {deep}} {
		_, err := p.WithTaggers(taggers...)
		require.ErrorIs(t, err, engine.ErrTaggers)
		var given []learn.Resource
		for _, p := range taggers {
			given = append(given, learn.Resource{Name: learn.Tagger, Value: p})
		}
		_, err = kit.TrainOn(context.Background(), kit.Some(t), nil, kit.Options(1), learn.Observer{}, given...)
		require.ErrorIs(t, err, engine.ErrTaggers)
		require.ErrorIs(t, err, engine.ErrOptions)
	}
	_, err := kit.TrainOn(context.Background(), kit.Some(t), nil, kit.Options(1, func(o *engine.Options) { o.Tag = "upos" }), learn.Observer{},
		learn.Resource{Name: learn.Tagger, Value: tagger})
	require.ErrorContains(t, err, "has a tagger already")
}

// damagedMeta returns the model's file with its meta data changed.
func damagedMeta(t testing.TB, p *engine.Parser, edit func(*engine.Meta)) []byte {
	meta := *p.Meta()
	edit(&meta)
	text, err := json.Marshal(meta)
	require.NoError(t, err)
	return withMeta(t, p, text)
}

func TestInconsistentMetaOfTaggers(t *testing.T) {
	for text, edit := range map[string]func(*engine.Meta){
		`with field ""`:     func(m *engine.Meta) { m.Field = "" },
		`with field "deps"`: func(m *engine.Meta) { m.Field = "deps" },
		"system arc-hybrid": func(m *engine.Meta) { m.System = "arc-hybrid" },
		"tagger0/meta":      func(m *engine.Meta) { m.Taggers = 1 },
		"taggers":           func(m *engine.Meta) { m.Taggers = 5 },
		"-1 taggers":        func(m *engine.Meta) { m.Taggers = -1 },
		`label ""`:          func(m *engine.Meta) { m.Labels = append([]string{""}, m.Labels[1:]...) },
		"a newer program":   func(m *engine.Meta) { m.Format = engine.FormatVersion + 1 },
	} {
		data := damagedMeta(t, kit.TinyTagger(t, "upos"), edit)
		_, err := engine.Read(bytes.NewReader(data), int64(len(data)))
		require.ErrorIs(t, err, npz.ErrFile, text)
		require.ErrorContains(t, err, text)
	}
}

// TestDamagedBundles: cut off anywhere, or with any one byte changed.
func TestDamagedBundles(t *testing.T) {
	p, err := kit.Tiny(t, false).WithTaggers(kit.TinyTagger(t, "upos"))
	require.NoError(t, err)
	data, sentences := kit.File(t, p), kit.Untagged(probe(t), "upos")
	want := kit.Arcs(kit.Parses(p, sentences))
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

// TestLemmasOfPredictedTags: sentences are tagged as they are, and learned from as gold.
func TestLemmasOfPredictedTags(t *testing.T) {
	gold, o := kit.Some(t)[:20], kit.TagOptions("lemma", 4)
	given, blind := kit.Clones(gold), kit.Untagged(gold, "upos", "xpos", "feats")
	require.NoError(t, learn.Jackknife(context.Background(), gold, given, 4, o, learn.Observer{}))
	require.NoError(t, learn.Jackknife(context.Background(), gold, blind, 4, o, learn.Observer{}))
	require.NotEqual(t, kit.TagsOf(given, "lemma"), kit.TagsOf(blind, "lemma"))
	require.Equal(t, kit.TagsOf(kit.Some(t)[:20], "upos"), kit.TagsOf(given, "upos"))
}

// bare returns sentences whose words have nothing left but the form.
func bare(sentences []*conll.Sentence) (all []*conll.Sentence) {
	for _, s := range sentences {
		s = s.Clone()
		for i, w := range s.Words {
			s.Words[i] = conll.Word{Form: w.Form, Head: w.Head, Deprel: w.Deprel}
		}
		all = append(all, s)
	}
	return all
}

// TestWordsWithoutTagsAreRefused, where the parser has learned from tags and sets none.
func TestWordsWithoutTagsAreRefused(t *testing.T) {
	p, words := kit.Trained(t, kit.Some(t), kit.Options(1)), bare(kit.Some(t))
	require.True(t, p.NeedsTags())
	require.ErrorIs(t, p.Parse(words[0].Clone()), conll.ErrNoTag)

	mix := []*conll.Sentence{kit.Some(t)[0].Clone(), words[1].Clone(), kit.Some(t)[2].Clone()}
	for _, w := range workers {
		n, at := 0, 0
		err := stream(p, context.Background(), func() (*conll.Sentence, error) {
			if at == len(mix) {
				return nil, io.EOF
			}
			at++
			return mix[at-1], nil
		}, func(*conll.Sentence) error { n++; return nil }, w)
		require.ErrorIs(t, err, conll.ErrNoTag)
		require.Equal(t, 1, n, "what stands before is parsed")
	}

	half := words[0].Clone()
	for i := range half.Words {
		half.Words[i].XPOS = kit.Some(t)[0].Words[i].XPOS
	}
	require.NoError(t, p.Parse(half), "one of the two tags is enough")
}

// TestWordsNeedNoTags where the parser sets them, or has never seen any.
func TestWordsNeedNoTags(t *testing.T) {
	for name, p := range map[string]*engine.Parser{
		"tagger":  kit.Trained(t, kit.Some(t), kit.Options(1, func(o *engine.Options) { o.Tag = "upos" })),
		"network": kit.Trained(t, kit.Some(t), kit.Options(1, kit.MultiTask("xpos"))),
		"forms":   kit.Trained(t, bare(kit.Some(t)), kit.Options(1)),
	} {
		require.False(t, p.NeedsTags(), name)
		require.NoError(t, p.Parse(bare(kit.Some(t))[0]), name)
	}
}
