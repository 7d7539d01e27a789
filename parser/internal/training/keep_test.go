package training_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
)

// TestKeepingLearnsAllTrees: no tree is left out or changed, parses are projective
// trees with the treebank's own labels, and the model says how it was made.
func TestKeepingLearnsAllTrees(t *testing.T) {
	train := kit.Mixed(t)
	require.True(t, slices.ContainsFunc(train, func(s *conll.Sentence) bool { return !projective.Tree(s.Heads(nil)) }))
	for _, system := range []string{"arc-hybrid", "arc-eager"} {
		for _, roots := range []string{"single", "multi"} {
			o := kit.Options(4, kit.Keeping(system), func(o *engine.Options) { o.Roots = roots; kit.SetLearner(o, "min-updates", 1) })
			p := kit.Trained(t, train, o)
			require.Zero(t, p.Meta().Skipped)
			require.Equal(t, len(train), p.Meta().Sentences)
			require.Equal(t, p.Meta().Labels, conllLabels(train))
			parsed := kit.Parses(p, train)
			for _, s := range parsed {
				require.NoError(t, conll.CheckTree(s.Heads(nil), false))
				require.True(t, projective.Tree(s.Heads(nil)))
			}
			require.Greater(t, kit.LAS(t, p, train), 85.0)

			again := kit.Reread(t, kit.File(t, p))
			require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, again)))
			require.Equal(t, []string{"keep", "keep", "pd"}, []string{again.Meta().NonProjective, again.Meta().Options.NonProjective, again.Meta().Options.Oracle})
			require.Equal(t, kit.Arcs(parsed), kit.Arcs(kit.Parses(again, train)))
		}
	}
}

// conllLabels are all labels of sentences, sorted.
func conllLabels(sentences []*conll.Sentence) []string {
	var all []string
	for _, s := range sentences {
		all = append(all, s.Labels(nil)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestPDTrainsLikeDynamic, to the last weight, where both are exact.
func TestPDTrainsLikeDynamic(t *testing.T) {
	for name, edit := range map[string]func(*engine.Options){
		"hybrid":          func(o *engine.Options) {},
		"hybrid skip":     func(o *engine.Options) { o.NonProjective = "skip" },
		"hybrid multi":    func(o *engine.Options) { o.Roots = "multi" },
		"hybrid two-step": func(o *engine.Options) { o.TwoStep = true },
		"eager multi":     func(o *engine.Options) { o.System, o.Roots = "arc-eager", "multi" },
	} {
		t.Run(name, func(t *testing.T) {
			dynamic := weights(t, kit.Trained(t, kit.Mixed(t), kit.Options(2, edit)))
			pd := weights(t, kit.Trained(t, kit.Mixed(t), kit.Options(2, edit, func(o *engine.Options) { o.Oracle = "pd" })))
			require.Equal(t, dynamic, pd)
		})
	}
}

// TestKeepingIsSkippingWhereAllIsProjective: the schemes differ in nothing else.
func TestKeepingIsSkippingWhereAllIsProjective(t *testing.T) {
	var train []*conll.Sentence
	for _, s := range kit.Mixed(t) {
		if projective.Tree(s.Heads(nil)) {
			train = append(train, s)
		}
	}
	for _, system := range []string{"arc-hybrid", "arc-eager"} {
		keep := kit.Trained(t, train, kit.Options(2, kit.Keeping(system)))
		skip := kit.Trained(t, train, kit.Options(2, kit.Keeping(system), func(o *engine.Options) { o.NonProjective = "skip" }))
		require.Equal(t, weights(t, skip), weights(t, keep))
	}
}

// TestTooLong: what takes an oracle too long is skipped and counted, by that
// oracle only.
func TestTooLong(t *testing.T) {
	heads := make([]int, oracle.MaxPD+1)
	for i := range heads {
		heads[i] = i
	}
	train := append(kit.Some(t)[:10], kit.Tree(1, heads...))
	short := func(o *engine.Options) { o.Templates = "S0p N0p\n" }
	for name, want := range map[string]structure.Skipped{"pd": {TooLong: 1}, "dynamic": {}} {
		p := kit.Trained(t, train, kit.Options(1, short, func(o *engine.Options) { o.Oracle = name }))
		require.Equal(t, want, p.Meta().Skipped, name)
		text, err := json.Marshal(p.Meta())
		require.NoError(t, err)
		require.Equal(t, want.TooLong > 0, bytes.Contains(text, []byte("TooLong")))
	}
}
