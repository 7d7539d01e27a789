package linear_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/features"
	"parser/parser/internal/linear"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// kind returns the kind with some templates and a perceptron that does not average.
func kind(templates string) linear.Kind {
	learner, _ := model.SpecFor("perceptron")
	if err := learner.Set("average", false); err != nil {
		panic(err)
	}
	return linear.Kind{Templates: templates, Learner: learner}
}

// sentences returns n sentences of two words, each with an XPOS tag of its own.
func sentences(n int) [][]conll.Word {
	var all [][]conll.Word
	for i := range n {
		tag := fmt.Sprint("T", i)
		all = append(all, []conll.Word{
			{Form: "a", Lemma: "_", UPOS: "DET", XPOS: tag, Feats: "_"}, {Form: "dog", Lemma: "_", UPOS: "NOUN", XPOS: tag, Feats: "_"},
		})
	}
	return all
}

// lesson returns one in arc-hybrid with a single label.
func lesson(sentences [][]conll.Word, twoStep bool) *score.TrainingSet {
	s := transition.ArcHybrid{}
	actions := decode.NewActions(s, map[decode.Use]bool{{Move: transition.Left, Label: 0}: true})
	return &score.TrainingSet{
		Shape: score.Shape{System: s, Actions: actions, TwoStep: twoStep}, Sentences: sentences, Seed: 1,
		Random: rand.New(rand.NewPCG(1, 0)),
	}
}

// first returns the first decision of a sentence with two choices, in which the second
// class is to cost something.
func first(l *score.TrainingSet, sentence int) *learn.Decision {
	d := l.Derivation()
	d.Start(sentence, len(l.Sentences[sentence]))
	d.Next()
	_ = d.Take(0)
	asked := d.Next()
	asked.Costs = []float32{0, 1}
	return asked
}

// TestTemplatesFitTheData: those that read empty columns are left out, and XPOS counts as
// the coarse tag as long as there are few.
func TestTemplatesFitTheData(t *testing.T) {
	for n, tag := range map[int]byte{1: 't', 64: 't', 65: 'p'} {
		l := lesson(sentences(n), false)
		learner, err := kind("default").New(l)
		require.NoError(t, err)
		set, err := features.Named("default", "arc-hybrid")
		require.NoError(t, err)
		entries := learner.Freeze().Entries("m/")
		require.Equal(t, "m/templates", entries[0].Name)
		require.Equal(t, set.Adapt(features.Data{Empty: "lm", Tag: tag}).String(), string(entries[0].Data.([]byte)), "%d tags", n)
	}
	_, err := kind("S0m\nN0m S0p\nN0w\n").New(lesson(sentences(3), false))
	require.NoError(t, err)
	_, err = kind("S0m\nN0m S0p\nN0m\n").New(lesson(sentences(3), false))
	require.ErrorIs(t, err, linear.ErrEmptyColumns)
}

// TestEntriesOfStages: the weights of each are arrays of their own.
func TestEntriesOfStages(t *testing.T) {
	for _, twoStep := range []bool{false, true} {
		learner, err := kind("S0p\n").New(lesson(sentences(1), twoStep))
		require.NoError(t, err)
		stages := map[string]bool{}
		for _, e := range learner.Freeze().Entries("")[1:] {
			stages[e.Name[:strings.Index(e.Name, "/")]] = true
		}
		want := map[string]bool{"0": true}
		if twoStep {
			want["1"] = true
		}
		require.Equal(t, want, stages)
	}
}

// TestCheck: the error says what is wrong with the settings, whatever the data.
func TestCheck(t *testing.T) {
	s := &score.Shape{System: transition.ArcHybrid{}}
	require.NoError(t, kind("default").Check(s))
	for text, edit := range map[string]func(*linear.Kind){
		"1 is no probability of dropping features":   func(k *linear.Kind) { k.Dropout = 1 },
		"-0.1 is no probability":                     func(k *linear.Kind) { k.Dropout = -0.1 },
		"NaN is no probability of dropping features": func(k *linear.Kind) { k.Dropout = math.NaN() },
		"such":    func(k *linear.Kind) { k.Learner, _ = model.SpecFor("sage") },
		"nowhere": func(k *linear.Kind) { k.Templates = "nowhere" },
		"Q":       func(k *linear.Kind) { k.Templates = "S0w\nS0w Q\n" },
	} {
		k := kind("default")
		edit(&k)
		require.ErrorContains(t, k.Check(s), text)
	}
}

// TestDamagedTemplates are an error of the file.
func TestDamagedTemplates(t *testing.T) {
	l := lesson(sentences(1), false)
	_, err := kind("").Load(&npz.Arrays{}, "", &l.Shape)
	require.ErrorIs(t, err, npz.ErrFile)

	learner, err := kind("S0p\n").New(l)
	require.NoError(t, err)
	entries := learner.Freeze().Entries("")
	entries[0].Data = []byte("S0w Q\n")
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, entries))
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	_, err = kind("").Load(arrays, "", &l.Shape)
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, "Q")
}

// TestExtract: the features that are made for scores are made without them, too; that is, what
// a learner then learns from is the same.
func TestExtract(t *testing.T) {
	l := lesson(sentences(3), false)
	var all [2]score.Learner
	for i := range all {
		learner, err := kind("default").New(l)
		require.NoError(t, err)
		learner.Read(l.Sentences...)
		all[i] = learner
	}
	for sentence := range l.Sentences {
		d := []*learn.Decision{first(l, sentence)}
		all[0].Score(d)
		all[1].(score.Extractor).Extract(d)
		for _, learner := range all {
			learner.Learn(d)
		}
	}
	require.Equal(t, all[0].Freeze().Entries(""), all[1].Freeze().Entries(""))
}

// TestDropout: learners see other features each time they look, sessions all of them; and
// learn from those that they scored by.
func TestDropout(t *testing.T) {
	k, l := kind("S0w\nS0p\nN0w\nN0p\nS0w N0w\nS0p N0p\n"), lesson(sentences(1), false)
	k.Dropout = 0.5
	learner, err := k.New(l)
	require.NoError(t, err)
	learner.Read(l.Sentences...)
	session := learner.NewSession()
	session.Read(l.Sentences...)
	d := []*learn.Decision{first(l, 0)}
	margin := func(s score.Session) float32 {
		s.Score(d)
		return d[0].Scores[d[0].Classes[0]] - d[0].Scores[d[0].Classes[1]]
	}
	// From nothing learned, a perceptron adds 1 and −1 to the weights of the features that
	// were left, whose number the margin of a session then tells.
	counts := map[float32]int{}
	const trials = 400
	for range trials {
		fresh, err := k.New(l)
		require.NoError(t, err)
		fresh.Read(l.Sentences...)
		fresh.Score(d)
		fresh.Learn(d)
		all := fresh.NewSession()
		all.Read(l.Sentences...)
		counts[margin(all)/2]++
	}
	mean := float64(0)
	for n, count := range counts {
		require.Equal(t, float64(n), math.Trunc(float64(n)))
		mean += float64(n) * float64(count) / trials
	}
	require.InDelta(t, 3, mean, 0.3, "half of six features")
	require.Greater(t, len(counts), 3)

	for range 20 {
		margin(learner)
		learner.Learn(d)
	}
	seen := map[float32]bool{}
	for range 50 {
		seen[margin(learner)] = true
	}
	require.Greater(t, len(seen), 3)
	want := margin(session)
	for range 50 {
		require.Equal(t, want, margin(session))
	}
}
