package learn

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBadSettings: the error names the setting.
func TestBadSettings(t *testing.T) {
	nan := math.NaN()
	for text, edit := range map[string]func(*Settings){
		"1.5 is not a probability of exploring":      func(s *Settings) { s.Explore = 1.5 },
		"NaN is not a probability of the decay":      func(s *Settings) { s.Decay = nan },
		"-1 is not a probability of the expert's":    func(s *Settings) { s.Share = -1 },
		"2 is not a probability of an error":         func(s *Settings) { s.Weaken = 2 },
		"explore-after is out of range: -1, not 0":   func(s *Settings) { s.ExploreAfter = -1 },
		"samples is out of range: 0, not 1 or more":  func(s *Settings) { s.Samples = 0 },
		"draws is out of range: 0, not 1 or more":    func(s *Settings) { s.Draws = 0 },
		"ask-first is out of range: -2, not 0":       func(s *Settings) { s.AskFirst = -2 },
		"target is out of range: NaN, not 0 or more": func(s *Settings) { s.Target = nan },
		"target-first is out of range: -1":           func(s *Settings) { s.TargetFirst = -1 },
		"focus is out of range: -1":                  func(s *Settings) { s.Focus = -1 },
		"focus-growth is out of range: -1":           func(s *Settings) { s.FocusGrowth = -1 },
		"passes is out of range: 0, not 1 or more":   func(s *Settings) { s.Passes = 0 },
		"alpha is out of range: -1":                  func(s *Settings) { s.Alpha = -1 },
		"memory is out of range: -1":                 func(s *Settings) { s.Memory = -1 },
	} {
		for _, name := range Names() {
			s := Defaults("explore")
			s.Algorithm = name
			edit(&s)
			_, err := s.make()
			require.ErrorIs(t, err, ErrSettings)
			require.ErrorContains(t, err, text)
		}
	}
	s := Defaults("explore")
	s.Algorithm = "guess"
	_, err := s.make()
	require.ErrorIs(t, err, errUnknown)
	require.ErrorContains(t, err, "v-dagger", "the message says what there is")
}
