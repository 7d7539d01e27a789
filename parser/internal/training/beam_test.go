package training_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// TestBeamTraining: in every system a parser learns its treebank by a beam, from each kind of violation; it then searches
// with a beam of that width unless it is told otherwise, whose sums of scores are no probabilities.
func TestBeamTraining(t *testing.T) {
	train := kit.Some(t)[:12]
	for i, system := range []string{"arc-hybrid", "arc-eager", "arc-standard"} {
		violation := []string{"max", "early", "every"}[i]
		for _, twoStep := range []bool{false, true} {
			name := fmt.Sprint(system, " ", violation, " ", twoStep)
			o := kit.LinearFor(system)
			o.Epochs, o.Beam, o.Violation, o.TwoStep = 25, 3, violation, twoStep
			p := kit.Trained(t, train, o)
			require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, kit.Trained(t, train, o))), "%s: again", name)
			require.Greater(t, kit.LAS(t, p, train), 90.0, name)

			text := func(width int) string {
				return kit.Arcs(kit.Parses(kit.Asked(t, p, func(r *treebank.Request) { r.Beam = width }), kit.Some(t)[12:40]))
			}
			require.Equal(t, text(3), kit.Arcs(kit.Parses(p, kit.Some(t)[12:40])), name)
			require.NotEqual(t, text(1), text(3), name)
			_, err := p.With(treebank.Request{NBest: 2})
			require.ErrorIs(t, err, engine.ErrBeam, name)
			require.ErrorContains(t, err, "sums of scores")
		}
	}
}

// TestBeamTakesAPath: early and max ask only about ways that cost nothing, so that an oracle of a single way will do.
func TestBeamTakesAPath(t *testing.T) {
	for _, violation := range []string{"early", "max", "every"} {
		o := kit.LinearFor("arc-hybrid")
		o.Oracle, o.Epochs, o.Beam, o.Violation = "static", 12, 3, violation
		o.StayOnPath()
		p, err := kit.TrainOn(t.Context(), kit.Some(t)[:12], nil, o, training.Observer{})
		if violation == "every" {
			require.ErrorIs(t, err, engine.ErrOptions)
			require.ErrorContains(t, err, "off its own path")
			continue
		}
		require.NoError(t, err)
		require.Greater(t, kit.LAS(t, p, kit.Some(t)[:12]), 80.0, violation)
	}
}
