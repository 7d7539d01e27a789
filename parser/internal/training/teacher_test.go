package training_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// taught makes a network a pupil.
func taught(share float64) func(o *engine.Options) {
	return func(o *engine.Options) {
		kit.Networks("neural", 1)(o)
		o.Neural.TeacherShare = share
	}
}

// by names a teacher.
func by(teacher *engine.Parser) learn.Resource {
	return learn.Resource{Name: learn.Teacher, Value: teacher}
}

// TestPupils learn from teachers of any kind, whatever the system and however they are
// taught, and the same again; with no share of the loss, the teacher has no effect.
func TestPupils(t *testing.T) {
	for _, c := range []struct{ system, algorithm, scorer string }{
		{"arc-hybrid", "explore", "both"}, {"arc-hybrid", "dagger", "neural"}, {"arc-eager", "explore", "linear"},
		{"in-order", "explore", "both"}, {"shift-label", "explore", "neural"}, {"tag", "explore", "both"},
	} {
		data := treebank.Data{Sentences: kit.Some(t)[:30]}
		if slices.Contains([]string{"in-order", "shift-label"}, c.system) {
			data = treebank.Data{Trees: kit.SomeTrees(t)[:30]}
		}
		run := func(edit func(*engine.Options), given ...learn.Resource) *engine.Parser {
			o := kit.LinearFor(c.system)
			o.Epochs, o.Algorithm = 2, c.algorithm
			edit(&o)
			p, err := learn.Run(t.Context(), data, treebank.Data{}, o, learn.Observer{}, given...)
			require.NoError(t, err)
			return p
		}
		teacher := run(func(o *engine.Options) {
			if c.scorer != "linear" {
				kit.Networks(c.scorer, 2)(o)
			}
		})
		pupil := run(taught(0.5), by(teacher))
		require.Equal(t, "neural", pupil.Meta().Scorer)
		require.True(t, bytes.Equal(kit.File(t, pupil), kit.File(t, run(taught(0.5), by(kit.Reread(t, kit.File(t, teacher)))))))
		alone := run(kit.Networks("neural", 1))
		require.NotEqual(t, alone.Scorer().Entries(""), pupil.Scorer().Entries(""), c)
		require.Equal(t, alone.Scorer().Entries(""), run(taught(0), by(teacher)).Scorer().Entries(""), c)
	}
}

// TestPupilsOfAnEnsemble and of both kinds: each part has the teacher.
func TestPupilsOfAnEnsemble(t *testing.T) {
	teacher := kit.Trained(t, kit.Some(t)[:30], kit.Options(1))
	p := kit.Trained(t, kit.Some(t)[:30], kit.Options(1, taught(1), func(o *engine.Options) { o.Scorer, o.Ensemble = "both", 2 }), by(teacher))
	q := kit.Trained(t, kit.Some(t)[:30], kit.Options(1, taught(1), func(o *engine.Options) { o.Seed = 2 }), by(teacher))
	require.Equal(t, q.Scorer().Entries("2/"), entriesOf(p, "2/"))
}

// TestBadTeachers are refused, with what is wrong.
func TestBadTeachers(t *testing.T) {
	train := kit.Some(t)[:30]
	teacher := kit.Trained(t, train, kit.Options(1))
	for text, edit := range map[string]func(o *engine.Options){
		"another system":          func(o *engine.Options) { o.System = "arc-eager" },
		"another number of steps": func(o *engine.Options) { o.TwoStep = true },
		"another set of labels":   func(o *engine.Options) { o.NonProjective = "path" },
		"no effect with algorithm explore and learner perceptron: teacher": func(o *engine.Options) { o.Scorer = "" },
	} {
		data := kit.Mixed(t)
		if text != "another set of labels" {
			data = train
		}
		_, err := kit.TrainOn(t.Context(), data, nil, kit.Options(1, taught(0.5), edit),
			learn.Observer{Sentence: func(int, int) { t.Error("it learns") }}, by(teacher))
		require.ErrorIs(t, err, engine.ErrOptions)
		require.ErrorContains(t, err, text)
	}
	fewer := kit.Trained(t, train[:1], kit.Options(1))
	_, err := kit.TrainOn(t.Context(), train, nil, kit.Options(1, taught(0.5)), learn.Observer{}, by(fewer))
	require.ErrorContains(t, err, "another set of ")

	tagger := kit.Trained(t, train, kit.TagOptions("upos", 1))
	for text, edit := range map[string]func(o *engine.Options){
		"another field":     func(o *engine.Options) { o.Field = "xpos" },
		"another direction": func(o *engine.Options) { o.Backwards = false },
	} {
		_, err := kit.TrainOn(t.Context(), train, nil, kit.TagOptions("upos", 1, taught(0.5), edit), learn.Observer{}, by(tagger))
		require.ErrorContains(t, err, text)
	}
}

// TestFirstPassesHaveNoTeacher: the teacher of a tagger knows nothing of the tags of the
// first pass.
func TestFirstPassesHaveNoTeacher(t *testing.T) {
	train := kit.Some(t)[:20]
	teacher := kit.Trained(t, train, kit.TagOptions("upos", 1))
	p := kit.Trained(t, train, kit.TagOptions("upos", 1, taught(0.5), func(o *engine.Options) { o.Tag, o.Jackknife = "xpos", 2 }), by(teacher))
	require.Len(t, p.Taggers(), 1)
}

// blanked returns copies of sentences that have words alone.
func blanked(sentences []*conll.Sentence) []*conll.Sentence {
	all := kit.Clones(sentences)
	for _, s := range all {
		for i := range s.Words {
			s.Words[i] = conll.Word{Form: s.Words[i].Form, Head: conll.NoHead}
		}
	}
	return all
}

// TestPupilsOfRawText learn trees and tags of words of which a teacher alone knows them, and labels that only it knows.
func TestPupilsOfRawText(t *testing.T) {
	all := kit.Sample(t, "en/train.conllu")[:150]
	gold, text := all[:10], blanked(all[10:])
	o := kit.Options(12, kit.MultiTask("upos"), func(o *engine.Options) { o.Neural.TeacherShare = 0.5 })
	teacher := kit.Trained(t, all, kit.Options(12, kit.MultiTask("upos")))
	run := func(silver []*conll.Sentence, given ...learn.Resource) *engine.Parser {
		p, err := learn.Run(t.Context(), streamed(20, gold, silver), treebank.Data{Sentences: all[10:]}, o, learn.Observer{}, given...)
		require.NoError(t, err)
		return p
	}
	pupil := run(text, by(teacher))
	require.Equal(t, teacher.Meta().Labels, pupil.Meta().Labels)
	require.Equal(t, len(all), pupil.Meta().Sentences)
	require.Zero(t, pupil.Meta().Skipped.Total())
	alone := run(text[:1], by(teacher))
	require.Greater(t, pupil.Meta().Scores.LAS, alone.Meta().Scores.LAS+10)
	tags := func(p *engine.Parser) (right int) {
		for i, s := range kit.Parses(p, text) {
			for j := range s.Words {
				if s.Words[j].UPOS == all[10+i].Words[j].UPOS {
					right++
				}
			}
		}
		return right
	}
	require.Greater(t, tags(pupil), tags(alone)+100)
	require.True(t, bytes.Equal(kit.File(t, pupil), kit.File(t, run(text, by(teacher)))))

	p, err := learn.Run(t.Context(), streamed(20, gold, text), treebank.Data{}, kit.Options(1, kit.MultiTask("upos")), learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, len(text), p.Meta().Skipped.Partial, "without a teacher it says nothing")
}

// TestTeachersOfSeveralTreebanks read sentences that are of none of these as those of the first.
func TestTeachersOfSeveralTreebanks(t *testing.T) {
	train := kit.Some(t)[:20]
	var both treebank.Data
	both.Join(treebank.Source{Name: "one", Share: 1}, treebank.Data{Sentences: train})
	both.Join(treebank.Source{Name: "two", Share: 1}, treebank.Data{Sentences: relabelled(train)})
	teacher, err := learn.Run(t.Context(), both, treebank.Data{}, kit.Options(3, kit.MultiTask("upos")), learn.Observer{})
	require.NoError(t, err)
	words := train[0].Words
	thinks := func(s score.Scorer, words []conll.Word) []float32 {
		session := s.NewSession()
		session.Read(words)
		return slices.Clone(session.(score.Filler).Distribution(0, 0, 0))
	}
	as := func(name string) []conll.Word { return score.Following(nil, words, []string{"one", "two"}, name) }
	asked := teacher.CalibratedScorer()
	require.Equal(t, []string{"upos"}, asked.(score.Predictor).Fields())
	require.Equal(t, thinks(teacher.Scorer(), as("one")), thinks(asked, words))
	require.Equal(t, thinks(teacher.Scorer(), as("one")), thinks(asked, as("three")))
	require.Equal(t, thinks(teacher.Scorer(), as("two")), thinks(asked, as("two")))
	require.NotEqual(t, thinks(asked, as("one")), thinks(asked, as("two")))
}
