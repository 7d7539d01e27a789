package kernel

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// A path can be asked for by name, but not one that the processor does not have.
func TestChoose(t *testing.T) {
	for best := range names {
		require.Equal(t, best, choose("", best))
		require.Equal(t, best, choose("fastest", best))
		for way, name := range names {
			require.Equal(t, min(way, best), choose(name, best), "%q of %s", name, names[best])
		}
	}
}

// The fastest path of the processor is in use unless another one is asked for.
func TestPath(t *testing.T) {
	require.Equal(t, names[choose(os.Getenv("PARSER_KERNEL"), best())], Path())
}

// onPaths runs a test on every path that the processor has, plain Go included.
func onPaths(t *testing.T, run func(t *testing.T)) {
	t.Helper()
	old := path
	t.Cleanup(func() { path = use(old) })
	for way := range best() + 1 {
		path = use(way)
		t.Run(names[way], run)
	}
}

// eachPath runs a benchmark on every path that the processor has.
func eachPath(b *testing.B, run func(b *testing.B)) {
	old := path
	b.Cleanup(func() { path = use(old) })
	for way := range best() + 1 {
		path = use(way)
		b.Run(names[way], run)
	}
}

func nsPerValue(b *testing.B, values int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*values), "ns/value")
}

// special holds values at which functions tend to go wrong.
var special = testkit.SpecialFloats()
