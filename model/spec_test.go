package model

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// specOf returns the defaults of a learner.
func specOf(t testing.TB, name string) Spec {
	s, err := SpecFor(name)
	require.NoError(t, err)
	return s
}

func TestEveryNameMakesALearner(t *testing.T) {
	require.Contains(t, Names(), "perceptron")
	for _, name := range Names() {
		s := specOf(t, name)
		require.Equal(t, name, s.Learner)
		l, err := New(s, 7)
		require.NoError(t, err, name)
		require.Equal(t, 7, l.Classes(), name)
	}
	_, err := SpecFor("oracle")
	require.ErrorIs(t, err, ErrLearner)
	require.ErrorContains(t, err, `"perceptron"`, "the message says what there is")
	_, err = New(Spec{}, 7)
	require.ErrorIs(t, err, ErrLearner)
}

// A Spec says of itself in JSON what New needs to make the learner again.
func TestSpecAsJSON(t *testing.T) {
	for _, name := range Names() {
		want := specOf(t, name)
		want.Seed, want.MinUpdates = math.MaxUint64, 3
		text, err := json.Marshal(want)
		require.NoError(t, err)
		var got Spec
		require.NoError(t, json.Unmarshal(text, &got))
		require.Equal(t, want, got)
	}
	text, err := json.Marshal(specOf(t, "perceptron"))
	require.NoError(t, err)
	require.Equal(t, `{"learner":"perceptron","average":true}`, string(text), "what is not set is left out")
}

func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		learner, why string
		classes      int
		damage       func(s *Spec)
	}{
		{"perceptron", "no classes", 0, func(*Spec) {}},
		{"perceptron", "negative classes", -1, func(*Spec) {}},
		{"perceptron", "too many classes", MaxClasses + 1, func(*Spec) {}},
		{"perceptron", "negative margin", 2, func(s *Spec) { s.Margin = -1 }},
		{"perceptron", "infinite margin", 2, func(s *Spec) { s.Margin = math.Inf(1) }},
		{"perceptron", "margin beyond float32", 2, func(s *Spec) { s.Margin = math.MaxFloat64 }},
		{"perceptron", "margin that is no number", 2, func(s *Spec) { s.Margin = math.NaN() }},
		{"perceptron", "negative min-updates", 2, func(s *Spec) { s.MinUpdates = -1 }},
		{"perceptron", "min-updates that cannot be counted", 2, func(s *Spec) { s.MinUpdates = 256 }},
		{"pa1", "no aggressiveness", 2, func(s *Spec) { s.C = 0 }},
		{"pa2", "negative aggressiveness", 2, func(s *Spec) { s.C = -1 }},
		{"arow", "no regularisation", 2, func(s *Spec) { s.R = 0 }},
		{"sgd", "no rate", 2, func(s *Spec) { s.Rate = 0 }},
		{"sgd+", "infinite rate", 2, func(s *Spec) { s.Rate = math.Inf(1) }},
		{"ftrl", "a rate whose inverse is infinite", 2, func(s *Spec) { s.Rate = 1e-320 }},
		{"nn", "a β whose inverse is infinite", 2, func(s *Spec) { s.Update, s.Beta = "ftrl", 1e-320 }},
		{"sgd", "negative scale", 2, func(s *Spec) { s.Scale = -1 }},
		{"sgd", "negative threshold", 2, func(s *Spec) { s.Drop = -1 }},
		{"ftrl", "no beta", 2, func(s *Spec) { s.Beta = 0 }},
		{"ftrl", "negative L1", 2, func(s *Spec) { s.L1 = -1 }},
		{"ftrl", "negative L2", 2, func(s *Spec) { s.L2 = -1 }},
		{"nn", "no hidden units", 2, func(s *Spec) { s.Hidden = 0 }},
		{"nn", "negative hidden units", 2, func(s *Spec) { s.Hidden = -1 }},
		{"nn", "too many hidden units", 2, func(s *Spec) { s.Hidden = MaxHidden + 1 }},
		{"nn", "no activation", 2, func(s *Spec) { s.Activation = "" }},
		{"nn", "unknown activation", 2, func(s *Spec) { s.Activation = "cube" }},
		{"nn", "unknown update", 2, func(s *Spec) { s.Update = "adam" }},
		{"nn", "ftrl without beta", 2, func(s *Spec) { s.Update, s.Beta = "ftrl", 0 }},
	} {
		s := specOf(t, test.learner)
		test.damage(&s)
		_, err := New(s, test.classes)
		require.ErrorIs(t, err, ErrOption, "%s: %s", test.learner, test.why)
		require.ErrorContains(t, err, test.learner)
	}
}

func TestReductionsHaveNames(t *testing.T) {
	require.Equal(t, []string{"csoaa", "wap", "softmax", "multiclass", "hinge"}, Reductions())
	s := specOf(t, "sgd+")
	s.Reduction = "risk"
	_, err := New(s, 3)
	require.ErrorIs(t, err, ErrReduction)
	require.ErrorContains(t, err, `"softmax"`, "the message says what there is")
	s = specOf(t, "perceptron")
	s.Reduction = "risk"
	_, err = New(s, 3)
	require.NoError(t, err, "what a learner does not use it ignores")
}

// The learner of a Spec is the one of NewPerceptron, which averages; one that
// does not average freezes to the weights it has.
func TestPerceptronOfASpec(t *testing.T) {
	s := specOf(t, "perceptron")
	s.Margin, s.MinUpdates = 3, 2
	averaged, err := New(s, someClasses)
	require.NoError(t, err)
	want := NewPerceptron(someClasses, 3)
	want.MinUpdates = 2
	require.Equal(t, want, averaged)

	s.Average = false
	l, err := New(s, 3)
	require.NoError(t, err)
	right := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{2, 0, 2}}
	require.Equal(t, []float32{-2, 2, 0}, learned(l, right, right))
	require.Equal(t, map[weightOf]float64{{1, 0}: -2, {1, 1}: 2}, weightsOf(t, l.Freeze().(*Linear)))
}
