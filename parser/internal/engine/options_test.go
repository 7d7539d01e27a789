package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/transition"
)

// TestDefaultScorers: trees have networks, and as many epochs as these need; taggers are linear.
func TestDefaultScorers(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		o := engine.DefaultsFor(system)
		require.Equal(t, "neural", o.Scorer, system)
		require.Equal(t, neural.DefaultSettings(), o.Neural, system)
		require.Zero(t, o.Epochs, system)
	}
	tags := engine.DefaultsFor("tag")
	require.Equal(t, "linear", tags.Scorer)
	require.Zero(t, tags.Neural)
	require.Equal(t, 10, tags.Epochs)
}

// TestEpochsOf: networks have more of small treebanks, unless a number is asked for.
func TestEpochsOf(t *testing.T) {
	var asNeeded engine.Options
	for words, want := range map[int]int{0: 100, 10: 100, 2_000: 100, 2_500: 80, 3_572: 55, 10_000: 20, 13_000: 15, 14_000: 15, 1_000_000: 15} {
		require.Equal(t, want, asNeeded.EpochsOf("neural", words), words)
		require.Equal(t, 15, asNeeded.EpochsOf("linear", words), words)
	}
	asked := engine.Options{Epochs: 7}
	require.Equal(t, 7, asked.EpochsOf("neural", 10))
	require.Equal(t, 7, asked.EpochsOf("linear", 10))
}

// Another learner and back: what a system's own learner starts from comes back.
func TestUseLearnerAndBack(t *testing.T) {
	for _, system := range oracle.Systems() {
		want := engine.DefaultsFor(system)
		got := want
		require.NoError(t, got.UseLearner("pa1"))
		require.NotEqual(t, want, got)
		require.NoError(t, got.UseLearner(want.Learner.Name()))
		require.Equal(t, want, got, system)
	}
	tags := engine.DefaultsFor("tag")
	require.NoError(t, tags.UseLearner("perceptron"))
	require.Equal(t, 30.0, tags.Learner.Get("margin"))
	require.ErrorIs(t, tags.UseLearner("none"), model.ErrLearner)
}

// TestUseField: lemmas are learned by other defaults than tags, as they are on the command line.
func TestUseField(t *testing.T) {
	usual := engine.DefaultsFor("tag")
	o := usual
	o.UseField("xpos")
	require.Equal(t, "xpos", o.Field)
	o.Field = usual.Field
	require.Equal(t, usual, o)
	o.UseField("lemma")
	require.Equal(t, "perceptron", o.Learner.Name())
	require.Equal(t, 0.0, o.Learner.Get("margin"))
	require.Equal(t, 4, o.Learner.Get("min-updates"))
	require.False(t, o.Backwards)
	require.Equal(t, "arow", usual.Learner.Name(), "the copy")
}
