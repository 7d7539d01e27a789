package training_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// trainError is the error of training.
func trainError(t *testing.T, train []*conll.Sentence, o engine.Options) error {
	t.Helper()
	p, err := kit.TrainOn(context.Background(), train, nil, o, learn.Observer{})
	require.Nil(t, p)
	require.Error(t, err)
	return err
}

// TestSkipped: what cannot be learned from is counted by its cause.
func TestSkipped(t *testing.T) {
	crossing := kit.Tree(1, 3, 4, 0, 3)
	train := append(kit.Some(t)[:10],
		&conll.Sentence{},
		kit.Tree(2, conll.NoHead, 0), kit.Tree(3, conll.NoHead, conll.NoHead),
		crossing, crossing, crossing,
		kit.Tree(4, 0, 0), kit.Tree(5, 0, 1, 0, 3))
	for name, c := range map[string]struct {
		edit func(*engine.Options)
		want structure.Skipped
	}{
		"lifted":  {func(o *engine.Options) {}, structure.Skipped{Empty: 1, Partial: 1}},
		"skipped": {func(o *engine.Options) { o.NonProjective = "skip" }, structure.Skipped{Empty: 1, Partial: 1, NonProjective: 3}},
		"kept":    {func(o *engine.Options) { o.NonProjective, o.Oracle = "keep", "pd" }, structure.Skipped{Empty: 1, Partial: 1}},
		"skipped by an oracle that takes any": {
			func(o *engine.Options) { o.NonProjective, o.Oracle = "skip", "pd" },
			structure.Skipped{Empty: 1, Partial: 1, NonProjective: 3}},
		"lifted for an oracle that takes any": {
			func(o *engine.Options) { o.Oracle = "pd" }, structure.Skipped{Empty: 1, Partial: 1}},
		"dynamic, single root": {
			func(o *engine.Options) { o.Roots = "single" }, structure.Skipped{Empty: 1, Partial: 1}},
		"static, single root": {
			func(o *engine.Options) { o.Roots, o.Oracle, o.Explore = "single", "static", 0 },
			structure.Skipped{Empty: 1, Partial: 2, MultiRoot: 2}},
		"static, several roots": {
			func(o *engine.Options) { o.Oracle, o.Explore = "static", 0 }, structure.Skipped{Empty: 1, Partial: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			meta := kit.Trained(t, train, kit.Options(1, c.edit)).Meta()
			require.Equal(t, c.want, meta.Skipped)
			require.Equal(t, len(train)-c.want.Total(), meta.Sentences)
		})
	}
}

// TestSkippedTeachNothing: a parser learns the same with and without skipped sentences,
// except for their labels and tags, which here are the same as the others'.
func TestSkippedTeachNothing(t *testing.T) {
	partial := kit.Some(t)[0].Clone()
	for i := range partial.Words {
		partial.Words[i].Head = conll.NoHead
	}
	more := append(kit.Some(t), partial, &conll.Sentence{})
	require.Equal(t, weights(t, kit.Trained(t, kit.Some(t), kit.Options(2))), weights(t, kit.Trained(t, more, kit.Options(2))))
}

// TestBadTrees: input that is not a tree at all is an error that says where it is.
func TestBadTrees(t *testing.T) {
	marked := kit.Tree(8, 2, 0)
	marked.Words[0].Deprel = "a↑b"
	for _, scheme := range []string{"head", "path", "head+path"} {
		for name, c := range map[string]struct {
			bad   *conll.Sentence
			cause error
		}{
			"cycle":             {kit.Tree(8, 2, 1), conll.ErrCycle},
			"cycle beside root": {kit.Tree(8, 0, 3, 4, 2), conll.ErrCycle},
			"own head":          {kit.Tree(8, 1, 0), conll.ErrSelfLoop},
			"head outside":      {kit.Tree(8, 7, 0), conll.ErrHead},
			"label with a mark": {marked, projective.ErrMark},
		} {
			t.Run(scheme+" "+name, func(t *testing.T) {
				o := kit.Options(1, func(o *engine.Options) { o.NonProjective = scheme })
				err := trainError(t, append(kit.Some(t)[:3], c.bad), o)
				require.ErrorIs(t, err, c.cause)
				require.ErrorContains(t, err, "made:8: ")
			})
		}
	}
}

// TestNothingToLearn: the error counts why.
func TestNothingToLearn(t *testing.T) {
	require.ErrorContains(t, trainError(t, nil, kit.Options(1)), "no tree to learn from: of 0 sentences")
	partial := []*conll.Sentence{kit.Tree(1, conll.NoHead), {}}
	require.ErrorContains(t, trainError(t, partial, kit.Options(1)), ": 1 empty, 1 with words without head")
}

// asX is the English sample as CoNLL-X with forms and tags alone.
func asX(t *testing.T) []*conll.Sentence {
	all := kit.Some(t)
	for _, s := range all {
		s.Format, s.Extras = conll.FormatX, nil
		for i := range s.Words {
			w := &s.Words[i]
			w.Lemma, w.Feats, w.Deps, w.Misc = "_", "_", "_", "_"
		}
	}
	return all
}

// TestColumnsThatAreEmpty: without lemmas and morphology the templates make do
// with what there is.
func TestColumnsThatAreEmpty(t *testing.T) {
	for name, empty := range map[string]func(*conll.Word){
		"no lemma, no FEATS":  func(w *conll.Word) {},
		"no XPOS either":      func(w *conll.Word) { w.XPOS = "_" },
		"no UPOS either":      func(w *conll.Word) { w.UPOS = "_" },
		"a tag for each word": func(w *conll.Word) { w.XPOS = w.Form },
	} {
		t.Run(name, func(t *testing.T) {
			train := asX(t)
			for _, s := range train {
				for i := range s.Words {
					empty(&s.Words[i])
				}
			}
			p := kit.Trained(t, train, kit.Options(6, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 1) }))
			require.Greater(t, kit.LAS(t, p, train), 95.0)
			require.NotContains(t, kit.TemplatesOf(t, p), "S0m")
		})
	}
}

// TestCoarseTag: templates combine XPOS where it has up to 64 values, else UPOS.
func TestCoarseTag(t *testing.T) {
	for tags, want := range map[int]string{1: "S0w S0t\n", 64: "S0w S0t\n", 65: "S0w S0p\n"} {
		train := kit.Some(t)
		for k, s := range train {
			for i := range s.Words {
				s.Words[i].XPOS = fmt.Sprint((k*7 + i) % tags)
			}
		}
		p := kit.Trained(t, train, kit.Options(1, func(o *engine.Options) { o.Templates = "S0w S0g\nN0w\n" }))
		require.Equal(t, want+"N0w\n", kit.TemplatesOf(t, p), "%d tags", tags)
	}
}

// Anything but a tree is an error, also where non-projective trees are skipped.
func TestSkippingStillChecksTrees(t *testing.T) {
	o := kit.Options(1, func(o *engine.Options) { o.NonProjective = "skip" })
	require.ErrorIs(t, trainError(t, append(kit.Some(t)[:3:3], kit.Tree(7, 2, 1)), o), conll.ErrCycle)
}

// Labels that look decorated are the treebank's own where nothing is lifted.
func TestSkippingLeavesLabelsAlone(t *testing.T) {
	own := kit.Tree(1, 2, 0)
	own.Words[0].Deprel = "a↑b"
	p := kit.Trained(t, []*conll.Sentence{own}, kit.Options(9, func(o *engine.Options) { o.NonProjective = "skip"; kit.SetLearner(o, "min-updates", 0) }))
	s := own.Clone()
	p.Parse(s)
	require.Equal(t, own.Words, s.Words)
}
