package neural

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/kernel"
)

// TestGaussian: numbers are those of NormFloat64, to the bit where its logarithms and exponentials are ours.
func TestGaussian(t *testing.T) {
	same := runtime.GOARCH == "amd64" && strings.HasPrefix(kernel.Path(), "avx")
	own, other := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	tail := 0
	for i := range 1 << 20 {
		got, want := gaussian(own), other.NormFloat64()
		if got != want && (same || math.Abs(got-want) > 1e-14) {
			t.Fatalf("%d: %v, not %v", i, got, want)
		}
		if math.Abs(got) > tailAt {
			tail++
		}
	}
	require.InDelta(t, 604, tail, 100) // 2²⁰·2Q(3.4426)
}
