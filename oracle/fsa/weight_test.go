package fsa

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// semiringSample has edge cases and sums that are exact.
var semiringSample = []Weight{Zero(), One, 1, -1, 0.25, -0.75, 3, -1e6, 1e6, 1 << 40, -1.0 / (1 << 10)}

// The laws of a commutative semiring, and idempotence (Mohri 2009).
func TestSemiringLaws(t *testing.T) {
	for _, u := range semiringSample {
		require.True(t, u.Member())
		require.Equal(t, u, u.Plus(u), "idempotence")
		require.Equal(t, u, u.Plus(Zero()), "neutral for Plus")
		require.Equal(t, u, u.Times(One), "neutral for Times")
		require.True(t, u.Times(Zero()).IsZero(), "absorbing")
		for _, v := range semiringSample {
			require.Equal(t, u.Plus(v), v.Plus(u), "commutativity of Plus")
			require.Equal(t, u.Times(v), v.Times(u), "commutativity of Times")
			require.True(t, u.Plus(v).Member() && u.Times(v).Member(), "closed")
			require.True(t, u.Plus(v) == u || u.Plus(v) == v, "Plus chooses")
			for _, w := range semiringSample {
				require.Equal(t, u.Plus(v).Plus(w), u.Plus(v.Plus(w)), "associativity of Plus")
				require.Equal(t, u.Times(v).Times(w), u.Times(v.Times(w)), "associativity of Times")
				require.Equal(t, u.Times(v.Plus(w)), u.Times(v).Plus(u.Times(w)), "distributivity")
			}
		}
	}
}

func TestMember(t *testing.T) {
	require.False(t, Weight(math.NaN()).Member())
	require.False(t, Weight(math.Inf(-1)).Member())
	require.True(t, Zero().IsZero())
	require.False(t, One.IsZero())
	require.False(t, Weight(math.Inf(-1)).IsZero())
}
