package testkit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Floats returns n values of about unit size.
func Floats(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// SpecialFloats are values at which functions tend to go wrong.
func SpecialFloats() []float32 {
	return []float32{
		float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1)), 1e-45, -1e-45, 0x1p-126, 0x1p-24,
		-0x1p-25, 0.5, 1, 65504, -65520, 1e10, math.MaxFloat32, -math.MaxFloat32,
	}
}

// SameBits fails unless got equals want bit by bit; all NaNs are equal.
func SameBits(t *testing.T, want, got []float32, what string, args ...any) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		if math.Float32bits(want[i]) != math.Float32bits(got[i]) && (want[i] == want[i] || got[i] == got[i]) {
			require.Failf(t, "other bits", "at %d: want %v, got %v; "+what, append([]any{i, want[i], got[i]}, args...)...)
		}
	}
}
