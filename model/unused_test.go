package model

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// edits are a change of each option that some learner may ignore.
func edits() map[string]func(s *Spec) {
	return map[string]func(s *Spec){
		"reduction":  func(s *Spec) { s.Reduction = "hinge" },
		"rate":       func(s *Spec) { s.Rate += 0.01 },
		"margin":     func(s *Spec) { s.Margin += 2 },
		"c":          func(s *Spec) { s.C = 0.02 },
		"r":          func(s *Spec) { s.R += 5 },
		"beta":       func(s *Spec) { s.Beta += 2 },
		"l1":         func(s *Spec) { s.L1 += 0.1 },
		"l2":         func(s *Spec) { s.L2 += 0.1 },
		"scale":      func(s *Spec) { s.Scale = 0.01 },
		"drop":       func(s *Spec) { s.Drop += 0.3 },
		"hidden":     func(s *Spec) { s.Hidden++ },
		"direct":     func(s *Spec) { s.Direct = !s.Direct },
		"activation": func(s *Spec) { s.Activation = "relu" },
	}
}

// Options that Unused names change no byte of what is learned; all others do.
func TestUnusedChangesNothing(t *testing.T) {
	bytesOf := func(s Spec) []byte {
		return written(t, teach(t, s, someClasses, randomDecisions(9, 60), nil).Freeze().Entries(""))
	}
	law := func(t *testing.T, s Spec) {
		base := bytesOf(s)
		require.Empty(t, s.Unused())
		for name, edit := range edits() {
			changed := s
			if edit(&changed); changed == s {
				continue
			}
			require.Equal(t, slices.Contains(changed.Unused(), name), bytes.Equal(base, bytesOf(changed)), name)
			changed.ResetUnused()
			require.Empty(t, changed.Unused(), name)
		}
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) { law(t, specOf(t, name)) })
		for _, s := range others(t, name) {
			t.Run(name+"/"+s.Reduction+"/"+s.Update, func(t *testing.T) { law(t, s) })
		}
	}
}

// others are learners of one name with all reductions and, of networks, all updates.
func others(t *testing.T, name string) []Spec {
	usual := specOf(t, name)
	var all []Spec
	for _, reduction := range Reductions() {
		if s := usual; s.Reduction != "" {
			s.Reduction = reduction
			all = append(all, s)
		}
	}
	for _, update := range []string{"sgd", "sgd+", "ftrl"} {
		if s := usual; s.Hidden > 0 {
			s.Update = update
			all = append(all, s)
		}
	}
	return all
}

// Update is an option of networks only, and takes others with it.
func TestUnusedUpdate(t *testing.T) {
	s := specOf(t, "sgd")
	s.Update = "ftrl"
	require.Equal(t, []string{"update"}, s.Unused())
	s = specOf(t, "nn")
	s.L1, s.Beta = 0.1, 1
	require.Equal(t, []string{"l1"}, s.Unused())
	s.Update = "sgd"
	require.Equal(t, []string{"beta", "l1"}, s.Unused())
	s.Update = "ftrl"
	require.Empty(t, s.Unused())
	s.Learner = "none"
	require.Empty(t, s.Unused())
}
