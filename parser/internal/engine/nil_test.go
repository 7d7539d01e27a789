package engine_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	train "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/text"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// TestNil: whatever public method is given nil for what it is to parse returns an error, and does not panic.
func TestNil(t *testing.T) {
	ctx := context.Background()
	base := kit.English(t)
	o := kit.LinearFor("amr")
	o.Epochs = 1
	graphs, err := train.Run(ctx, kit.FewGraphs(t, 5), treebank.Data{}, o, train.Observer{})
	require.NoError(t, err)
	keeping := keepingHeads(t, base)
	sentences := func() (*conll.Sentence, error) { return nil, nil }
	for name, p := range map[string]*engine.Parser{
		"arcs":     kit.Trained(t, kit.Some(t)[:10], kit.Options(1)),
		"network":  base,
		"keeping":  keeping,
		"brackets": kit.TrainedTrees(t, kit.SomeTrees(t)[:10], kit.TreeOptions("in-order", 1)),
		"graphs":   graphs,
		"tags":     kit.TinyTagger(t, "upos"),
	} {
		calls := map[string]func() error{
			"Annotate":   func() error { _, err := p.Annotate(ctx, nil, 1); return err },
			"Scores":     func() error { _, err := p.Scores(ctx, nil, 1); return err },
			"Guide":      func() error { _, err := p.Guide(nil); return err },
			"Lesson":     func() error { _, err := p.Instance(nil, treebank.Data{}); return err },
			"Calibrated": func() error { _, err := p.Calibrated(nil); return err },
			"Check":      func() error { return p.Check(nil) },
			"Run": func() error {
				return p.Run(ctx, func() (*treebank.Item, error) { return nil, nil }, func(*treebank.Item) error { return nil }, 1)
			},
		}
		if p.Segmenter() != nil {
			calls["Text"] = func() error { _, err := p.Text(nil, "nil", text.Options{}); return err }
		}
		for _, workers := range []int{0, 1, 3} {
			switch p.Kind() {
			case transition.Dependencies:
				calls["Parse"] = func() error { return p.Parse(nil) }
				calls["ParseAll"] = func() error { return p.ParseAll(ctx, []*conll.Sentence{nil}, workers) }
				calls["Stream"] = func() error {
					return stream(p, ctx, sentences, func(*conll.Sentence) error { return nil }, workers)
				}
			case transition.Graphs:
				calls["ParseGraph"] = func() error { _, err := p.ParseGraph(nil); return err }
				calls["Run"] = func() error {
					return p.Run(ctx, itemsOf(sentences), func(*treebank.Item) error { return nil }, workers)
				}
			case transition.Tags:
				calls["Tag"] = func() error { return p.Tag(nil) }
				calls["TagAll"] = func() error { return p.ParseAll(ctx, []*conll.Sentence{nil}, workers) }
				calls["RunTaggers"] = func() error {
					return engine.RunTaggers(ctx, []*engine.Parser{p}, itemsOf(sentences), func(*treebank.Item) error { return nil }, workers)
				}
			}
			for called, call := range calls {
				require.NotPanics(t, func() { require.ErrorIs(t, call(), engine.ErrNil, "%s of %s", called, name) }, "%s of %s", called, name)
			}
		}
		_, err := p.WithTaggers(nil)
		require.ErrorIs(t, err, engine.ErrTaggers)
		_, err = p.WithSegmenter(&engine.Segmenter{})
		require.ErrorIs(t, err, engine.ErrNoSegmenter)
		_, err = p.WithSegmenter(nil)
		require.NoError(t, err, "for none")
	}
}

// TestTreesOfNoWords: nil words are a sentence without words, as a blank line is.
func TestTreesOfNoWords(t *testing.T) {
	p := kit.TrainedTrees(t, kit.SomeTrees(t)[:10], kit.TreeOptions("in-order", 1))
	require.Equal(t, ptb.TopLabel, kit.ParsedTree(t, p, nil).Label)
}

// TestTreesNeedTags: a parser of constituents without taggers refuses words without tags, as that of
// dependencies does.
func TestTreesNeedTags(t *testing.T) {
	p := kit.TrainedTrees(t, kit.SomeTrees(t)[:10], kit.TreeOptions("in-order", 1))
	require.True(t, p.NeedsTags())
	bad := []conll.Word{{Form: "The", XPOS: "DT"}, {Form: "dog", UPOS: "_"}}
	_, err := p.ParseTree(bad)
	require.ErrorIs(t, err, conll.ErrNoTag)
	require.EqualError(t, err, `word without a tag: "dog"`)
	for _, workers := range []int{0, 1, 2} {
		trees := 0
		err := streamTrees(p, context.Background(), textfile.Each([][]conll.Word{bad[:1], bad}), func(*ptb.Tree) error {
			trees++
			return nil
		}, workers)
		require.ErrorIs(t, err, conll.ErrNoTag)
		require.Equal(t, 1, trees, "what came before is emitted")
	}
	_, err = p.Guide(&treebank.Item{Words: bad})
	require.ErrorIs(t, err, conll.ErrNoTag)
}
