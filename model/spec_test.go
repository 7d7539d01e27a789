package model

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/compact"
)

// specOf returns the defaults of a learner.
func specOf(t testing.TB, name string) Spec {
	s, err := SpecFor(name)
	require.NoError(t, err)
	return s
}

// set sets those of the named options that the learner has.
func set(s *Spec, options ...any) {
	for i := 0; i < len(options); i += 2 {
		name := options[i].(string)
		if _, ok := Options().Find(name); !ok {
			panic("no learner has " + name)
		}
		if s.Get(name) == nil {
			continue
		}
		if err := s.Set(name, options[i+1]); err != nil {
			panic(err)
		}
	}
}

func TestEveryNameMakesALearner(t *testing.T) {
	require.Contains(t, Names(), "perceptron")
	for _, name := range Names() {
		s := specOf(t, name)
		require.Equal(t, name, s.Name())
		l, err := s.New(7)
		require.NoError(t, err, name)
		require.Equal(t, 7, l.Classes(), name)
	}
	_, err := SpecFor("oracle")
	require.ErrorIs(t, err, ErrLearner)
	require.ErrorContains(t, err, `"perceptron"`, "the message says what there is")
	_, err = Spec{}.New(7)
	require.ErrorIs(t, err, ErrLearner)
}

// The JSON of a Spec has all that New needs to make the learner again.
func TestSpecAsJSON(t *testing.T) {
	for _, name := range Names() {
		want := specOf(t, name)
		set(&want, "seed", uint64(math.MaxUint64), "min-updates", 3)
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
		{"perceptron", "negative margin", 2, func(s *Spec) { set(s, "margin", -1) }},
		{"perceptron", "infinite margin", 2, func(s *Spec) { set(s, "margin", math.Inf(1)) }},
		{"perceptron", "margin beyond float32", 2, func(s *Spec) { set(s, "margin", math.MaxFloat64) }},
		{"perceptron", "margin that is no number", 2, func(s *Spec) { set(s, "margin", math.NaN()) }},
		{"perceptron", "negative min-updates", 2, func(s *Spec) { set(s, "min-updates", -1) }},
		{"perceptron", "min-updates that cannot be counted", 2, func(s *Spec) { set(s, "min-updates", 256) }},
		{"pa1", "no aggressiveness", 2, func(s *Spec) { set(s, "c", 0) }},
		{"pa2", "negative aggressiveness", 2, func(s *Spec) { set(s, "c", -1) }},
		{"arow", "no regularisation", 2, func(s *Spec) { set(s, "r", 0) }},
		{"sgd", "no rate", 2, func(s *Spec) { set(s, "rate", 0) }},
		{"sgd+", "infinite rate", 2, func(s *Spec) { set(s, "rate", math.Inf(1)) }},
		{"ftrl", "a rate whose inverse is infinite", 2, func(s *Spec) { set(s, "rate", 1e-320) }},
		{"nn", "a β whose inverse is infinite", 2, func(s *Spec) { set(s, "update", "ftrl", "beta", 1e-320) }},
		{"sgd", "negative scale", 2, func(s *Spec) { set(s, "scale", -1) }},
		{"sgd", "negative threshold", 2, func(s *Spec) { set(s, "drop", -1) }},
		{"ftrl", "no beta", 2, func(s *Spec) { set(s, "beta", 0) }},
		{"ftrl", "negative L1", 2, func(s *Spec) { set(s, "l1", -1) }},
		{"ftrl", "negative L2", 2, func(s *Spec) { set(s, "l2", -1) }},
		{"nn", "no hidden units", 2, func(s *Spec) { set(s, "hidden", 0) }},
		{"nn", "negative hidden units", 2, func(s *Spec) { set(s, "hidden", -1) }},
		{"nn", "too many hidden units", 2, func(s *Spec) { set(s, "hidden", maxHidden+1) }},
		{"nn", "no activation", 2, func(s *Spec) { set(s, "activation", "") }},
		{"nn", "unknown activation", 2, func(s *Spec) { set(s, "activation", "cube") }},
		{"nn", "unknown update", 2, func(s *Spec) { set(s, "update", "adam") }},
		{"nn", "ftrl without beta", 2, func(s *Spec) { set(s, "update", "ftrl", "beta", 0) }},
	} {
		s := specOf(t, test.learner)
		test.damage(&s)
		_, err := s.New(test.classes)
		require.ErrorIs(t, err, errOption, "%s: %s", test.learner, test.why)
		require.ErrorContains(t, err, test.learner)
	}
}

func TestReductionsHaveNames(t *testing.T) {
	require.Equal(t, []string{"csoaa", "wap", "softmax", "multiclass", "hinge"}, reductionNames())
	s := specOf(t, "sgd+")
	set(&s, "reduction", "risk")
	_, err := s.New(3)
	require.ErrorIs(t, err, errReduction)
	require.ErrorContains(t, err, `"softmax"`, "the message says what there is")
	s = specOf(t, "perceptron")
	require.ErrorIs(t, s.Set("reduction", "risk"), errOption, "what a learner does not use it has not")
}

// The learner of a Spec averages by default; one that does not freezes to the weights it has.
func TestPerceptronOfASpec(t *testing.T) {
	s := specOf(t, "perceptron")
	set(&s, "margin", 3, "min-updates", 2)
	averaged, err := s.New(someClasses)
	require.NoError(t, err)
	want := newPerceptron(someClasses, 3)
	want.MinUpdates = 2
	require.Equal(t, want.matrix, averaged.(*pairwise).matrix)
	require.Equal(t, want.Margin, averaged.(*pairwise).Margin)

	set(&s, "average", false)
	l, err := s.New(3)
	require.NoError(t, err)
	right := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{2, 0, 2}}
	require.Equal(t, []float32{-2, 2, 0}, learned(l, right, right))
	require.Equal(t, map[weightOf]float64{{1, 0}: -2, {1, 1}: 2}, weightsOf(t, l.Freeze().(*compact.Linear)))
}

// Changing a copy leaves the original as it is, and the struct of a learner can be taken out
// and put in.
func TestSpecsAreValues(t *testing.T) {
	s := specOf(t, "arow")
	copied := s
	require.NoError(t, copied.Set("r", "2.5"))
	require.Equal(t, 10.0, s.Get("r"))
	require.Equal(t, Spec{"arow", &arow{margins: margins{Margin: 1}, R: 2.5, weightOptions: weightOptions{Average: true}}}, copied)
	require.NotEqual(t, s, copied)
	require.ErrorIs(t, copied.Set("r", "much"), errOption)
	require.Equal(t, 2.5, copied.Get("r"), "as before")
	require.Nil(t, s.Get("hidden"))
	require.ErrorContains(t, s.Set("hidden", 5), "arow has none that is called hidden, but margin, cost-margin, relative-costs, r, average, min-updates")
	for _, name := range Names() {
		require.Equal(t, name, specOf(t, name).Name())
	}
}

// Every option of any learner is told by its name, and by the learners that have it.
func TestOptionsOfAllLearners(t *testing.T) {
	r, ok := Options().Find("r")
	require.True(t, ok)
	require.Equal(t, "regularisation `R`: arow", r.Usage)
	l1, ok := Options().Find("l1")
	require.True(t, ok)
	require.Equal(t, "`LAMBDA` of the absolute weights: ftrl, nn, nn-ftrl", l1.Usage)
	average, ok := Options().Find("average")
	require.True(t, ok)
	require.Equal(t, "take the mean of the weights over time", average.Usage, "all learners have it")
}

// Model files hold a Spec as flat JSON, together with other fields; what is missing is 0,
// not the default. A learner that this program does not know keeps its name.
func TestSpecsOfOldFiles(t *testing.T) {
	for text, want := range map[string]Spec{
		`{"Seed":7,"learner":"arow","margin":0.5,"min-updates":5,"rate":3,"Loss":"oracle"}`: {"arow",
			&arow{margins: margins{Margin: 0.5}, weightOptions: weightOptions{MinUpdates: 5}}},
		`{"learner":"perceptron","margin":130,"average":true}`: {"perceptron", &perceptron{margins{Margin: 130}, weightOptions{Average: true}}},
		`{"learner":"nn","rate":4,"update":"sgd","seed":1}`: {"nn",
			&nn{usual: "sgd+", rates: rates{Rate: 4}, Update: "sgd", Seed: 1}},
		`{"learner":"dream","rate":4}`: {name: "dream"},
		`{}`:                           {},
	} {
		s := specOf(t, "sgd+")
		require.NoError(t, json.Unmarshal([]byte(text), &s))
		require.Equal(t, want, s)
	}
	s := Spec{name: "dream"}
	_, err := s.New(3)
	require.ErrorIs(t, err, ErrLearner)
	require.ErrorIs(t, s.Set("rate", 1), errOption)
	text, err := json.Marshal(s)
	require.NoError(t, err)
	require.Equal(t, `{"learner":"dream"}`, string(text))
	require.Error(t, json.Unmarshal([]byte(`{"learner":"arow","r":"ten"}`), &s))
}
