package training_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/testdata/testkit"
)

// TestDerivedOraclesTeachTheSame: training with the oracle derived from automata makes
// the weights that training with the hand-written one makes, byte for byte.
func TestDerivedOraclesTeachTheSame(t *testing.T) {
	for _, system := range []string{"arc-hybrid", "arc-eager"} {
		for _, roots := range []string{"single", "multi"} {
			t.Run(system+" "+roots, func(t *testing.T) {
				requireSameLesson(t, func(oracle string) *engine.Parser {
					return kit.Trained(t, kit.Mixed(t), kit.Options(2, func(o *engine.Options) { o.System, o.Oracle, o.Roots = system, oracle, roots }))
				})
			})
		}
	}
	for _, system := range []string{"bracket", "shift-label", "in-order"} {
		t.Run(system, func(t *testing.T) {
			requireSameLesson(t, func(oracle string) *engine.Parser {
				return kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions(system, 2, func(o *engine.Options) { o.Oracle = oracle }))
			})
		})
	}
}

// requireSameLesson compares everything in the model files except what they say about
// how they were made.
func requireSameLesson(t *testing.T, train func(oracle string) *engine.Parser) {
	t.Helper()
	derived, dynamic := train("fsa"), train("dynamic")
	require.Equal(t, "fsa", derived.Meta().Options.Oracle)
	got, want := testkit.Unpack(t, kit.File(t, derived)), testkit.Unpack(t, kit.File(t, dynamic))
	require.Len(t, got, len(want))
	parts := 0
	for i := range want {
		require.Equal(t, want[i].Name, got[i].Name)
		if want[i].Name != "meta.npy" {
			parts++
			require.True(t, bytes.Equal(want[i].Data, got[i].Data), want[i].Name)
		}
	}
	require.Equal(t, len(want)-1, parts, "all but what the file says of its making")
	require.Positive(t, parts)
}
