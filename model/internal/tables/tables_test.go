package tables

import (
	"math/rand/v2"
	"testing"

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
	if names[path] != kernel.Path() {
		t.Errorf("%s, not %s", names[path], kernel.Path())
	}
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
