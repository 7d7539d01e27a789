package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
	"parser/parser/internal/linear"
	"parser/parser/internal/score"
)

// planned is a kind of scorer that the program does not come with.
type planned struct{ linear.Kind }

func (planned) Name() string { return "planned" }

func (planned) Traits() score.Traits {
	return score.Traits{Options: []string{"margin", "exact"}, Words: 100_000, Varies: true}
}

// TestAKindOfScorerSpeaksForItself: what training has to know of a kind comes from its traits.
func TestAKindOfScorerSpeaksForItself(t *testing.T) {
	o := engine.DefaultOptions()
	o.Kinds = []score.Kind{planned{}}
	require.Contains(t, o.Unread(), "exact", "a network has none")
	require.NoError(t, o.RefuseUseless(nil))

	o.UseScorer("planned")
	require.Equal(t, 50, o.EpochsOf("planned", 2_000))
	require.Equal(t, 15, o.EpochsOf("planned", 50_000))
	o.Ensemble = 3
	kinds, err := o.Scorers()
	require.NoError(t, err)
	require.Equal(t, []score.Kind{planned{}, planned{}, planned{}}, kinds)
	unread := o.Unread()
	for _, name := range []string{"size", "multi-task", "teacher-share", "learner", "templates", "l1"} {
		require.Contains(t, unread, name)
	}
	for _, name := range []string{"margin", "exact", "ensemble", "epochs", "seed"} {
		require.NotContains(t, unread, name)
	}
	require.EqualError(t, o.RefuseUseless(nil, "size"), "this has no effect with algorithm explore and scorer planned: size")
}

// TestUnread: both scorers together read what each does; a share of a teacher needs one, and so does that of Init.
func TestUnread(t *testing.T) {
	o := engine.DefaultOptions()
	require.Contains(t, o.Unread(), "margin")
	require.NotContains(t, o.Unread(), "size")
	require.Contains(t, o.Unread(), "teacher-share")
	require.NotContains(t, o.Unread("teacher"), "teacher-share")
	require.Contains(t, o.Unread(), "init-share")
	require.NotContains(t, o.Unread("teacher", "init"), "init-share")
	require.Contains(t, o.Unread(), "finetune-rate")
	require.NotContains(t, o.Unread("encoder"), "finetune-rate")
	o.UseScorer("linear")
	require.NotContains(t, o.Unread(), "margin")
	require.Contains(t, o.Unread(), "l1", "a perceptron has none")
	o.UseScorer(engine.Both)
	_ = o.UseLearner("nn")
	for _, name := range o.Unread("teacher", "init", "encoder") {
		option, _ := o.List().Find(name)
		require.NotEmpty(t, engine.Needed(option, "learner"), name)
		require.NotContains(t, engine.Needed(option, "learner"), "nn", name)
	}
	o.UseScorer("none such")
	require.Empty(t, o.Unread(), "and training says that there is none")
}
