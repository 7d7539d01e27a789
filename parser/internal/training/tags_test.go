package training_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/testdata/testkit"
	"parser/transition"
)

// Every field of every oracle is learned by heart, and of new sentences most of it is
// right; tags are all that changes.
func TestTagging(t *testing.T) {
	train, dev := kit.Sample(t, "en/train.conllu"), kit.Sample(t, "en/dev.conllu")
	for field, least := range map[string]float64{"upos": 93, "xpos": 93, "feats": 90, "lemma": 95} {
		p := kit.Trained(t, train, kit.TagOptions(field, 6))
		require.Equal(t, transition.Tags, p.Kind())
		require.Equal(t, field, p.Field())
		require.Greater(t, accuracy(train, kit.Tagged(t, p, kit.Untagged(train, field)), field), 99.5, field)
		got := kit.Tagged(t, p, kit.Untagged(dev, field))
		require.Greater(t, accuracy(dev, got, field), least, field)
		require.Equal(t, string(kit.Printed(t, kit.Untagged(dev, field))), string(kit.Printed(t, kit.Untagged(got, field))), "only tags change")
	}
}

// Every oracle of the system teaches the same.
func TestTagOraclesTeachTheSame(t *testing.T) {
	var first []float32
	for _, name := range oracle.NamesFor(transition.Tag{}) {
		p := kit.Trained(t, kit.Some(t), kit.TagOptions("upos", 2, func(o *engine.Options) { o.Oracle, o.Explore = name, 0 }))
		if first == nil {
			first = weights(t, p)
		}
		require.Equal(t, first, weights(t, p), name)
	}
}

// A tagger does not look at columns that it was not given: whatever stands there, it
// learns the same and answers the same.
func TestTaggersDoNotLookAtGold(t *testing.T) {
	train, dev := kit.Some(t), kit.Sample(t, "en/dev.conllu")[:20]
	hidden := kit.Untagged(train, "upos", "feats")
	for _, s := range hidden {
		for i := range s.Words {
			s.Words[i].Lemma, s.Words[i].Head, s.Words[i].Deprel = "?", 0, "?"
		}
	}
	for _, edit := range []func(*engine.Options){
		func(*engine.Options) {},
		func(o *engine.Options) { o.Tag, o.Jackknife = "xpos", 3 },
	} {
		seen, blind := kit.Trained(t, train, kit.TagOptions("xpos", 2, edit)), kit.Trained(t, hidden, kit.TagOptions("xpos", 2, edit))
		require.Equal(t, weights(t, seen), weights(t, blind))
		require.Equal(t, kit.TagsOf(kit.Tagged(t, seen, dev), "xpos"), kit.TagsOf(kit.Tagged(t, seen, kit.Untagged(dev, "upos", "xpos", "feats")), "xpos"))
	}
}

// With leave it looks, at training time and later.
func TestTaggersLookWhereTheyMay(t *testing.T) {
	train, dev := kit.Some(t), kit.Sample(t, "en/dev.conllu")[:20]
	o := kit.TagOptions("upos", 3, func(o *engine.Options) { o.Columns, o.Templates = "xpos", "N0t\nN0x3\n" })
	p := kit.Trained(t, train, o)
	require.Greater(t, accuracy(dev, kit.Tagged(t, p, dev), "upos"), 90.0)
	require.NotEqual(t, kit.TagsOf(kit.Tagged(t, p, dev), "upos"), kit.TagsOf(kit.Tagged(t, p, kit.Untagged(dev, "xpos")), "upos"))
	require.Contains(t, kit.TemplatesOf(t, p), "N0t")
}

// Taggers of lemmas read tags, by templates of their own, unless they are given others.
func TestTaggersOfLemmasReadTags(t *testing.T) {
	train, dev := kit.Some(t), kit.Sample(t, "en/dev.conllu")
	p := kit.Trained(t, train, kit.TagOptions("lemma", 3))
	require.Contains(t, kit.TemplatesOf(t, p), "N0c N0t N0m:I\n")
	for _, column := range []string{"upos", "xpos", "feats"} {
		require.NotEqual(t, kit.TagsOf(kit.Tagged(t, p, dev), "lemma"), kit.TagsOf(kit.Tagged(t, p, kit.Untagged(dev, column)), "lemma"), column)
	}
	require.Equal(t, kit.TagsOf(kit.Tagged(t, p, dev), "lemma"), kit.TagsOf(kit.Tagged(t, p, kit.Untagged(dev, "lemma")), "lemma"))
	p = kit.Trained(t, train, kit.TagOptions("lemma", 3, func(o *engine.Options) { o.Columns, o.Templates = "xpos", "N0n\nN0x3 N0t\n" }))
	require.Equal(t, "N0n\nN0x3 N0t\n", kit.TemplatesOf(t, p))
	require.Equal(t, kit.TagsOf(kit.Tagged(t, p, dev), "lemma"), kit.TagsOf(kit.Tagged(t, p, kit.Untagged(dev, "upos", "feats")), "lemma"))
}

// The same data, options and seed give the same bytes, whatever the workers; another
// seed gives others.
func TestTaggingIsDeterministic(t *testing.T) {
	run := func(seed uint64, workers int) []byte {
		p, err := kit.TrainOn(context.Background(), kit.Some(t)[:30], kit.Sample(t, "en/dev.conllu")[:10], kit.TagOptions("upos", 2, func(o *engine.Options) {
			o.Seed, o.Workers, o.Tag, o.Jackknife = seed, workers, "upos,xpos", 3
		}), learn.Observer{})
		require.NoError(t, err)
		return kit.File(t, p)
	}
	first := run(1, 1)
	require.True(t, bytes.Equal(first, run(1, 1)))
	require.True(t, bytes.Equal(first, run(1, 4)))
	require.False(t, bytes.Equal(first, run(2, 1)))
}

// Who works backwards learns from reversed sentences what who works forwards learns from
// the sentences, and answers the same.
func TestBackwardsIsForwardsInReverse(t *testing.T) {
	reversed := func(sentences []*conll.Sentence) []*conll.Sentence {
		all := kit.Clones(sentences)
		for _, s := range all {
			slices.Reverse(s.Words)
		}
		return all
	}
	train, dev := kit.Some(t), kit.Sample(t, "en/dev.conllu")[:20]
	learn := func(train []*conll.Sentence, backwards bool) *engine.Parser {
		return kit.Trained(t, train, kit.TagOptions("upos", 2, func(o *engine.Options) { o.Backwards = backwards }))
	}
	p, twin := learn(train, true), learn(reversed(train), false)
	require.Equal(t, weights(t, twin), weights(t, p))
	got := kit.Tagged(t, p, dev)
	require.Equal(t, kit.TagsOf(kit.Tagged(t, twin, reversed(dev)), "upos"), kit.TagsOf(reversed(got), "upos"))
	require.NotEqual(t, kit.TagsOf(kit.Tagged(t, learn(train, false), dev), "upos"), kit.TagsOf(got, "upos"))
}

// The two passes go in opposite directions, whatever that of the second is.
func TestPassesGoInOppositeDirections(t *testing.T) {
	for _, backwards := range []bool{false, true} {
		p := kit.Trained(t, kit.Some(t), kit.TagOptions("upos", 1, func(o *engine.Options) { o.Backwards, o.Tag, o.Jackknife = backwards, "xpos", 2 }))
		require.Equal(t, backwards, p.Meta().Backwards)
		require.Equal(t, !backwards, p.Taggers()[0].Meta().Backwards)
	}
}

// Dropout changes what is learned, by chance that comes from the seed.
func TestDropout(t *testing.T) {
	learned := func(dropout float64) []float32 {
		return weights(t, kit.Trained(t, kit.Some(t), kit.TagOptions("upos", 2, func(o *engine.Options) { o.Dropout = dropout })))
	}
	require.NotEqual(t, learned(0), learned(0.3))
	require.Equal(t, learned(0.3), learned(0.3))
	for _, wrong := range []float64{-0.1, 1, 2} {
		_, err := kit.TrainOn(context.Background(), kit.Some(t), nil, kit.TagOptions("upos", 2, func(o *engine.Options) { o.Dropout = wrong }), learn.Observer{})
		require.ErrorIs(t, err, engine.ErrOptions)
	}
}

// The best epoch is that of the best accuracy on dev, which is what is reported.
func TestBestEpochOfTagger(t *testing.T) {
	dev := kit.Sample(t, "en/dev.conllu")
	best := learn.Epoch{}
	p, err := kit.TrainOn(context.Background(), kit.Some(t), dev, kit.TagOptions("upos", 5), learn.Observer{Epoch: func(e learn.Epoch) {
		require.Positive(t, e.Accuracy)
		require.Equal(t, e.Accuracy, e.Main())
		require.Equal(t, e.Accuracy > best.Accuracy, e.Best)
		if e.Best {
			best = e
		}
	}})
	require.NoError(t, err)
	require.Equal(t, best.Number, p.Meta().Epoch)
	require.InDelta(t, best.Accuracy, accuracy(dev, kit.Tagged(t, p, dev), "upos"), 1e-9)
}

// A word without tag makes its sentence useless, but in FEATS nothing is something.
func TestSentencesWithoutTags(t *testing.T) {
	train := append(kit.Clones(kit.Some(t)[:20]), &conll.Sentence{})
	train[3].Words[0].UPOS, train[3].Words[0].Feats = "_", "_"
	train[4].Words[1].UPOS = ""
	m := kit.Trained(t, train, kit.TagOptions("upos", 1)).Meta()
	require.Equal(t, structure.Skipped{Empty: 1, Untagged: 2}, m.Skipped)
	require.Equal(t, 18, m.Sentences)
	require.NotContains(t, m.Labels, "_")
	m = kit.Trained(t, train, kit.TagOptions("feats", 1)).Meta()
	require.Equal(t, structure.Skipped{Empty: 1}, m.Skipped)
	require.Contains(t, m.Labels, "_")
	_, err := kit.TrainOn(context.Background(), kit.Untagged(train, "xpos"), nil, kit.TagOptions("xpos", 1), learn.Observer{})
	require.ErrorIs(t, err, structure.ErrNoTree)
	require.ErrorContains(t, err, "xpos")
}

// Without tags in dev there is nothing to choose an epoch by.
func TestDevWithoutTags(t *testing.T) {
	dev := kit.Untagged(kit.Sample(t, "en/dev.conllu"), "upos")
	p, err := kit.TrainOn(context.Background(), kit.Some(t), dev, kit.TagOptions("upos", 3), learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, 3, p.Meta().Epoch, "the last")
}

func TestTaggerOptionsAreChecked(t *testing.T) {
	for text, edit := range map[string]func(*engine.Options){
		"no field":                               func(o *engine.Options) { o.Field = "" },
		"no field \"head\"":                      func(o *engine.Options) { o.Field = "head" },
		"no column \"misc\"":                     func(o *engine.Options) { o.Columns = "misc" },
		"cannot read upos":                       func(o *engine.Options) { o.Columns = "xpos, upos" },
		"read the column t":                      func(o *engine.Options) { o.Templates = "N0w\nN0t\n" },
		"read the column g":                      func(o *engine.Options) { o.Templates, o.Columns = "N0w\nN0g\n", "lemma" },
		"named twice":                            func(o *engine.Options) { o.Tag = "xpos,xpos" },
		"no field \"deps\"":                      func(o *engine.Options) { o.Tag = "deps" },
		"1 folds":                                func(o *engine.Options) { o.Tag, o.Jackknife = "xpos", 1 },
		"needs folds":                            func(o *engine.Options) { o.Tag, o.Jackknife = "xpos", 0 },
		"no variant":                             func(o *engine.Options) { o.Templates = "zn11" },
		"no such oracle":                         func(o *engine.Options) { o.Oracle = "pd" },
		"5 sentences cannot be cut into 6 folds": func(o *engine.Options) { o.Tag, o.Jackknife = "xpos", 6 },
	} {
		_, err := kit.TrainOn(context.Background(), kit.Some(t)[:5], nil, kit.TagOptions("upos", 1, edit), learn.Observer{})
		require.ErrorIs(t, err, engine.ErrOptions, text)
		require.ErrorContains(t, err, text)
	}
}

// A tagger does not parse, and a parser does not tag.
func TestTaggersAreNoParsers(t *testing.T) {
	tagger, other := kit.TinyTagger(t, "upos"), kit.Tiny(t, false)
	s := kit.Some(t)[0].Clone()
	require.ErrorIs(t, tagger.Parse(s), engine.ErrKind)
	require.ErrorIs(t, other.Tag(s), engine.ErrKind)
	require.ErrorIs(t, engine.RunTaggers(context.Background(), []*engine.Parser{other}, nil, nil, 1), engine.ErrKind)
	_, err := tagger.ParseTree(s.Words)
	require.ErrorIs(t, err, engine.ErrKind)
	require.Equal(t, "", other.Field())
	other = kit.Trained(t, kit.Some(t), kit.Options(1, func(o *engine.Options) { o.Field = "upos" }))
	require.Equal(t, "", other.Field(), "an option of taggers only")
	kit.Reread(t, kit.File(t, other))
}

// Streams of any number of workers tag alike, and stop where an error is.
func TestStreamTags(t *testing.T) {
	train := kit.Sample(t, "en/train.conllu")
	p := kit.TinyTagger(t, "upos")
	want := kit.TagsOf(kit.Tagged(t, p, train), "upos")
	for _, workers := range []int{1, 2, 7} {
		all := kit.Untagged(train, "upos")
		require.NoError(t, p.ParseAll(context.Background(), all, workers))
		require.Equal(t, want, kit.TagsOf(all, "upos"), "%d workers", workers)
		count := 0
		err := p.Run(context.Background(), func() (*treebank.Item, error) {
			if count == 100 {
				return nil, io.ErrUnexpectedEOF
			}
			count++
			return treebank.SentenceItem(all[count]), nil
		}, func(*treebank.Item) error { return nil }, workers)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}
}

const goldenTags = "testdata/tagged.golden.conllu"

// TestGoldenTags pins what fixed trainings make of three sentences, byte for byte.
func TestGoldenTags(t *testing.T) {
	got := kit.Untagged(kit.Sample(t, "en/dev.conllu")[10:13], structure.Fields()...)
	for _, field := range structure.Fields() {
		got = kit.Tagged(t, kit.Trained(t, kit.Sample(t, "en/train.conllu")[:100], engine.Options{
			System: "tag", Oracle: "dynamic", Templates: strings.ReplaceAll(
				"N0w,N0n,N0x2,N0x3,N0b2,N0c,N0a,bias,P0d,P1d P0d,P0d N0n,N1n,P0n,N1x2 P0d,", ",", "\n"), Encoding: structure.Encoding{Field: field},
			Epochs: 4, Seed: 1, Loss: "oracle", Dropout: 0.1,
			Settings: goldenSettings(),
			Learner:  goldenLearner(t, 20),
		}), got)
	}
	testkit.Golden(t, goldenTags, string(kit.Printed(t, got)))
}

func BenchmarkTag(b *testing.B) {
	p, dev := kit.Trained(b, kit.Sample(b, "en/train.conllu"), kit.TagOptions("upos", 3)), kit.Sample(b, "en/dev.conllu")
	words := 0
	for _, s := range dev {
		words += s.Len()
	}
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, p.ParseAll(context.Background(), dev, 1))
	}
	b.ReportMetric(float64(words*b.N)/b.Elapsed().Seconds(), "words/s")
}

// TestDropoutLeavesTheExpertAlone: who asks the oracle only gets no features, and no chance
// is spent on them; so a tagger learns the same whether the roll-outs of the oracle are
// read off its costs or carried out.
func TestDropoutLeavesTheExpertAlone(t *testing.T) {
	learned := func(execute bool) []float32 {
		return weights(t, kit.Trained(t, kit.Some(t)[:20], kit.TagOptions("upos", 2, func(o *engine.Options) {
			o.Dropout, o.Execute = 0.3, execute
		})))
	}
	require.Equal(t, learned(false), learned(true))
}
