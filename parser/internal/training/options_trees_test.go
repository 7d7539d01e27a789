package training_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/features"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
	"parser/transition"
)

// TestEveryTreeOptionCounts flips one option at a time: what is learned must
// change.
func TestEveryTreeOptionCounts(t *testing.T) {
	t.Parallel()
	bracket := func(o *engine.Options) { o.System, o.Oracle, o.Explore = "bracket", "static", 0 }
	train := kit.TreeSample(t, "en/train.mrg")[:60]
	usual := sync.OnceValue(func() []float32 { return weights(t, kit.TrainedTrees(t, train, kit.TreeOptions("in-order", 2))) })
	for name, flip := range map[string]struct {
		base, change func(*engine.Options)
	}{
		"System":         {nil, func(o *engine.Options) { o.System = "bracket" }},
		"System label":   {nil, func(o *engine.Options) { o.System = "shift-label" }},
		"Oracle":         {func(o *engine.Options) { o.System, o.Explore = "shift-label", 0 }, func(o *engine.Options) { o.Oracle = "static" }},
		"TwoStep":        {nil, func(o *engine.Options) { o.TwoStep = true }},
		"Templates text": {nil, func(o *engine.Options) { o.Templates = "I0d\nN0w\n" }},
		"Steps":          {nil, func(o *engine.Options) { o.Steps = "none" }},
		"Steps one":      {nil, func(o *engine.Options) { o.Steps = "empties,x-over-x" }},
		"MaxOpens":       {bracket, func(o *engine.Options) { o.MaxOpens = 2 }},
		"MaxOpens more":  {bracket, func(o *engine.Options) { o.MaxOpens = 9 }},
		"MaxUnary":       {nil, func(o *engine.Options) { o.MaxUnary = 1 }},
		"Unary no-chain": {bracket, func(o *engine.Options) { o.Unary = "no-chain" }},
		"Unary strict":   {bracket, func(o *engine.Options) { o.Unary = "strict" }},
		"Margin":         {nil, func(o *engine.Options) { kit.SetLearner(o, "margin", 0) }},
		"MinUpdates":     {nil, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 1) }},
		"Epochs":         {nil, func(o *engine.Options) { o.Epochs++ }},
		"Explore":        {nil, func(o *engine.Options) { o.Explore = 0.1 }},
		"ExploreAfter":   {nil, func(o *engine.Options) { o.ExploreAfter = 0 }},
		"Seed":           {nil, func(o *engine.Options) { o.Seed = 2 }},
	} {
		t.Run(name, func(t *testing.T) {
			o, base := kit.TreeOptions("in-order", 2), usual
			if flip.base != nil {
				flip.base(&o)
				own := weights(t, kit.TrainedTrees(t, train, o))
				base = func() []float32 { return own }
			}
			flip.change(&o)
			require.False(t, slices.Equal(base(), weights(t, kit.TrainedTrees(t, train, o))))
		})
	}
}

// TestOptionsOfOtherSystems change nothing.
func TestOptionsOfOtherSystems(t *testing.T) {
	for system, edits := range map[string][]func(*engine.Options){
		"bracket":  {func(o *engine.Options) { o.MaxUnary = 1 }},
		"in-order": {func(o *engine.Options) { o.MaxOpens = 1 }, func(o *engine.Options) { o.Unary = "strict" }},
		"shift-label": {func(o *engine.Options) { o.MaxOpens, o.MaxUnary, o.Unary = 1, 1, "no-chain" },
			func(o *engine.Options) { o.Roots = "multi" }, func(o *engine.Options) { o.NonProjective = "path" },
			func(o *engine.Options) { o.NonProjective = "keep" },
			func(o *engine.Options) { o.Lang, o.Command = "en", "parser train" }},
	} {
		base := weights(t, kit.TrainedTrees(t, kit.SomeTrees(t)[:30], kit.TreeOptions(system, 2)))
		for _, edit := range edits {
			require.Equal(t, base, weights(t, kit.TrainedTrees(t, kit.SomeTrees(t)[:30], kit.TreeOptions(system, 2, edit))), system)
		}
	}
}

// TestUnaryModes: of what the mode forbids parses have none, and every tree is
// learned from without it.
func TestUnaryModes(t *testing.T) {
	train := append(kit.ReadTrees(t, "( (S (VP (VB go) (RB now))))", "( (S (NP (NN a)) (VP (VB b) (NN c))))", "( (S (NP (NN a))))"),
		kit.SomeTrees(t)...)
	for _, k := range kit.TreeKinds() {
		if k.System != "bracket" {
			continue
		}
		for _, unary := range []string{"any", "no-chain", "strict"} {
			p := kit.TrainedTrees(t, train, kit.TreeOptions("bracket", 3, k.Set, func(o *engine.Options) { o.Unary = unary }))
			require.Zero(t, p.Meta().Skipped)
			parsed := kit.ParsedTrees(t, p, kit.AllWords(kit.Normal(t, kit.TreeSample(t, "en/dev.mrg"), "all")))
			require.Equal(t, unary != "any", chained(parsed, true) == 0, unary)
			require.Equal(t, unary == "strict", chained(parsed, false) == 0, unary)
			require.Greater(t, kit.F1(t, p, train), 70.0, "%v %s", k, unary)
		}
	}
}

// TestWhatUnaryModesLeave: the outermost bracket of a chain, and over a single
// word none, but in a sentence of one word.
func TestWhatUnaryModesLeave(t *testing.T) {
	gold := kit.ReadTrees(t, "( (FRAG (S (VP (VB go) (ADVP (RB now)) (NP (NP (NN a)))))))", "( (X (Y (UH yes))))")
	for unary, want := range map[string]string{
		"any":      "(TOP (FRAG (S (VP (VB go) (ADVP (RB now)) (NP (NN a))))))\n(TOP (X (Y (UH yes))))\n",
		"no-chain": "(TOP (FRAG (VB go) (ADVP (RB now)) (NP (NN a))))\n(TOP (X (UH yes)))\n",
		"strict":   "(TOP (FRAG (VB go) (RB now) (NN a)))\n(TOP (X (UH yes)))\n",
	} {
		p := kit.TrainedTrees(t, gold, kit.ByHeart("bracket", func(o *engine.Options) { o.Unary = unary }))
		require.Equal(t, want, kit.Lines(kit.ParsedTrees(t, p, kit.AllWords(gold))), unary)
	}
}

// chained counts the trees that have, below the root, a constituent with a single
// child, if asked for one that is no word. A single word needs a constituent.
func chained(trees []*ptb.Tree, overBracket bool) int {
	count := 0
	for _, t := range trees {
		found, words := false, len(t.Leaves())
		for _, top := range t.Children {
			top.Walk(func(n *ptb.Tree) {
				if len(n.Children) == 1 && (words > 1 || !n.Children[0].Leaf()) && (!overBracket || !n.Children[0].Leaf()) {
					found = true
				}
			}, nil)
		}
		if found {
			count++
		}
	}
	return count
}

// TestBadTreeOptions: each is refused before anything is learned.
func TestBadTreeOptions(t *testing.T) {
	for name, c := range map[string]struct {
		edit  func(*engine.Options)
		cause error
		text  string
	}{
		"negative epochs": {func(o *engine.Options) { o.Epochs = -1 }, engine.ErrOptions, "-1 epochs"},
		"margin":          {func(o *engine.Options) { kit.SetLearner(o, "margin", -1) }, engine.ErrOptions, "out of range"},
		"explore":         {func(o *engine.Options) { o.Explore = 2 }, engine.ErrOptions, "probability"},
		"static explores": {func(o *engine.Options) { o.Oracle = "static" }, engine.ErrOptions, "static oracle"},
		"oracle":          {func(o *engine.Options) { o.Oracle = "delphi" }, engine.ErrOptions, "delphi"},
		"system":          {func(o *engine.Options) { o.System = "swap" }, oracle.ErrUnknownSystem, "swap"},
		"other kind":      {func(o *engine.Options) { o.System = "arc-eager" }, engine.ErrOptions, "use one of [bracket in-order shift-label split]"},
		"few opens":       {func(o *engine.Options) { o.MaxOpens = -1 }, engine.ErrOptions, "out of range"},
		"many opens":      {func(o *engine.Options) { o.MaxOpens = 101 }, engine.ErrOptions, "out of range"},
		"too many opens":  {func(o *engine.Options) { o.MaxOpens = 1<<32 + 1 }, engine.ErrOptions, "out of range"},
		"few unary":       {func(o *engine.Options) { o.MaxUnary = -1 }, engine.ErrOptions, "out of range"},
		"many unary":      {func(o *engine.Options) { o.MaxUnary = 1 << 31 }, engine.ErrOptions, "out of range"},
		"unary":           {func(o *engine.Options) { o.Unary = "some" }, engine.ErrOptions, `[any no-chain strict], not "some"`},
		"no unary":        {func(o *engine.Options) { o.Unary = "" }, engine.ErrOptions, "any no-chain strict"},
		"step":            {func(o *engine.Options) { o.Steps = "empties,heads" }, ptb.ErrSteps, `"heads"`},
		"no step":         {func(o *engine.Options) { o.Steps = "" }, ptb.ErrSteps, "x-over-x, all, none"},
		"templates":       {func(o *engine.Options) { o.Templates = "zn11" }, features.ErrTemplate, "zn11 has no variant"},
		"template text":   {func(o *engine.Options) { o.Templates = "O0d\nQ9w\n" }, features.ErrTemplate, "Q9w"},
		"empty column":    {func(o *engine.Options) { o.Templates = "S0m\nN0m\n" }, engine.ErrOptions, "empty in the training data"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, system := range oracle.Systems(transition.Constituents) {
				err := treesError(t, kit.SomeTrees(t)[:2], kit.TreeOptions(system, 1, c.edit))
				require.ErrorIs(t, err, engine.ErrOptions)
				require.ErrorIs(t, err, c.cause)
				require.ErrorContains(t, err, c.text)
			}
		})
	}
}

// TestDependenciesNeedTheirSystems, as trees need theirs.
func TestDependenciesNeedTheirSystems(t *testing.T) {
	for _, system := range oracle.Systems(transition.Constituents) {
		p, err := kit.TrainOn(context.Background(), kit.Some(t), nil, engine.DefaultsFor(system), learn.Observer{})
		require.Nil(t, p)
		require.ErrorIs(t, err, engine.ErrOptions)
		require.ErrorContains(t, err, "use one of [arc-hybrid arc-eager arc-standard arc-eager-nonmonotonic arc-hybrid-swap arc-standard-swap head-offset tag]")
	}
}

// TestMetaOfTrees: a model file tells how it was made.
func TestMetaOfTrees(t *testing.T) {
	o := kit.TreeOptions("bracket", 2, func(o *engine.Options) {
		o.Lang, o.Command, o.TwoStep, o.MaxOpens, o.Steps = "en", "parser train --lang en", true, 5, "functions"
	})
	p, err := kit.TrainOnTrees(context.Background(), kit.SomeTrees(t), kit.SomeTrees(t)[:3], o, learn.Observer{})
	require.NoError(t, err)
	m := kit.Reread(t, kit.File(t, p)).Meta()
	o.Workers = 0 // not recorded
	require.Equal(t, o, m.Options)
	require.Equal(t, []any{engine.FormatVersion, "en", "bracket", transition.Params{MaxOpens: 5}, true, len(kit.SomeTrees(t))},
		[]any{m.Format, m.Lang, m.System, m.Params, m.TwoStep, m.Sentences})
	require.True(t, slices.IsSorted(m.Labels))
	require.Subset(t, m.Labels, []string{"NP", "S", "VP"})
	require.Len(t, m.Train, 64)
	require.Len(t, m.Dev, 64)
	require.NotEqual(t, m.Train, m.Dev)

	// Digests are of the trees learned from: of what the steps leave.
	again, err := kit.TrainOnTrees(context.Background(), kit.Normal(t, kit.SomeTrees(t), "functions"), nil, o, learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, m.Train, again.Meta().Train)
	o.Steps = "none"
	require.NotEqual(t, m.Train, kit.TrainedTrees(t, kit.SomeTrees(t), o).Meta().Train)
}
