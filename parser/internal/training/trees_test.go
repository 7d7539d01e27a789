package training_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

func TestTreesSameSeedSameBytes(t *testing.T) {
	for _, k := range kit.TreeKinds() {
		o := kit.TreeOptions(k.System, 2, k.Set)
		first := kit.File(t, kit.TrainedTrees(t, kit.SomeTrees(t), o))
		require.True(t, bytes.Equal(first, kit.File(t, kit.TrainedTrees(t, kit.SomeTrees(t), o))), k)
	}
}

func TestTreesWorkersChangeNothing(t *testing.T) {
	dev := kit.TreeSample(t, "en/dev.mrg")
	for _, system := range oracle.Systems(transition.Constituents) {
		train := func(workers int) ([]byte, []learn.Epoch) {
			p, epochs := trainTreesWith(t, kit.SomeTrees(t)[:30], dev[:20], kit.TreeOptions(system, 2, func(o *engine.Options) { o.Workers = workers }))
			for i := range epochs {
				epochs[i].WordsPerS, epochs[i].Took = 0, 0
			}
			return kit.File(t, p), epochs
		}
		data, epochs := train(1)
		for _, workers := range []int{0, 2, 3} {
			other, again := train(workers)
			require.Equal(t, epochs, again, "%d workers", workers)
			require.True(t, bytes.Equal(data, other), "%s, %d workers", system, workers)
		}
	}
}

func TestTrainingLeavesTreesAlone(t *testing.T) {
	train, dev := kit.SomeTrees(t), kit.TreeSample(t, "en/dev.mrg")[:10]
	for _, system := range oracle.Systems(transition.Constituents) {
		trainTreesWith(t, train, dev, kit.TreeOptions(system, 1))
	}
	require.Equal(t, kit.Lines(kit.SomeTrees(t)), kit.Lines(train))
	require.Equal(t, kit.Lines(kit.TreeSample(t, "en/dev.mrg")[:10]), kit.Lines(dev))
}

// TestLearnsItsTrainingTrees nearly by heart. (Measured: 97.0 to 100 F1.)
func TestLearnsItsTrainingTrees(t *testing.T) {
	t.Parallel()
	for _, k := range kit.TreeKinds() {
		t.Run(k.String(), func(t *testing.T) {
			p := kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions(k.System, 6, k.Set, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 2) }))
			require.Greater(t, kit.F1(t, p, kit.SomeTrees(t)), 95.0)
		})
	}
}

// TestLearnsTreesItHasNotSeen compares with a parser of the same kind that looks
// at one tag. (Measured: 90.5 to 95.4 against 5 to 34 F1, split 86.4 and more.)
func TestLearnsTreesItHasNotSeen(t *testing.T) {
	t.Parallel()
	train, dev := kit.TreeSample(t, "en/train.mrg"), kit.TreeSample(t, "en/dev.mrg")
	for _, k := range kit.TreeKinds() {
		t.Run(k.String(), func(t *testing.T) {
			blind := kit.TrainedTrees(t, train[:60], kit.TreeOptions(k.System, 1, k.Set, func(o *engine.Options) { o.Templates = "N0t\n" }))
			score := kit.F1(t, learnedTrees(t, k), dev)
			least := 87.0
			if k.System == "split" {
				least = 85
			}
			require.Greater(t, score, max(least, kit.F1(t, blind, dev)+40))
		})
	}
}

// TestEverySampleTreeIsUsed: none is skipped, by any system.
func TestEverySampleTreeIsUsed(t *testing.T) {
	all := append(kit.TreeSample(t, "en/train.mrg"), kit.TreeSample(t, "en/dev.mrg")...)
	for _, system := range oracle.Systems(transition.Constituents) {
		meta := kit.TrainedTrees(t, all, kit.TreeOptions(system, 1)).Meta()
		require.Equal(t, 405, meta.Sentences)
		require.Zero(t, meta.Skipped)
	}
}

// TestChainsKeepTheirOrder: bracket scores do not tell S over VP from VP over S;
// a parser must.
func TestChainsKeepTheirOrder(t *testing.T) {
	train, dev := kit.TreeSample(t, "en/train.mrg"), kit.TreeSample(t, "en/dev.mrg")
	gold := chains(kit.Normal(t, append(train, dev...), "all"))
	for _, k := range kit.TreeKinds() {
		p := learnedTrees(t, k)
		found := chains(kit.ParsedTrees(t, p, kit.AllWords(kit.Normal(t, dev, "all"))))
		require.Greater(t, found["S over VP"], 5, k)
		for pair, n := range found {
			a, b, _ := strings.Cut(pair, " over ")
			require.False(t, gold[pair] == 0 && gold[b+" over "+a] > 0, "%v: %d times %s", k, n, pair)
		}
	}
}

// chains counts the constituents whose only child is another, by their labels.
func chains(trees []*ptb.Tree) map[string]int {
	counts := map[string]int{}
	for _, t := range trees {
		t.Walk(func(n *ptb.Tree) {
			if len(n.Children) == 1 && !n.Children[0].Leaf() {
				counts[n.Label+" over "+n.Children[0].Label]++
			}
		}, nil)
	}
	return counts
}

// TestKeepsTheBestEpochOnDevTrees uses for dev what the first epoch's parser says.
func TestKeepsTheBestEpochOnDevTrees(t *testing.T) {
	words := kit.AllWords(kit.Normal(t, kit.TreeSample(t, "en/dev.mrg"), "all"))
	for _, system := range oracle.Systems(transition.Constituents) {
		first := kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions(system, 1))
		p, epochs := trainTreesWith(t, kit.SomeTrees(t), kit.ParsedTrees(t, first, words), kit.TreeOptions(system, 4))
		require.Equal(t, 1, p.Meta().Epoch)
		require.Equal(t, weights(t, first), weights(t, p))
		require.Len(t, epochs, 4)
		for i, e := range epochs {
			require.Equal(t, []any{i + 1, i == 0, 0.0, 0.0}, []any{e.Number, e.Best, e.UAS, e.LAS})
			require.Equal(t, e.F1, e.Main())
		}
		require.Equal(t, 100.0, epochs[0].F1)
		require.Less(t, epochs[3].F1, 100.0)
		require.Less(t, epochs[3].Loss, epochs[0].Loss)
	}
}

// TestReportsF1: what the observer is told is what the parser scores.
func TestReportsF1(t *testing.T) {
	dev := kit.TreeSample(t, "en/dev.mrg")
	p, epochs := trainTreesWith(t, kit.SomeTrees(t), dev, kit.TreeOptions("in-order", 4))
	best := slices.MaxFunc(epochs, func(a, b learn.Epoch) int { return int(1e6 * (a.F1 - b.F1)) })
	require.Equal(t, p.Meta().Epoch, best.Number)
	require.Equal(t, best.F1, kit.F1(t, p, dev))
}

// TestDevOfNothingScoresNothing, and nevertheless the first epoch is the best.
func TestDevOfNothingScoresNothing(t *testing.T) {
	for name, dev := range map[string][]*ptb.Tree{
		"no words":       kit.ReadTrees(t, "( (S (NP (-NONE- *))))", "(TOP )"),
		"foreign labels": kit.ReadTrees(t, "( (UNHEARD (OF (NN word)) (NN word)))"),
		"no brackets":    kit.ReadTrees(t, "(NN word)"),
	} {
		p, epochs := trainTreesWith(t, kit.SomeTrees(t)[:20], dev, kit.TreeOptions("bracket", 2))
		require.Equal(t, 1, p.Meta().Epoch, name)
		require.Equal(t, []bool{true, false}, []bool{epochs[0].Best, epochs[1].Best})
		require.Zero(t, epochs[0].F1+epochs[1].F1)
	}
}

func TestTreeObserver(t *testing.T) {
	var log []string
	train := append(kit.SomeTrees(t)[:3], kit.ReadTrees(t, "( (S (NP (-NONE- *))))")...) // the last has no words
	_, err := kit.TrainOnTrees(context.Background(), train, nil, kit.TreeOptions("shift-label", 2), learn.Observer{
		Sentence: func(done, total int) { log = append(log, fmt.Sprintf("%d/%d", done, total)) },
		Epoch: func(e learn.Epoch) {
			log = append(log, fmt.Sprint("epoch ", e.Number))
			require.Positive(t, e.WordsPerS)
			require.True(t, e.Best)
		},
	})
	require.NoError(t, err)
	require.Equal(t, []string{"1/3", "2/3", "3/3", "epoch 1", "1/3", "2/3", "3/3", "epoch 2"}, log)
}

// TestCancelTrees: what comes back is the parser of the last finished epoch.
func TestCancelTrees(t *testing.T) {
	train, dev := kit.SomeTrees(t)[:20], kit.TreeSample(t, "en/dev.mrg")[:5]
	for after, finished := range map[int]bool{1: false, 19: false, 20: true, 30: true} {
		ctx, cancel := context.WithCancel(context.Background())
		seen := 0
		p, err := kit.TrainOnTrees(ctx, train, dev, kit.TreeOptions("bracket", 3), learn.Observer{Sentence: func(int, int) {
			if seen++; seen == after {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, after, seen)
		require.Equal(t, finished, p != nil)
		cancel()
	}
}

// TestHardTreesAreLearnedByHeart: with features enough and time, what comes out
// is what went in, after the steps.
func TestHardTreesAreLearnedByHeart(t *testing.T) {
	t.Parallel()
	for i, k := range kit.TreeKinds() {
		for n, steps := range []string{"all", "none", "empties", "functions,x-over-x"} {
			if (i+n)%2 != 0 && !testkit.Deep() {
				continue
			}
			p := kit.TrainedTrees(t, kit.HardTrees(t), kit.ByHeart(k.System, k.Set, func(o *engine.Options) { o.Steps = steps }))
			require.Zero(t, p.Meta().Skipped)
			gold := kit.Normal(t, kit.HardTrees(t), steps)
			require.Equal(t, spelt(gold), spelt(kit.ParsedTrees(t, p, kit.AllWords(gold))), "%v %s", k, steps)
		}
	}
}

// spelt prints trees with words as ptb.Escape writes them.
func spelt(trees []*ptb.Tree) string {
	var all []*ptb.Tree
	for _, t := range trees {
		t = ptb.Steps{}.Apply(t)
		for _, leaf := range t.Leaves() {
			leaf.Word = ptb.Escape(ptb.Unescape(leaf.Word))
		}
		all = append(all, t)
	}
	return kit.Lines(all)
}

// TestDevWordsMayBeSpeltOtherwise than the parser writes them; the sentences count.
func TestDevWordsMayBeSpeltOtherwise(t *testing.T) {
	trees := kit.HardTrees(t)
	for _, system := range oracle.Systems(transition.Constituents) {
		_, epochs := trainTreesWith(t, trees, trees[6:9], kit.ByHeart(system))
		require.Equal(t, 100.0, epochs[len(epochs)-1].F1, system)
	}
}

// TestSteps: what a step would change comes out unchanged where it is off.
func TestSteps(t *testing.T) {
	for steps, want := range map[string]struct{ with, without []string }{
		"all":              {[]string{"NP", "ADVP", "IP"}, []string{"NP-SBJ", "IP-MAT-SPE", "ADVP-TMP"}},
		"none":             {[]string{"NP-SBJ", "NP=2", "IP-MAT-SPE", "ADVP-TMP", "NP"}, []string{"IP"}},
		"empties":          {[]string{"NP-SBJ=1-2", "NP=2"}, []string{"IP"}},
		"functions":        {[]string{"NP", "IP"}, []string{"NP=2"}},
		"root":             {[]string{"NP-SBJ"}, []string{"IP"}},
		"x-over-x,empties": {[]string{"NP=2"}, []string{"IP"}},
	} {
		p := kit.TrainedTrees(t, kit.HardTrees(t), kit.ByHeart("in-order", func(o *engine.Options) { o.Steps = steps }))
		parsed := kit.LabelsIn(kit.ParsedTrees(t, p, kit.AllWords(kit.Normal(t, kit.HardTrees(t), steps))))
		require.Subset(t, p.Meta().Labels, want.with, steps)
		require.Subset(t, parsed, want.with, steps)
		for _, l := range want.without {
			require.NotContains(t, p.Meta().Labels, l, steps)
		}
		require.Contains(t, parsed, ptb.TopLabel, "roots are alike in any case")
		require.NotContains(t, parsed, "ROOT")
	}
}

// TestEmptyElementsAreWords where they are not removed.
func TestEmptyElementsAreWords(t *testing.T) {
	p := kit.TrainedTrees(t, kit.HardTrees(t), kit.ByHeart("bracket", func(o *engine.Options) { o.Steps = "functions" }))
	gold := kit.Normal(t, kit.HardTrees(t), "functions")[6]
	require.Equal(t, "(TOP (S (NP (-NONE- *)) (VP (VB eat) (NP (CD 1/2) (NN-D cake)))))", kit.ParsedTree(t, p, kit.TreeWords(gold)).String())
}

// TestUnlabelledBrackets inside a tree, as some treebanks have them, can be
// learned, saved and loaded.
func TestUnlabelledBrackets(t *testing.T) {
	gold := kit.ReadTrees(t, "( (S ( (NN a) (NN b)) (VP ( (VB c)))))")
	for _, k := range kit.TreeKinds() {
		p := kit.Reread(t, kit.File(t, kit.TrainedTrees(t, gold, kit.ByHeart(k.System, k.Set))))
		require.Equal(t, kit.Lines(kit.Normal(t, gold, "all")), kit.Lines(kit.ParsedTrees(t, p, kit.AllWords(gold))), k)
	}
}

// TestSkippedTrees: what cannot be learned from is counted by its cause.
func TestSkippedTrees(t *testing.T) {
	train := append(kit.ReadTrees(t,
		"( (S (NP (-NONE- *))))", "(TOP )",
		"( (A (B (C (NN three) (NN opens)) (NN at)) (NN once)))",
		"( (A (B (C (NN tower)))))", "( (S (A (B (C (NN t)))) (VB go)))",
	), kit.SomeTrees(t)[:10]...)
	bound := func(opens, unary int) func(*engine.Options) {
		return func(o *engine.Options) { o.MaxOpens, o.MaxUnary = opens, unary }
	}
	for name, c := range map[string]struct {
		system string
		edit   func(*engine.Options)
		want   structure.Skipped
	}{
		"bracket":                {"bracket", bound(0, 0), structure.Skipped{Empty: 2}},
		"bracket, enough":        {"bracket", bound(4, 0), structure.Skipped{Empty: 2}},
		"bracket, 3 opens":       {"bracket", bound(3, 1), structure.Skipped{Empty: 2, Underivable: 1}},
		"bracket, 2 opens":       {"bracket", bound(2, 0), structure.Skipped{Empty: 2, Underivable: 3}},
		"in-order":               {"in-order", bound(0, 0), structure.Skipped{Empty: 2}},
		"in-order, enough":       {"in-order", bound(1, 3), structure.Skipped{Empty: 2}},
		"in-order, 2 of a tower": {"in-order", bound(0, 2), structure.Skipped{Empty: 2, Underivable: 2}},
		"shift-label":            {"shift-label", bound(1, 1), structure.Skipped{Empty: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			meta := kit.TrainedTrees(t, train, kit.TreeOptions(c.system, 1, c.edit)).Meta()
			require.Equal(t, c.want, meta.Skipped)
			require.Equal(t, len(train)-c.want.Total(), meta.Sentences)
		})
	}
}

// TestBoundsAreThoseOfTheData unless they are given.
func TestBoundsAreThoseOfTheData(t *testing.T) {
	train := kit.ReadTrees(t, "( (A (B (C (NN three) (NN opens)) (NN at)) (NN once)))", "( (A (B (C (D (NN tower))))))")
	params := func(system string, opens, unary int) transition.Params {
		o := kit.TreeOptions(system, 1, func(o *engine.Options) { o.MaxOpens, o.MaxUnary = opens, unary })
		return kit.TrainedTrees(t, train, o).Meta().Params
	}
	require.Equal(t, transition.Params{MaxOpens: 4}, params("bracket", 0, 0))
	require.Equal(t, transition.Params{MaxOpens: 3}, params("bracket", 3, 0))
	require.Equal(t, transition.Params{MaxOpens: 99}, params("bracket", 99, 99))
	require.Equal(t, transition.Params{MaxUnary: 4}, params("in-order", 0, 0))
	require.Equal(t, transition.Params{MaxUnary: 2}, params("in-order", 99, 2))
	require.Equal(t, transition.Params{}, params("shift-label", 7, 7))
}

// TestUnusableTreesTeachNothing: a treebank learns the same with and without them.
func TestUnusableTreesTeachNothing(t *testing.T) {
	bounds := func(o *engine.Options) { o.MaxOpens, o.MaxUnary = 9, 2 }
	more := append(kit.ReadTrees(t, "( (S (NP (-NONE- *))))", "( (S (VP (NP (NN the)))))"), kit.SomeTrees(t)...)
	for _, system := range []string{"in-order", "shift-label"} {
		if system == "shift-label" {
			more = slices.Delete(more, 1, 2) // which it can use
		}
		require.Equal(t, weights(t, kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions(system, 2, bounds))),
			weights(t, kit.TrainedTrees(t, more, kit.TreeOptions(system, 2, bounds))))
	}
}

// treesError is the error of training.
func treesError(t *testing.T, train []*ptb.Tree, o engine.Options) error {
	t.Helper()
	told := learn.Observer{Sentence: func(int, int) { t.Error("it learns") }}
	p, err := kit.TrainOnTrees(context.Background(), train, nil, o, told)
	require.Nil(t, p)
	require.Error(t, err)
	return err
}

func TestNoTreesToLearnFrom(t *testing.T) {
	for _, system := range oracle.Systems(transition.Constituents) {
		o := kit.TreeOptions(system, 1, func(o *engine.Options) { o.MaxOpens, o.MaxUnary = 1, 1 })
		require.ErrorIs(t, treesError(t, nil, o), structure.ErrNoTree)
		err := treesError(t, kit.ReadTrees(t, "(TOP )", "( (S (NP (-NONE- *))))"), o)
		require.ErrorIs(t, err, structure.ErrNoTree)
		require.ErrorContains(t, err, "of 2 trees none can be used")
		require.ErrorContains(t, err, ": 2 empty")
	}
	for _, system := range []string{"bracket", "in-order"} {
		o := kit.TreeOptions(system, 1, func(o *engine.Options) { o.MaxOpens, o.MaxUnary = 1, 1 })
		require.ErrorContains(t, treesError(t, kit.ReadTrees(t, "( (S (VP (VB go))))"), o), ": 1 that the system cannot derive")
	}
}
