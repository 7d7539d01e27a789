package engine_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/text"
	"parser/parser/treebank"
)

// pipeline returns options by which all steps are learned.
func pipeline(o *engine.Options) { o.Pipeline = true }

// folds learns from predicted tags.
func folds(o *engine.Options) { o.Jackknife = 2 }

// parsedText is what a parser makes of raw text.
func parsedText(t *testing.T, p *engine.Parser, raw string, workers int) string {
	t.Helper()
	sentences, err := p.Text(strings.NewReader(raw), "raw", text.Options{Workers: workers})
	require.NoError(t, err)
	var b bytes.Buffer
	w := conll.NewWriter(&b)
	require.NoError(t, stream(p, context.Background(), sentences.Read, w.Write, workers))
	require.NoError(t, w.Flush())
	return b.String()
}

// TestPipeline: one model goes from characters to trees, is the same when it is read again,
// and says what it was made of.
func TestPipeline(t *testing.T) {
	t.Parallel()
	some := kit.Some(t)[:24]
	raw, err := segment.Of(some[:20])
	require.NoError(t, err)
	for name, edit := range map[string]func(*engine.Options){"taggers": folds, "network": kit.MultiTask("")} {
		p := kit.Trained(t, some, kit.Options(2, pipeline, edit))
		out := parsedText(t, p, raw, 1)
		require.Equal(t, out, parsedText(t, kit.Reread(t, kit.File(t, p)), raw, 3), name)
		long := strings.Repeat(raw, 4) // several windows of it are cut at a time
		require.Equal(t, parsedText(t, p, long, 1), parsedText(t, p, long, 3), name)
		require.Equal(t, kit.File(t, p), kit.File(t, kit.Reread(t, kit.File(t, p))), name)
		require.ElementsMatch(t, structure.Fields(), p.Predicts(), name)
		require.True(t, p.Meta().Segmenter, name)

		parsed, err := textfile.ReadAll(conll.NewReader(strings.NewReader(out), "out").Read)
		require.NoError(t, err)
		var rebuilt []byte
		for _, s := range parsed {
			rebuilt, err = segment.AppendText(rebuilt, s)
			require.NoError(t, err)
			require.NoError(t, s.CheckTree(false))
			require.NoError(t, s.CheckTags())
		}
		require.Equal(t, raw, string(rebuilt), name)
		again, err := segment.Of(parsed)
		require.NoError(t, err)
		require.Equal(t, raw, again, name)
	}
}

// TestPipelineOfTrees: what cuts text is taken from a model of dependencies.
func TestPipelineOfTrees(t *testing.T) {
	o := kit.TreeOptions("in-order", 1, pipeline, folds)
	_, err := training.Run(context.Background(), treebank.Data{Trees: kit.SomeTrees(t)[:20]}, treebank.Data{}, o, training.Observer{})
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, "trees do not say what the text was")

	cutter := kit.Trained(t, kit.Some(t)[:20], kit.Options(1, func(o *engine.Options) { o.Pipeline, o.Tag, o.Jackknife = true, "upos", 2 })).Segmenter()
	p, err := training.Run(context.Background(), treebank.Data{Trees: kit.SomeTrees(t)[:20]}, treebank.Data{}, o, training.Observer{},
		training.Resource{Name: training.Segmenter, Value: cutter})
	require.NoError(t, err)
	require.False(t, p.NeedsTags())
	sentences, err := p.Text(strings.NewReader("The dog barked.\n"), "raw", text.Options{})
	require.NoError(t, err)
	s, err := sentences.Read()
	require.NoError(t, err)
	tree, err := p.ParseTree(s.Words)
	require.NoError(t, err)
	require.Len(t, tree.Leaves(), s.Len())
}

// TestSegmentersThatCannotBe are refused, in memory and in files.
func TestSegmentersThatCannotBe(t *testing.T) {
	p := kit.Trained(t, kit.Some(t), kit.Options(1))
	_, err := p.Text(strings.NewReader("A dog."), "raw", text.Options{})
	require.ErrorIs(t, err, engine.ErrNoSegmenter)
	tokens, err := p.Text(strings.NewReader("Don't go."), "raw", text.Options{Segmented: text.Horizontal})
	require.NoError(t, err)
	given, err := tokens.Read()
	require.NoError(t, err)
	require.Equal(t, []string{"Don't", "go."}, []string{given.Words[0].Form, given.Words[1].Form}, "tokens that are given need no segmenter")
	for name, s := range map[string]*engine.Segmenter{
		"empty":  {},
		"parser": {Rules: &segment.Rules{}, Tagger: p},
		"lemmas": {Rules: &segment.Rules{}, Tagger: kit.Trained(t, kit.Some(t), kit.TagOptions("upos", 1))},
	} {
		_, err := p.WithSegmenter(s)
		require.ErrorIs(t, err, engine.ErrNoSegmenter, name)
		_, err = training.New(kit.Options(1), training.Resource{Name: training.Segmenter, Value: s})
		require.ErrorIs(t, err, engine.ErrNoSegmenter, name)
	}
	_, err = training.New(kit.TagOptions("upos", 1, func(o *engine.Options) { o.Pipeline = true }))
	require.ErrorIs(t, err, engine.ErrOptions)

	q, err := p.WithSegmenter(nil)
	require.NoError(t, err)
	require.Equal(t, kit.File(t, p), kit.File(t, q))
}
