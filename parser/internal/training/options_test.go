package training_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser"
	learn "parser/parser/internal/training"
	kit "parser/testdata/testkit/parsertest"
)

// TestEveryOptionCounts flips one option at a time: what is learned must change.
// Epochs and Patience have tests of their own.
func TestEveryOptionCounts(t *testing.T) {
	t.Parallel()
	static := func(o *parser.Options) { o.Oracle, o.Explore = "static", 0 }
	for name, flip := range map[string]struct {
		base, change func(*parser.Options)
	}{
		"System":       {static, func(o *parser.Options) { o.System = "arc-standard" }},
		"System eager": {nil, func(o *parser.Options) { o.System = "arc-eager" }},
		"Roots": {func(o *parser.Options) { o.System = "arc-eager" }, func(o *parser.Options) {
			o.Roots = "multi"
		}},
		"Oracle": {func(o *parser.Options) { o.Explore = 0 }, func(o *parser.Options) {
			o.Oracle = "static"
		}},
		"skip to keep": {
			func(o *parser.Options) { o.Oracle, o.NonProjective = "pd", "skip" },
			func(o *parser.Options) { o.NonProjective = "keep" }},
		"head to keep": {
			func(o *parser.Options) { o.Oracle = "pd" },
			func(o *parser.Options) { o.NonProjective = "keep" }},
		"TwoStep":        {nil, func(o *parser.Options) { o.TwoStep = true }},
		"Templates":      {nil, func(o *parser.Options) { o.Templates = "zn11" }},
		"Templates text": {nil, func(o *parser.Options) { o.Templates = "S0w\nN0w\n" }},
		"head to path":   {nil, func(o *parser.Options) { o.NonProjective = "path" }},
		"head to both":   {nil, func(o *parser.Options) { o.NonProjective = "head+path" }},
		"head to skip":   {nil, func(o *parser.Options) { o.NonProjective = "skip" }},
		"Margin":         {nil, func(o *parser.Options) { kit.SetLearner(o, "margin", 0) }},
		"MinUpdates":     {nil, func(o *parser.Options) { kit.SetLearner(o, "min-updates", 1) }},
		"Epochs":         {nil, func(o *parser.Options) { o.Epochs++ }},
		"Explore":        {nil, func(o *parser.Options) { o.Explore = 0.1 }},
		"ExploreAfter":   {nil, func(o *parser.Options) { o.ExploreAfter = 0 }},
		"Seed":           {nil, func(o *parser.Options) { o.Seed = 2 }},
	} {
		t.Run(name, func(t *testing.T) {
			o := kit.Options(3)
			if flip.base != nil {
				flip.base(&o)
			}
			base := weights(t, kit.Trained(t, kit.Mixed(t), o))
			flip.change(&o)
			require.False(t, slices.Equal(base, weights(t, kit.Trained(t, kit.Mixed(t), o))))
		})
	}
}

// TestOptionsThatOnlyName are recorded and change nothing else.
func TestOptionsThatOnlyName(t *testing.T) {
	base := kit.Trained(t, kit.Some(t), kit.Options(2))
	named := kit.Trained(t, kit.Some(t), kit.Options(2, func(o *parser.Options) { o.Lang, o.Command = "en", "parser train" }))
	require.Equal(t, weights(t, base), weights(t, named))
	require.Equal(t, "en", named.Meta().Lang)
	require.Equal(t, "parser train", named.Meta().Command)
}

// TestRootsByData: one sentence with two roots makes a parser for several.
func TestRootsByData(t *testing.T) {
	one, two := kit.Tree(1, 2, 0, 2), kit.Tree(1, 0, 0, 2)
	roots := func(o parser.Options, second int) string {
		all := append(kit.Some(t)[:3], one)
		if second > 1 {
			all = append(all, two)
		}
		return kit.Trained(t, all, o).Meta().Roots
	}
	single := func(o *parser.Options) { o.Roots = "single" }
	multi := func(o *parser.Options) { o.Roots = "multi" }
	require.Equal(t, "single", roots(kit.Options(1), 1))
	require.Equal(t, "multi", roots(kit.Options(1), 2))
	require.Equal(t, "single", roots(kit.Options(1, single), 2))
	require.Equal(t, "multi", roots(kit.Options(1, multi), 1))
}

// TestBadOptions: each is refused before anything is learned.
func TestBadOptions(t *testing.T) {
	for name, c := range map[string]struct {
		edit  func(*parser.Options)
		cause error
		text  string
	}{
		"negative epochs":   {func(o *parser.Options) { o.Epochs = -1 }, parser.ErrOptions, "-1 epochs"},
		"patience":          {func(o *parser.Options) { o.Patience = -1 }, parser.ErrOptions, "out of range"},
		"explore after":     {func(o *parser.Options) { o.ExploreAfter = -1 }, parser.ErrOptions, "out of range"},
		"margin":            {func(o *parser.Options) { kit.SetLearner(o, "margin", -1) }, parser.ErrOptions, "out of range"},
		"margin NaN":        {func(o *parser.Options) { kit.SetLearner(o, "margin", math.NaN()) }, parser.ErrOptions, "out of range"},
		"margin infinite":   {func(o *parser.Options) { kit.SetLearner(o, "margin", math.Inf(1)) }, parser.ErrOptions, "out of range"},
		"few updates":       {func(o *parser.Options) { kit.SetLearner(o, "min-updates", -1) }, parser.ErrOptions, "out of range"},
		"many updates":      {func(o *parser.Options) { kit.SetLearner(o, "min-updates", 256) }, parser.ErrOptions, "out of range"},
		"explore too often": {func(o *parser.Options) { o.Explore = 1.1 }, parser.ErrOptions, "1.1 is not a probability"},
		"explore negative":  {func(o *parser.Options) { o.Explore = -0.1 }, parser.ErrOptions, "probability"},
		"explore NaN":       {func(o *parser.Options) { o.Explore = math.NaN() }, parser.ErrOptions, "NaN"},
		"static explores":   {func(o *parser.Options) { o.Oracle = "static" }, parser.ErrOptions, "static oracle"},
		"roots":             {func(o *parser.Options) { o.Roots = "some" }, parser.ErrOptions, "single or multi"},
		"templates":         {func(o *parser.Options) { o.Templates = "none such" }, parser.ErrOptions, "none such"},
		"non-projective":    {func(o *parser.Options) { o.NonProjective = "tail" }, parser.ErrOptions, "tail"},
		"no scheme named":   {func(o *parser.Options) { o.NonProjective = "" }, parser.ErrOptions, "head+path, keep or skip"},
		"scheme none":       {func(o *parser.Options) { o.NonProjective = "none" }, parser.ErrOptions, "head+path, keep or skip"},
		"keep, dynamic": {
			func(o *parser.Options) { o.NonProjective = "keep" },
			parser.ErrOptions, "the dynamic oracle cannot learn from non-projective trees as they are"},
		"keep, static": {
			func(o *parser.Options) { o.NonProjective, o.Oracle, o.Explore = "keep", "static", 0 },
			parser.ErrOptions, "do so with pd"},
		"empty column":   {func(o *parser.Options) { o.Templates = "S0m\nN0m\n" }, parser.ErrOptions, "empty in the training data"},
		"system":         {func(o *parser.Options) { o.System = "arc-lazy" }, parser.ErrOptions, "arc-lazy"},
		"oracle":         {func(o *parser.Options) { o.Oracle = "delphi" }, parser.ErrOptions, "delphi"},
		"no such oracle": {func(o *parser.Options) { o.System = "arc-standard" }, oracle.ErrNoOracle, "arc-standard"},
		"no roll-outs": {
			func(o *parser.Options) { o.Algorithm, o.Samples, o.AskFirst = "dagger", 2, 1 },
			parser.ErrOptions, "no effect with algorithm dagger and learner perceptron: samples, ask-first"},
		"no examples": {func(o *parser.Options) { o.Alpha, o.Passes = 1, 2 }, parser.ErrOptions, "explore and learner perceptron: passes, alpha"},
		"no states left out": {
			func(o *parser.Options) { o.Algorithm, o.Target = "aggrevate", 1 }, parser.ErrOptions, "aggrevate and learner perceptron: target"},
		"no finished trees": {func(o *parser.Options) { o.Loss = "exact" }, parser.ErrOptions, "explore and learner perceptron: loss"},
		"other learners": {func(o *parser.Options) {
			require.NoError(t, o.UseLearner("nn"))
			kit.SetLearner(o, "update", "sgd")
			kit.SetLearner(o, "beta", 0)
			kit.SetLearner(o, "l1", 1)
			o.Alpha = 1
		}, parser.ErrOptions, "explore and learner nn (softmax): beta, l1, alpha"},
		"template text": {func(o *parser.Options) { o.Templates = "S0w\nQ9w\n" }, parser.ErrOptions, "Q9w"},
	} {
		t.Run(name, func(t *testing.T) {
			o := kit.Options(2, c.edit)
			told := learn.Observer{Sentence: func(int, int) { t.Error("it learns") }}
			p, err := kit.TrainOn(context.Background(), kit.Read(t, "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n"), nil, o, told)
			require.Nil(t, p)
			require.ErrorContains(t, err, c.text)
			if c.cause != nil {
				require.ErrorIs(t, err, c.cause)
			}
		})
	}
}

// TestEpochsAsNeeded: each scorer has its own number, which is the number of rounds of any
// algorithm, and the model remembers that none was asked for.
func TestEpochsAsNeeded(t *testing.T) {
	for _, algorithm := range []string{"explore", "dagger"} {
		epochs, scorers := map[string]int{}, []string(nil)
		watch := learn.Observer{
			Scorer: func(kind string, _, _ int) { scorers = append(scorers, kind) },
			Epoch:  func(learn.Epoch) { epochs[scorers[len(scorers)-1]]++ },
		}
		p, err := kit.TrainOn(t.Context(), kit.Some(t)[:2], nil, kit.Options(0, kit.Networks("both", 1), func(o *parser.Options) { o.Algorithm = algorithm }), watch)
		require.NoError(t, err)
		require.Equal(t, map[string]int{"linear": 15, "neural": 100}, epochs, algorithm)
		require.Zero(t, p.Meta().Options.Epochs)
		require.Equal(t, []int{15, 100}, p.Meta().Epochs)
	}
}
