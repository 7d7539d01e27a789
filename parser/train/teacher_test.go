package train_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser"
	"parser/parser/structure"
	learn "parser/parser/train"
)

// taught makes a network the pupil of a parser.
func taught(teacher *parser.Parser, share float64) func(o *parser.Options) {
	return func(o *parser.Options) {
		networks("neural", 1)(o)
		o.Teacher, o.Neural.TeacherShare = teacher, share
	}
}

// TestPupils learn from teachers of any kind, whatever the system and however they are
// taught, and the same again; with no share of the loss, the teacher has no effect.
func TestPupils(t *testing.T) {
	for _, c := range []struct{ system, algorithm, scorer string }{
		{"arc-hybrid", "explore", "both"}, {"arc-hybrid", "dagger", "neural"}, {"arc-eager", "explore", "linear"},
		{"in-order", "explore", "both"}, {"shift-label", "explore", "neural"}, {"tag", "explore", "both"},
	} {
		data := structure.Data{Sentences: some(t)[:30]}
		if slices.Contains([]string{"in-order", "shift-label"}, c.system) {
			data = structure.Data{Trees: someTrees(t)[:30]}
		}
		run := func(edits ...func(*parser.Options)) *parser.Parser {
			o := linearFor(c.system)
			o.Epochs, o.Algorithm = 2, c.algorithm
			for _, edit := range edits {
				edit(&o)
			}
			p, err := learn.Run(t.Context(), data, structure.Data{}, o, learn.Observer{})
			require.NoError(t, err)
			return p
		}
		teacher := run(func(o *parser.Options) {
			if c.scorer != "linear" {
				networks(c.scorer, 2)(o)
			}
		})
		pupil := run(taught(teacher, 0.5))
		require.Nil(t, pupil.Meta().Options.Teacher, "a model does not hold its teacher")
		require.Equal(t, "neural", pupil.Meta().Scorer)
		require.True(t, bytes.Equal(file(t, pupil), file(t, run(taught(reread(t, file(t, teacher)), 0.5)))))
		alone := run(networks("neural", 1))
		require.NotEqual(t, alone.Scorer().Entries(""), pupil.Scorer().Entries(""), c)
		require.Equal(t, alone.Scorer().Entries(""), run(taught(teacher, 0)).Scorer().Entries(""), c)
	}
}

// TestPupilsOfAnEnsemble and of both kinds: each part has the teacher.
func TestPupilsOfAnEnsemble(t *testing.T) {
	teacher := trained(t, some(t)[:30], options(1))
	p := trained(t, some(t)[:30], options(1, taught(teacher, 1), func(o *parser.Options) { o.Scorer, o.Ensemble = "both", 2 }))
	q := trained(t, some(t)[:30], options(1, taught(teacher, 1), func(o *parser.Options) { o.Seed = 2 }))
	require.Equal(t, q.Scorer().Entries("2/"), entriesOf(p, "2/"))
}

// TestBadTeachers are refused, with what is wrong.
func TestBadTeachers(t *testing.T) {
	train := some(t)[:30]
	teacher := trained(t, train, options(1))
	for text, edit := range map[string]func(o *parser.Options){
		"another system":          func(o *parser.Options) { o.System = "arc-eager" },
		"another number of steps": func(o *parser.Options) { o.TwoStep = true },
		"another set of labels":   func(o *parser.Options) { o.NonProjective = "path" },
		"of no effect with algorithm explore and learner perceptron: teacher": func(o *parser.Options) { o.Scorer = "" },
	} {
		data := mixed(t)
		if text != "another set of labels" {
			data = train
		}
		_, err := trainOn(t.Context(), data, nil, options(1, taught(teacher, 0.5), edit), learn.Observer{Sentence: func(int, int) { t.Error("it learns") }})
		require.ErrorIs(t, err, parser.ErrOptions)
		require.ErrorContains(t, err, text)
	}
	fewer := trained(t, train[:1], options(1))
	_, err := trainOn(t.Context(), train, nil, options(1, taught(fewer, 0.5)), learn.Observer{})
	require.ErrorContains(t, err, "another set of ")

	tagger := trained(t, train, tagOptions("upos", 1))
	for text, edit := range map[string]func(o *parser.Options){
		"another field":     func(o *parser.Options) { o.Field = "xpos" },
		"another direction": func(o *parser.Options) { o.Backwards = false },
	} {
		_, err := trainOn(t.Context(), train, nil, tagOptions("upos", 1, taught(tagger, 0.5), edit), learn.Observer{})
		require.ErrorContains(t, err, text)
	}
}

// TestFirstPassesHaveNoTeacher: the teacher of a tagger knows nothing of the tags of the
// first pass.
func TestFirstPassesHaveNoTeacher(t *testing.T) {
	train := some(t)[:20]
	teacher := trained(t, train, tagOptions("upos", 1))
	p := trained(t, train, tagOptions("upos", 1, taught(teacher, 0.5), func(o *parser.Options) { o.Tag, o.Jackknife = "xpos", 2 }))
	require.Len(t, p.Taggers(), 1)
}
