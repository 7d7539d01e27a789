package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// TestRollOutsNeedNoDynamicOracle: algorithms with roll-outs learn by the static oracle, which knows its own path, in
// dependency systems and in those of constituents; those without are refused, since they would ask it off that path.
func TestRollOutsNeedNoDynamicOracle(t *testing.T) {
	t.Parallel()
	options := func(system, algorithm string) engine.Options {
		o := engine.DefaultsFor(system)
		o.UseScorer("linear")
		o.Oracle, o.Algorithm, o.Epochs = "static", algorithm, 2
		return o
	}
	for _, algorithm := range []string{"dagger", "smile"} {
		_, err := learn.New(options("arc-standard", algorithm))
		require.ErrorIs(t, err, learn.ErrOffPath, algorithm)
	}
	for _, algorithm := range []string{"l2s", "aggrevate", "explore"} {
		o := options("arc-standard", algorithm)
		o.Execute = true
		_, err := learn.New(o)
		if algorithm == "explore" { // which is refused without roll-outs
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "execute has no effect with algorithm "+algorithm+" and the static oracle")
	}
	own := kit.Some(t)[:30]
	for _, system := range []string{"arc-standard", "arc-eager"} {
		for _, algorithm := range []string{"l2s", "lols", "v-dagger", "searn", "aggrevate", "scb-lols"} {
			o := options(system, algorithm)
			if o.TwoStep = algorithm == "l2s"; algorithm == "lols" || algorithm == "v-dagger" || algorithm == "searn" {
				o.Target = 1
			}
			_, epochs := trainWith(t, own, own, o)
			require.Positive(t, epochs[1].Search.RollOuts, "%s %s", system, algorithm)
			if algorithm == "lols" || algorithm == "v-dagger" || algorithm == "l2s" {
				require.Greater(t, max(epochs[0].LAS, epochs[1].LAS), 70., "%s %s", system, algorithm)
			}
		}
	}
	trees := kit.SomeTrees(t)[:8]
	for _, system := range []string{"bracket", "in-order", "shift-label"} {
		o := options(system, "v-dagger")
		o.Loss = "f1"
		_, epochs := trainTreesWith(t, trees, trees, o)
		require.Positive(t, epochs[1].Search.RollOuts, system)
		require.Greater(t, max(epochs[0].F1, epochs[1].F1), 50., system)
	}
}
