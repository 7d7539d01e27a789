package training_test

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// TestEveryOptionCounts flips one option at a time: what is learned must change.
// Epochs and Patience have tests of their own.
func TestEveryOptionCounts(t *testing.T) {
	t.Parallel()
	static := func(o *engine.Options) { o.Oracle, o.Explore = "static", 0 }
	usual := sync.OnceValue(func() []float32 { return weights(t, kit.Trained(t, kit.Mixed(t), kit.Options(2))) })
	for name, flip := range map[string]struct {
		base, change func(*engine.Options)
	}{
		"System":       {static, func(o *engine.Options) { o.System = "arc-standard" }},
		"System eager": {nil, func(o *engine.Options) { o.System = "arc-eager" }},
		"Roots": {func(o *engine.Options) { o.System = "arc-eager" }, func(o *engine.Options) {
			o.Roots = "multi"
		}},
		"Oracle": {func(o *engine.Options) { o.Explore = 0 }, func(o *engine.Options) {
			o.Oracle = "static"
		}},
		"skip to keep": {
			func(o *engine.Options) { o.Oracle, o.NonProjective = "pd", "skip" },
			func(o *engine.Options) { o.NonProjective = "keep" }},
		"head to keep": {
			func(o *engine.Options) { o.Oracle = "pd" },
			func(o *engine.Options) { o.NonProjective = "keep" }},
		"TwoStep":        {nil, func(o *engine.Options) { o.TwoStep = true }},
		"Templates":      {nil, func(o *engine.Options) { o.Templates = "zn11" }},
		"Templates text": {nil, func(o *engine.Options) { o.Templates = "S0w\nN0w\n" }},
		"head to path":   {nil, func(o *engine.Options) { o.NonProjective = "path" }},
		"head to both":   {nil, func(o *engine.Options) { o.NonProjective = "head+path" }},
		"head to skip":   {nil, func(o *engine.Options) { o.NonProjective = "skip" }},
		"Margin":         {nil, func(o *engine.Options) { kit.SetLearner(o, "margin", 0) }},
		"MinUpdates":     {nil, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 1) }},
		"Epochs":         {nil, func(o *engine.Options) { o.Epochs++ }},
		"Explore":        {nil, func(o *engine.Options) { o.Explore = 0.1 }},
		"ExploreAfter":   {nil, func(o *engine.Options) { o.ExploreAfter = 0 }},
		"Seed":           {nil, func(o *engine.Options) { o.Seed = 2 }},
	} {
		t.Run(name, func(t *testing.T) {
			o, base := kit.Options(2), usual
			if flip.base != nil {
				flip.base(&o)
				own := weights(t, kit.Trained(t, kit.Mixed(t), o))
				base = func() []float32 { return own }
			}
			flip.change(&o)
			require.False(t, slices.Equal(base(), weights(t, kit.Trained(t, kit.Mixed(t), o))))
		})
	}
}

// TestOptionsThatOnlyName are recorded and change nothing else.
func TestOptionsThatOnlyName(t *testing.T) {
	base := kit.Trained(t, kit.Some(t), kit.Options(2))
	named := kit.Trained(t, kit.Some(t), kit.Options(2, func(o *engine.Options) { o.Lang, o.Command = "en", "parser train" }))
	require.Equal(t, weights(t, base), weights(t, named))
	require.Equal(t, "en", named.Meta().Lang)
	require.Equal(t, "parser train", named.Meta().Command)
}

// TestRootsByData: one sentence with two roots makes a parser for several.
func TestRootsByData(t *testing.T) {
	one, two := kit.Tree(1, 2, 0, 2), kit.Tree(1, 0, 0, 2)
	roots := func(o engine.Options, second int) string {
		all := append(kit.Some(t)[:3], one)
		if second > 1 {
			all = append(all, two)
		}
		return kit.Trained(t, all, o).Meta().Roots
	}
	single := func(o *engine.Options) { o.Roots = "single" }
	multi := func(o *engine.Options) { o.Roots = "multi" }
	require.Equal(t, "single", roots(kit.Options(1), 1))
	require.Equal(t, "multi", roots(kit.Options(1), 2))
	require.Equal(t, "single", roots(kit.Options(1, single), 2))
	require.Equal(t, "multi", roots(kit.Options(1, multi), 1))
}

// TestBadOptions: each is refused before anything is learned.
func TestBadOptions(t *testing.T) {
	for name, c := range map[string]struct {
		edit  func(*engine.Options)
		cause error
		text  string
	}{
		"negative epochs":   {func(o *engine.Options) { o.Epochs = -1 }, engine.ErrOptions, "-1 epochs"},
		"patience":          {func(o *engine.Options) { o.Patience = -1 }, engine.ErrOptions, "out of range"},
		"explore after":     {func(o *engine.Options) { o.ExploreAfter = -1 }, engine.ErrOptions, "out of range"},
		"margin":            {func(o *engine.Options) { kit.SetLearner(o, "margin", -1) }, engine.ErrOptions, "out of range"},
		"margin NaN":        {func(o *engine.Options) { kit.SetLearner(o, "margin", math.NaN()) }, engine.ErrOptions, "out of range"},
		"margin infinite":   {func(o *engine.Options) { kit.SetLearner(o, "margin", math.Inf(1)) }, engine.ErrOptions, "out of range"},
		"few updates":       {func(o *engine.Options) { kit.SetLearner(o, "min-updates", -1) }, engine.ErrOptions, "out of range"},
		"many updates":      {func(o *engine.Options) { kit.SetLearner(o, "min-updates", 256) }, engine.ErrOptions, "out of range"},
		"beam of networks":  {func(o *engine.Options) { o.UseScorer("neural"); o.Beam = 4 }, engine.ErrOptions, "neural cannot learn from the derivations"},
		"violation":         {func(o *engine.Options) { o.Beam, o.Violation = 4, "late" }, engine.ErrOptions, `"late"`},
		"explore too often": {func(o *engine.Options) { o.Explore = 1.1 }, engine.ErrOptions, "1.1 is not a probability"},
		"explore negative":  {func(o *engine.Options) { o.Explore = -0.1 }, engine.ErrOptions, "probability"},
		"explore NaN":       {func(o *engine.Options) { o.Explore = math.NaN() }, engine.ErrOptions, "NaN"},
		"static explores":   {func(o *engine.Options) { o.Oracle = "static" }, engine.ErrOptions, "static oracle"},
		"roots":             {func(o *engine.Options) { o.Roots = "some" }, engine.ErrOptions, "single or multi"},
		"templates":         {func(o *engine.Options) { o.Templates = "none such" }, engine.ErrOptions, "none such"},
		"non-projective":    {func(o *engine.Options) { o.NonProjective = "tail" }, engine.ErrOptions, "tail"},
		"no scheme named":   {func(o *engine.Options) { o.NonProjective = "" }, engine.ErrOptions, "head+path, keep or skip"},
		"scheme none":       {func(o *engine.Options) { o.NonProjective = "none" }, engine.ErrOptions, "head+path, keep or skip"},
		"keep, dynamic": {
			func(o *engine.Options) { o.NonProjective = "keep" },
			engine.ErrOptions, "the dynamic oracle cannot learn from non-projective trees as they are"},
		"keep, static": {
			func(o *engine.Options) { o.NonProjective, o.Oracle, o.Explore = "keep", "static", 0 },
			engine.ErrOptions, "do so with pd"},
		"empty column":   {func(o *engine.Options) { o.Templates = "S0m\nN0m\n" }, engine.ErrOptions, "empty in the training data"},
		"system":         {func(o *engine.Options) { o.System = "arc-lazy" }, engine.ErrOptions, "arc-lazy"},
		"oracle":         {func(o *engine.Options) { o.Oracle = "delphi" }, engine.ErrOptions, "delphi"},
		"no such oracle": {func(o *engine.Options) { o.System, o.Oracle = "arc-standard", "fsa" }, oracle.ErrNoOracle, "arc-standard"},
		"no roll-outs": {
			func(o *engine.Options) { o.Algorithm, o.Samples, o.AskFirst = "dagger", 2, 1 },
			engine.ErrOptions, "no effect with algorithm dagger and learner perceptron: samples, ask-first"},
		"no examples": {func(o *engine.Options) { o.Alpha, o.Passes = 1, 2 }, engine.ErrOptions, "explore and learner perceptron: passes, alpha"},
		"no states left out": {
			func(o *engine.Options) { o.Algorithm, o.Target = "aggrevate", 1 }, engine.ErrOptions, "aggrevate and learner perceptron: target"},
		"no finished trees": {func(o *engine.Options) { o.Loss = "exact" }, engine.ErrOptions, "explore and learner perceptron: loss"},
		"other learners": {func(o *engine.Options) {
			require.NoError(t, o.UseLearner("nn"))
			kit.SetLearner(o, "update", "sgd")
			kit.SetLearner(o, "beta", 0)
			kit.SetLearner(o, "l1", 1)
			o.Alpha = 1
		}, engine.ErrOptions, "explore and learner nn (softmax): beta, l1, alpha"},
		"template text": {func(o *engine.Options) { o.Templates = "S0w\nQ9w\n" }, engine.ErrOptions, "Q9w"},
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
		p, err := kit.TrainOn(t.Context(), kit.Some(t)[:2], nil, kit.Options(0, kit.Networks("both", 1), func(o *engine.Options) { o.Algorithm = algorithm }), watch)
		require.NoError(t, err)
		require.Equal(t, map[string]int{"linear": 15, "neural": 100}, epochs, algorithm)
		require.Zero(t, p.Meta().Options.Epochs)
		require.Equal(t, []int{15, 100}, p.Meta().Epochs)
	}
}

// What is said about tags that a network predicts has an effect in a pipeline, which makes it predict them.
func TestPipelinePredictsTags(t *testing.T) {
	o := kit.Options(1, kit.TinyNetwork, func(o *engine.Options) { o.Neural.TagWeight, o.Neural.LeastTag = 0.7, 2 })
	_, err := learn.New(o)
	require.ErrorContains(t, err, "have no effect with algorithm explore and scorer neural: tag-occurrences, tag-weight")
	o.Pipeline = true
	_, err = learn.New(o)
	require.NoError(t, err)
	o.Neural.FinetuneDecay = 0.5
	_, err = learn.New(o)
	require.ErrorContains(t, err, "this has no effect with algorithm explore and scorer neural: finetune-decay")
}
