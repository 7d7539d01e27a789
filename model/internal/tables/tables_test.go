package tables

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/kernel"
)

// best is the fastest way of the processor, or the one that is asked for.
var best = path

// onPaths runs a test on every path that the processor has, plain Go included.
func onPaths(t *testing.T, run func(t *testing.T)) {
	t.Helper()
	t.Cleanup(func() { path = use(best) })
	for way := range best + 1 {
		path = use(way)
		t.Run(names[way], run)
	}
}

// eachPath runs a benchmark on every path that the processor has.
func eachPath(b *testing.B, run func(b *testing.B)) {
	b.Cleanup(func() { path = use(best) })
	for way := range best + 1 {
		path = use(way)
		b.Run(names[way], run)
	}
}

// The way in use is that of package kernel.
func TestPath(t *testing.T) {
	require.Equal(t, kernel.Path(), names[path])
}

// random returns n values of about unit size.
func random(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

func nsPerValue(b *testing.B, values int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(values), "ns/value")
}

// special holds values at which functions tend to go wrong.
var special = []float32{
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1)), 1e-45, -1e-45, 0x1p-126, 0x1p-24,
	-0x1p-25, 0.5, 1, 65504, -65520, 1e10, math.MaxFloat32, -math.MaxFloat32,
}

// sameBits fails unless got equals want bit by bit; all NaNs are equal.
func sameBits(t *testing.T, want, got []float32, what string, args ...any) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		if math.Float32bits(want[i]) != math.Float32bits(got[i]) && (want[i] == want[i] || got[i] == got[i]) {
			require.Failf(t, "other bits", "at %d: want %v, got %v; "+what, append([]any{i, want[i], got[i]}, args...)...)
		}
	}
}
