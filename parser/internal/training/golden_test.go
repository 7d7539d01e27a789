package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/learn"
	"parser/testdata/testkit"
)

const golden = "testdata/parsed.golden.conllu"

// goldenSettings are those that the golden trainings depend on, and defaults that they do
// not.
func goldenSettings() learn.Settings {
	s := learn.Defaults("explore")
	s.Algorithm, s.Explore, s.ExploreAfter = "explore", 0.9, 1
	return s
}

// goldenLearner returns an averaged perceptron, likewise.
func goldenLearner(t *testing.T, margin float64) model.Spec {
	s, err := model.SpecFor("perceptron")
	require.NoError(t, err)
	require.NoError(t, s.Set("margin", margin))
	require.NoError(t, s.Set("min-updates", 2))
	return s
}

// TestGolden pins what a fixed training makes of three sentences, byte for byte.
// The options stand here so that better defaults leave it alone. The file is a
// fixed point: parsing it again changes nothing.
func TestGolden(t *testing.T) {
	o := engine.Options{
		System: "arc-hybrid", Oracle: "dynamic", Templates: "zn11", Encoding: structure.Encoding{NonProjective: "head"},
		Epochs: 4, Seed: 1, Loss: "oracle",
		Settings: goldenSettings(),
		Learner:  goldenLearner(t, 100),
	}
	p := kit.Trained(t, kit.Sample(t, "en/train.conllu")[:100], o)
	got := kit.Printed(t, kit.Parses(p, kit.Sample(t, "en/dev.conllu")[10:13]))
	testkit.Golden(t, golden, string(got))
	again, err := conll.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(got), string(kit.Printed(t, kit.Parses(p, again))))
}
