package training_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

const goldenTrees = "testdata/parsed.golden.mrg"

// fewTemplates stand here so that better defaults leave the golden file alone.
const fewTemplates = `N0w N0t
N0t N1t
P0w P0t
P0t N0t
N1t N2t
I0k I0d N0t
I0d I0ld I0rd N0t
I0d I0fw I0ew
I0d I0fg I0eg N0t
I1d I0d N0t
I1d I2d I0d
O0d I0d N0t
O0d I0d I0fw
O0d O1d N0t
O0d O0rd N0t
O0d O0rd O0rew
O0d O0fw N0t
O0d O0vl I0d
O0d dist(O0f,N0) N0t
`

// TestGoldenTrees pins what fixed trainings make of three sentences, byte for
// byte. The file is a fixed point: parsing its words again changes nothing.
func TestGoldenTrees(t *testing.T) {
	var got []*ptb.Tree
	for _, system := range oracle.Systems(transition.Constituents) {
		p := kit.TrainedTrees(t, kit.TreeSample(t, "en/train.mrg"), engine.Options{
			System: system, Oracle: "dynamic", Templates: fewTemplates, Encoding: structure.Encoding{NonProjective: "head", Steps: "all", Unary: "any"},
			Epochs: 4, Seed: 1, Loss: "oracle",
			Settings: goldenSettings(),
			Learner:  goldenLearner(t, 80),
		})
		parsed := kit.ParsedTrees(t, p, kit.AllWords(kit.Normal(t, kit.TreeSample(t, "en/dev.mrg")[10:13], "all")))
		require.Equal(t, kit.Lines(parsed), kit.Lines(kit.ParsedTrees(t, p, kit.AllWords(parsed))))
		got = append(got, parsed...)
	}
	testkit.Golden(t, goldenTrees, kit.Lines(got))
}
