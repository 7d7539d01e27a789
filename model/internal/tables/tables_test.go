package tables

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"

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

func nsPerValue(b *testing.B, values int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(values), "ns/value")
}

// special holds values at which functions tend to go wrong.
var special = testkit.SpecialFloats()
