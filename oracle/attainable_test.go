package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

// arcsBelow returns the arcs of all trees that can be built from a configuration, by exhaustive search, and checks the
// answers of Attainable.
func arcsBelow(t *testing.T, s transition.System, c *transition.Config, answers map[bool]int) map[[2]int32]bool {
	arcs := map[[2]int32]bool{}
	if s.Terminal(c) {
		for d := int32(1); d <= c.N; d++ {
			arcs[[2]int32{c.Nodes[d].Head, d}] = true
		}
	}
	for m := range s.Legal(c).All() {
		var next transition.Config
		next.CopyFrom(c)
		s.Apply(&next, m, 0)
		for arc := range arcsBelow(t, s, &next, answers) {
			arcs[arc] = true
		}
	}
	for d := int32(1); d <= c.N; d++ {
		for h := range c.N + 1 {
			if h != d {
				want := arcs[[2]int32{h, d}]
				require.Equal(t, want, oracle.Attainable(s, c, h, d), "%d → %d, stack %v, b=%d, steps %v", h, d, c.Stack, c.Next, c.Steps)
				answers[want]++
			}
		}
	}
	return arcs
}

// An arc is attainable if and only if a tree that can be built has it, in all configurations of short sentences.
func TestAttainableEqualsExhaustive(t *testing.T) {
	longest := int(5)
	if quick() {
		longest = 4
	}
	for _, s := range allSystems(t) {
		t.Run(label(s), func(t *testing.T) {
			t.Parallel()
			answers := map[bool]int{}
			for n := 1; n <= longest; n++ {
				var c transition.Config
				s.Start(&c, n)
				arcsBelow(t, s, &c, answers)
			}
			require.Greater(t, min(answers[true], answers[false]), 100)
		})
	}
}
