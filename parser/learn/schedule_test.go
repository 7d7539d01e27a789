package learn

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSharesByRound: a list says how often the expert acts in each round, the last share for all later ones. Geometric
// shares, written as a list, are the same as a decay.
func TestSharesByRound(t *testing.T) {
	for _, name := range []string{"dagger", "v-dagger", "explore"} {
		l := newLesson(t, preset(t, name, func(s *Settings) {
			s.Decay, s.DecayThen, s.Explore, s.ExploreThen = 1, "0.5,0.2", 0, "0.5,0.8"
		}))
		for _, share := range []float64{1, 0.5, 0.2, 0.2} {
			l.round(t)
			require.InDelta(t, share, l.in.share, 1e-12, name)
		}
	}
	for _, name := range []string{"dagger", "searn", "smile", "v-dagger"} {
		geometric := courseOf(t, with(name, 0.5, ""))
		require.Equal(t, geometric, courseOf(t, with(name, 1, "0.5,0.25,0.125,0.0625,0.03125")), name)
	}
	explore := func(then string, after int) Settings {
		s := Defaults("explore")
		if s.ExploreThen, s.ExploreAfter = then, after; then != "" {
			s.Explore = 0
		}
		return s
	}
	require.Equal(t, courseOf(t, explore("", 1)), courseOf(t, explore("0.9", 1)))
	for _, name := range []string{"searn", "smile"} {
		s := with(name, 0.5, "0.7")
		require.ErrorIs(t, s.Check(), ErrSettings)
	}
}

func with(name string, decay float64, then string) Settings {
	s := Defaults(name)
	s.Decay, s.DecayThen = decay, then
	return s
}

// TestSharesOfMixtures: of β = 0.5 in three rounds, by hand.
func TestSharesOfMixtures(t *testing.T) {
	for blend, want := range map[blend][]float64{lastMost: {1. / 7, 2. / 7, 4. / 7}, firstMost: {4. / 7, 2. / 7, 1. / 7}} {
		for _, m := range []mixture{{Decay: 0.5}, {Shares: []float64{1, 0.5, 0.25, 0.125}}} {
			p := policy{mixture: m, blend: blend, learned: make([]*learned, 3)}
			require.InDeltaSlice(t, want, p.shares(), 1e-12)
		}
	}
	p := policy{learned: make([]*learned, 2)}
	require.Equal(t, []float64{0, 1}, p.shares(), "the last one alone, if no round takes a share")
}
