package transition_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// TestStepsLeadHere: carrying out a configuration's steps from Start makes it again.
func TestStepsLeadHere(t *testing.T) {
	systems := append(bracketSystems(), transition.Tag{})
	for _, v := range variants(t) {
		systems = append(systems, v.System)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var c, again transition.Config
	for _, s := range systems {
		for n := range 12 {
			parseRandomly(s, &c, n, random)
			for i, step := range c.Steps {
				require.Equal(t, step.Move.Labelled(), step.Label != transition.None, "step %d of %s", i, s.Name())
			}
			s.Start(&again, n)
			require.Empty(t, again.Steps)
			for _, step := range c.Steps {
				s.Apply(&again, step.Move, step.Label)
			}
			require.Equal(t, c, again, s.Name())
			require.True(t, s.Terminal(&again))
		}
	}
}
