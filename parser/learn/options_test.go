package learn

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

// edits has a change of each setting that some algorithm may not use.
func edits() map[string]func(*Settings) {
	return map[string]func(*Settings){
		"roll-in":       func(s *Settings) { s.RollIn = "l2s" },
		"roll-out":      func(s *Settings) { s.RollOut = "lols" },
		"explore":       func(s *Settings) { s.Explore = 0.4 },
		"explore-after": func(s *Settings) { s.ExploreAfter = 2 },
		"decay":         func(s *Settings) { s.Decay = 0.6 },
		"share":         func(s *Settings) { s.Share = 0.1 },
		"samples":       func(s *Settings) { s.Samples = 3 },
		"ask-first":     func(s *Settings) { s.AskFirst = 1 },
		"draws":         func(s *Settings) { s.Draws = 2 },
		"one-loss":      func(s *Settings) { s.OneLoss = true },
		"target":        func(s *Settings) { s.Target = 0.5 },
		"focus":         func(s *Settings) { s.Focus = 1 },
		"execute":       func(s *Settings) { s.Execute = true },
		"passes":        func(s *Settings) { s.Passes = 2 },
		"alpha":         func(s *Settings) { s.Alpha = 1 },
		"memory":        func(s *Settings) { s.Memory = 1500 },
	}
}

// Idle settings change neither what a course learns nor what it does for that; all other settings
// do.
func TestIdleSettingsChangeNothing(t *testing.T) {
	for _, name := range Names() {
		base := Defaults("explore")
		base.Algorithm = name
		want := courseOf(t, base)
		for what, edit := range edits() {
			s := base
			edit(&s)
			if s.Mixes() || s.Check() != nil {
				require.Equal(t, strings.HasPrefix(what, "roll-"), s.Check() != nil, "%s of %s", what, name)
			}
			if s.Check() != nil {
				continue
			}
			same := reflect.DeepEqual(want, courseOf(t, s))
			require.Equal(t, slices.Contains(s.Options().Useless().Names(), what), same, "%s of %s", what, name)
		}
	}
}

// Whether some settings are idle depends on others.
func TestIdleSettingsByWhatElseIsSet(t *testing.T) {
	for name, c := range map[string]struct {
		algorithm string
		edit      func(*Settings)
		want      []string
	}{
		"defaults":                         {"dagger", func(*Settings) {}, nil},
		"first ones without a target":      {"dagger", func(s *Settings) { s.TargetFirst = 3 }, []string{"target-first"}},
		"first ones":                       {"dagger", func(s *Settings) { s.TargetFirst, s.Target = 3, 1 }, nil},
		"first ones with scores at once":   {"l2s", func(s *Settings) { s.TargetFirst, s.Target = 3, 1 }, []string{"target-first"}},
		"growth of nothing":                {"v-dagger", func(s *Settings) { s.FocusGrowth = 3 }, []string{"focus-growth"}},
		"growth":                           {"v-dagger", func(s *Settings) { s.FocusGrowth, s.Focus = 3, 1 }, nil},
		"a share of roll-outs in no use":   {"lols", func(s *Settings) { s.Focus, s.Share = 1, 0.1 }, []string{"share"}},
		"asking before focused roll-outs":  {"dagger", func(s *Settings) { s.Focus, s.AskFirst = 1, 1 }, nil},
		"carried out in any case":          {"explore", func(s *Settings) { s.Weaken, s.Execute = 0.1, true }, nil},
		"several, in the order of help":    {"explore", func(s *Settings) { s.Alpha, s.Samples, s.Decay = 1, 2, 0 }, []string{"decay", "samples", "alpha"}},
		"wrong ones are for Make":          {"explore", func(s *Settings) { s.Alpha, s.Samples = 1, -1 }, nil},
		"no algorithm, nothing of use":     {"none", func(s *Settings) { s.Alpha = 1 }, nil},
		"targets where states are drawn":   {"aggrevate", func(s *Settings) { s.Target = 1 }, []string{"target"}},
		"asking first where nothing is to": {"scb-lols", func(s *Settings) { s.AskFirst = 1 }, []string{"ask-first"}},
	} {
		s := Defaults("explore")
		s.Algorithm = c.algorithm
		c.edit(&s)
		require.Equal(t, c.want, s.Options().Useless().Names(), name)
		if _, err := s.make(); err == nil {
			unset := s
			s.Options().Useless().Reset()
			require.Empty(t, s.Options().Useless(), name)
			want, _ := unset.make()
			got, _ := s.make()
			require.Equal(t, want, got, name)
			require.Equal(t, len(c.want) > 0, s != unset, name)
		}
	}
}

// round is what learners are told in a round, and the work it takes.
type round struct {
	told  []model.Decision
	stats Stats
}

// courseOf has three rounds with learners that never learn.
func courseOf(t *testing.T, s Settings) []round {
	t.Helper()
	l := newLesson(t, preset(t, s.Algorithm, func(other *Settings) { *other = s }))
	l.Settings.Fit = s.Fit
	var rounds []round
	for range 3 {
		told, stats := l.round(t)
		rounds = append(rounds, round{told, stats})
	}
	return rounds
}
