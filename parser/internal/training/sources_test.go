package training_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
)

// relabelled returns a treebank that has the same words and another label for subjects.
func relabelled(train []*conll.Sentence) []*conll.Sentence {
	all := kit.Clones(train)
	for _, s := range all {
		for i := range s.Words {
			if w := &s.Words[i]; w.Deprel == "nsubj" {
				w.Deprel = "subj"
			}
		}
	}
	return all
}

func labels(sentences []*conll.Sentence) map[string]int {
	count := map[string]int{}
	for _, s := range sentences {
		for i := range s.Words {
			count[s.Words[i].Deprel]++
		}
	}
	return count
}

// Of two treebanks that annotate the same words differently, a network learns which is which.
func TestTreebanksAreToldApart(t *testing.T) {
	train := kit.Some(t)[:20]
	var both treebank.Data
	both.Join(treebank.Source{Name: "one", Share: 1}, treebank.Data{Sentences: train})
	both.Join(treebank.Source{Name: "two", Share: 1}, treebank.Data{Sentences: relabelled(train)})
	p, err := learn.Run(context.Background(), both, both, kit.Options(30, kit.MultiTask("upos")), learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, []string{"one", "two"}, p.Meta().Treebanks)
	require.Greater(t, p.Meta().Scores.LAS, 90.0, "each sentence of dev follows its own treebank")

	p = kit.Reread(t, kit.File(t, p))
	usual := labels(kit.Parses(p, train))
	require.NotZero(t, usual["nsubj"])
	require.Zero(t, usual["subj"], "the first treebank is the usual one")
	second, err := p.With(treebank.Request{Treebank: "two"})
	require.NoError(t, err)
	other := labels(kit.Parses(second, train))
	require.NotZero(t, other["subj"])
	require.Zero(t, other["nsubj"])
	first, err := second.With(treebank.Request{Treebank: "one"})
	require.NoError(t, err)
	require.Equal(t, usual, labels(kit.Parses(first, train)))
	for i, s := range kit.Parses(second, train) {
		for j := range s.Words {
			require.Equal(t, train[i].Words[j].Misc, s.Words[j].Misc)
		}
	}

	_, err = p.With(treebank.Request{Treebank: "three"})
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, `the model has not learned from a treebank "three", but from one, two`)
	alone := kit.Trained(t, train, kit.Options(1))
	_, err = alone.With(treebank.Request{Treebank: "one"})
	require.ErrorIs(t, err, engine.ErrOptions)
}

// Constituents of two treebanks are told apart too; a linear scorer, which cannot do so, learns from both.
func TestTreebanksOfConstituents(t *testing.T) {
	trees := kit.SomeTrees(t)[:15]
	both, renamed := treebank.Data{}, []*ptb.Tree(nil)
	for _, tree := range trees {
		other := ptb.Steps{}.Apply(tree)
		other.Walk(func(n *ptb.Tree) {
			if function, np := strings.CutPrefix(n.Label, "NP"); np {
				n.Label = "DP" + function
			}
		}, nil)
		renamed = append(renamed, other)
	}
	both.Join(treebank.Source{Name: "np", Share: 1}, treebank.Data{Trees: trees})
	both.Join(treebank.Source{Name: "dp", Share: 1}, treebank.Data{Trees: renamed})
	p, err := learn.Run(context.Background(), both, treebank.Data{}, kit.TreeOptions("in-order", 60, kit.MultiTask("xpos")), learn.Observer{})
	require.NoError(t, err)
	q, err := p.With(treebank.Request{Treebank: "dp"})
	require.NoError(t, err)
	words := kit.AllWords(trees)
	share := func(p *engine.Parser, label string) float64 {
		text := kit.Lines(kit.ParsedTrees(t, p, words))
		return float64(strings.Count(text, "("+label+" ")) / float64(strings.Count(text, "(NP ")+strings.Count(text, "(DP "))
	}
	require.Greater(t, share(p, "NP"), 0.9)
	require.Greater(t, share(q, "DP"), 0.9)

	linear, err := learn.Run(context.Background(), both, treebank.Data{}, kit.TreeOptions("in-order", 2), learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, "linear", linear.Meta().Scorer)
	require.Empty(t, linear.Meta().Treebanks)
	require.Subset(t, linear.Meta().Labels, []string{"NP", "DP"})
}

// Silver trees are learned from, but not by taggers, and those with labels that no annotator gave are left out.
func TestSilverTrees(t *testing.T) {
	all := kit.Sample(t, "en/train.conllu")[:100]
	gold, silver := all[:60], append(kit.Clones(all[60:80]), relabelled(all[80:])...)
	data := treebank.Data{}
	data.Join(treebank.Source{Share: 1}, treebank.Data{Sentences: gold})
	data.Join(treebank.Source{Share: 2, Silver: true}, treebank.Data{Sentences: silver})
	for name, set := range map[string]func(*engine.Options){
		"neural": kit.MultiTask("upos"),
		"linear": func(o *engine.Options) { o.UseScorer("linear"); o.Tag, o.Jackknife = "upos", 3 },
	} {
		o := kit.Options(2, set)
		p, err := learn.Run(context.Background(), data, treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err, name)
		require.Empty(t, p.Meta().Treebanks, name)
		left := p.Meta().Skipped
		require.Equal(t, len(all), p.Meta().Sentences+left.Total(), name)
		require.Greater(t, left.Foreign, 10, name)
		require.Greater(t, p.Meta().Sentences, len(gold)+10, name)
		require.NotContains(t, p.Meta().Labels, "subj", name)
		for _, tagger := range p.Taggers() {
			require.Equal(t, len(gold), tagger.Meta().Sentences)
		}
		again, err := learn.Run(context.Background(), data, treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err, name)
		require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, again)), name)
	}
}

// A training with silver trees that was interrupted goes on to the same model, and not with another share or others.
func TestSilverTreesAndCheckpoints(t *testing.T) {
	all := kit.Some(t)
	for name, data := range map[string]func(share float64, last int) treebank.Data{
		"in memory": func(share float64, last int) (d treebank.Data) {
			d.Join(treebank.Source{Share: 1}, treebank.Data{Sentences: all[:15]})
			d.Join(treebank.Source{Share: share, Silver: true}, treebank.Data{Sentences: all[15:last]})
			return d
		},
		"in a file": func(share float64, last int) treebank.Data { return streamed(share, all[:15], all[15:last]) },
	} {
		t.Run(name, func(t *testing.T) {
			o := kit.Options(6, kit.MultiTask("upos"))
			want, err := learn.Run(context.Background(), data(1, len(all)), treebank.Data{}, o, learn.Observer{})
			require.NoError(t, err)
			folder := t.TempDir()
			identity := kit.Identity(t, o, data(1, len(all)), treebank.Data{})
			failed := func(err error) { require.NoError(t, err) }
			keep, err := learn.NewCheckpoint(folder, identity, failed)
			require.NoError(t, err)
			ctx, stop := context.WithCancel(context.Background())
			sentences := 0
			_, err = learn.Run(ctx, data(1, len(all)), treebank.Data{}, o, learn.Observer{Checkpoint: keep, Sentence: func(int, int) {
				if sentences++; sentences == 70 {
					stop()
				}
			}})
			require.True(t, errors.Is(err, context.Canceled), err)
			require.NoError(t, keep.Close())

			for _, other := range []treebank.Data{data(2, len(all)), data(1, len(all)-1)} {
				_, err = learn.ResumeCheckpoint(folder, kit.Identity(t, o, other, treebank.Data{}), failed)
				require.ErrorIs(t, err, learn.ErrOther)
			}
			keep, err = learn.ResumeCheckpoint(folder, identity, failed)
			require.NoError(t, err)
			got, err := learn.Run(context.Background(), data(1, len(all)), treebank.Data{}, o, learn.Observer{Checkpoint: keep})
			require.NoError(t, err)
			require.True(t, bytes.Equal(kit.File(t, want), kit.File(t, got)))
		})
	}
}

// streamed returns a treebank with silver trees that are read one after the other.
func streamed(share float64, gold, silver []*conll.Sentence) treebank.Data {
	return treebank.Data{Sentences: gold, Silver: &treebank.Silver{Share: share, Items: func() iter.Seq2[*treebank.Item, error] {
		return func(yield func(*treebank.Item, error) bool) {
			for _, s := range kit.Clones(silver) {
				if !yield(treebank.SentenceItem(s), nil) {
					return
				}
			}
		}
	}}}
}

// Silver trees that are read one after the other teach what they teach if they are in memory, whatever the scorer and
// the algorithm.
func TestSilverTreesInAFile(t *testing.T) {
	all := kit.Sample(t, "en/train.conllu")[:100]
	gold, silver := all[:60], append(kit.Clones(all[60:80]), relabelled(all[80:])...)
	joined := treebank.Data{}
	joined.Join(treebank.Source{Share: 1}, treebank.Data{Sentences: gold})
	joined.Join(treebank.Source{Share: 2, Silver: true}, treebank.Data{Sentences: silver})
	for name, set := range map[string]func(*engine.Options){
		"neural": kit.MultiTask("upos,xpos"),
		"linear": func(o *engine.Options) { o.UseScorer("linear"); o.Tag, o.Jackknife = "upos", 3 },
		"dagger": func(o *engine.Options) { kit.MultiTask("upos")(o); o.Algorithm = "dagger" },
	} {
		o := kit.Options(3, set)
		want, err := learn.Run(context.Background(), joined, treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err, name)
		got, err := learn.Run(context.Background(), streamed(2, gold, silver), treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err, name)
		require.Equal(t, want.Scorer().Entries(""), got.Scorer().Entries(""), name)
		require.Equal(t, want.Meta().Skipped, got.Meta().Skipped, name)
		require.Equal(t, want.Meta().Sentences, got.Meta().Sentences, name)
	}
}

// Silver constituents are read from a file as dependencies are, what is wrong with silver trees ends the training, and
// tags have to be in memory.
func TestSilverTreesOfOtherKinds(t *testing.T) {
	trees := kit.SomeTrees(t)[:20]
	items := func(yield func(*treebank.Item, error) bool) {
		for _, tree := range trees[10:] {
			if !yield(&treebank.Item{Tree: ptb.Steps{}.Apply(tree)}, nil) {
				return
			}
		}
	}
	joined := treebank.Data{}
	joined.Join(treebank.Source{Share: 1}, treebank.Data{Trees: trees[:10]})
	joined.Join(treebank.Source{Share: 1, Silver: true}, treebank.Data{Trees: trees[10:]})
	o := kit.TreeOptions("in-order", 3, kit.MultiTask("xpos"), func(o *engine.Options) { o.MaxOpens, o.MaxUnary = 8, 4 })
	want, err := learn.Run(context.Background(), joined, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	made := &treebank.Silver{Items: func() iter.Seq2[*treebank.Item, error] { return items }}
	got, err := learn.Run(context.Background(), treebank.Data{Trees: trees[:10], Silver: made}, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, want.Scorer().Entries(""), got.Scorer().Entries(""))

	bad := errors.New("cannot be read")
	made.Items = func() iter.Seq2[*treebank.Item, error] {
		return func(yield func(*treebank.Item, error) bool) { yield(nil, bad) }
	}
	_, err = learn.Run(context.Background(), treebank.Data{Trees: trees[:10], Silver: made}, treebank.Data{}, o, learn.Observer{})
	require.ErrorIs(t, err, bad)
	made.Share = -1
	_, err = learn.Run(context.Background(), treebank.Data{Trees: trees[:10], Silver: made}, treebank.Data{}, o, learn.Observer{})
	require.ErrorContains(t, err, "the share -1 of a treebank")
	some := kit.Some(t)
	_, err = learn.Run(context.Background(), streamed(1, some[:10], some[10:]), treebank.Data{}, kit.TagOptions("upos", 1), learn.Observer{})
	require.ErrorContains(t, err, "silver sentences have to be in memory")
}
