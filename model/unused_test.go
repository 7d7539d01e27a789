package model

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Options that Unused names change no byte of what is learned; all others do.
func TestUnusedChangesNothing(t *testing.T) {
	edits := []struct {
		name string
		edit func(s *Spec)
	}{
		{"rate", func(s *Spec) { s.Rate += 0.01 }},
		{"margin", func(s *Spec) { s.Margin += 2 }},
		{"c", func(s *Spec) { s.C = 0.02 }},
		{"r", func(s *Spec) { s.R += 5 }},
		{"beta", func(s *Spec) { s.Beta += 2 }},
		{"l1", func(s *Spec) { s.L1 += 0.1 }},
		{"l2", func(s *Spec) { s.L2 += 0.1 }},
		{"scale", func(s *Spec) { s.Scale = 0.01 }},
		{"drop", func(s *Spec) { s.Drop += 0.3 }},
		{"hidden", func(s *Spec) { s.Hidden++ }},
		{"direct", func(s *Spec) { s.Direct = !s.Direct }},
		{"activation", func(s *Spec) { s.Activation = "relu" }},
		{"reduction", func(s *Spec) { s.Reduction = "hinge" }},
	}
	law := func(t *testing.T, s Spec) {
		learned := func(s Spec) []byte {
			return written(t, teach(t, s, someClasses, randomDecisions(9, 60), nil).Freeze().Entries(""))
		}
		base := learned(s)
		require.Empty(t, s.Unused())
		for _, e := range edits {
			changed := s
			e.edit(&changed)
			if changed == s {
				continue
			}
			require.Equal(t, slices.Contains(changed.Unused(), e.name), bytes.Equal(base, learned(changed)), e.name)
			changed.ResetUnused()
			require.Empty(t, changed.Unused(), e.name)
		}
	}
	for _, name := range Names() {
		s := specOf(t, name)
		t.Run(name, func(t *testing.T) { law(t, s) })
		if s.Hidden > 0 {
			for _, s.Update = range []string{"sgd", "sgd+", "ftrl"} {
				if s.Beta = specOf(t, name).Beta; s.Update == "ftrl" {
					s.Beta = 1
				}
				t.Run(name+"/"+s.Update, func(t *testing.T) { law(t, s) })
			}
		}
		for _, s.Reduction = range Reductions() {
			if specOf(t, name).Reduction != "" {
				t.Run(name+"/"+s.Reduction, func(t *testing.T) { law(t, s) })
			}
		}
	}
}
