package decode_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/parser/internal/decode"
	"parser/transition"
)

const (
	shift, left, right, reduce = transition.Shift, transition.Left, transition.Right, transition.Reduce
	open                       = transition.Open
)

// TestNewActions: the actions that the trees use and no others, move by move; arcs from ROOT and
// all others have separate lists, which may share actions.
func TestNewActions(t *testing.T) {
	a := decode.NewActions(transition.ArcHybrid{}, map[decode.Use]bool{
		{Move: left, Label: 2}: true, {Move: left, Label: 0}: true, {Move: right, Label: 1}: true,
		{Move: right, FromRoot: true, Label: 3}: true, {Move: right, FromRoot: true, Label: 1}: true,
		{Move: open, Label: 7}: true, // of another system
	})
	require.Equal(t, []decode.Action{{shift, -1}, {left, 0}, {left, 2}, {right, 1}, {right, 3}}, a.All)
	require.Equal(t, [][]model.Class{{0}, {1, 2}, {3}}, a.Other[:right+1])
	require.Equal(t, [][]model.Class{{0}, {1, 2}, {3, 4}}, a.FromRoot[:right+1], "no arc to the left leaves ROOT")
	require.Empty(t, slices.Concat(a.Other[right+1:]...))
	require.NoError(t, a.Check(transition.ArcHybrid{}, 4))
}

// TestActionsOfTreesThatLackADirection: a move that no training tree uses offers the labels of the
// other direction or, if all trees have one word, those of ROOT.
func TestActionsOfTreesThatLackADirection(t *testing.T) {
	for _, c := range []struct {
		uses []decode.Use
		want []decode.Action
	}{
		{[]decode.Use{{Move: right, Label: 1}, {Move: right, FromRoot: true, Label: 2}},
			[]decode.Action{{shift, -1}, {left, 1}, {right, 1}, {right, 2}}},
		{[]decode.Use{{Move: right, FromRoot: true, Label: 2}},
			[]decode.Action{{shift, -1}, {left, 2}, {right, 2}}},
	} {
		uses := map[decode.Use]bool{}
		for _, u := range c.uses {
			uses[u] = true
		}
		a := decode.NewActions(transition.ArcHybrid{}, uses)
		require.Equal(t, c.want, a.All)
		require.NoError(t, a.Check(transition.ArcHybrid{}, 3))
	}
}

// TestActionsOfAllSystems: all are sound.
func TestActionsOfAllSystems(t *testing.T) {
	for _, s := range systems() {
		require.NoError(t, everything(s).Check(s, labels), s.Name())
	}
}

// TestCheckRefusesDamage: actions that could break a parse are refused.
func TestCheckRefusesDamage(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(*decode.Actions)
		text   string
	}{
		"no actions":           {func(a *decode.Actions) { a.All = nil }, "out of range"},
		"an action less":       {func(a *decode.Actions) { a.All = a.All[:len(a.All)-1] }, "out of range"},
		"move without any":     {func(a *decode.Actions) { a.Other[shift] = nil }, "no action for move SH"},
		"none from ROOT":       {func(a *decode.Actions) { a.FromRoot[left] = nil }, "no action for move LA"},
		"action too large":     {func(a *decode.Actions) { a.Other[left] = []model.Class{1 << 20} }, "out of range"},
		"action negative":      {func(a *decode.Actions) { a.Other[left] = []model.Class{-1} }, "out of range"},
		"actions not in order": {func(a *decode.Actions) { slices.Reverse(a.Other[left]) }, "out of range"},
		"of another move": {func(a *decode.Actions) {
			a.Other[shift], a.FromRoot[shift] = a.Other[left], a.Other[left]
		}, "offered for move SH"},
		"of a foreign move":  {func(a *decode.Actions) { a.Other[reduce] = []model.Class{1 << 20} }, "out of range"},
		"no such move":       {func(a *decode.Actions) { a.All[0].Move = 200 }, "offered for move"},
		"labelled shift":     {func(a *decode.Actions) { a.All[a.Other[shift][0]].Label = 0 }, "has label 0"},
		"unlabelled arc":     {func(a *decode.Actions) { a.All[a.Other[left][0]].Label = -1 }, "has label -1"},
		"label out of range": {func(a *decode.Actions) { a.All[a.Other[left][0]].Label = 1 << 20 }, "has label"},
	} {
		t.Run(name, func(t *testing.T) {
			a := everything(transition.ArcHybrid{})
			c.damage(a)
			require.ErrorContains(t, a.Check(transition.ArcHybrid{}, labels), c.text)
		})
	}
	a := everything(transition.ArcHybrid{})
	require.ErrorContains(t, a.Check(transition.ArcHybrid{}, 0), "no labels")
	require.ErrorContains(t, a.Check(transition.ArcHybrid{}, labels-1), "has label", "too few labels")
	require.ErrorContains(t, a.Check(transition.ArcEager{}, labels), "no action for move RE", "of another system")
	require.ErrorContains(t, everything(transition.Tag{}).Check(transition.InOrder{MaxUnary: 1}, labels), "no action for move")
}
