package elementary_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/model/elementary"
	"parser/model/kernel"
)

// functions are all of one argument, each beside that of package math, with its arguments and the hash of the bits of
// its results on every processor.
var functions = []struct {
	name      string
	own, math func(float64) float64
	argument  func(*rand.Rand) float64
	hash      uint64
}{
	{"Exp", elementary.Exp, math.Exp, spread(-750, 709), 0x99d17eef2374b986},
	{"Exp2", elementary.Exp2, math.Exp2, spread(-1074, 1023), 0x3c9b1efdd5433852},
	{"Expm1", elementary.Expm1, math.Expm1, spread(-50, 709), 0x52a61ece3725d1aa},
	{"Tanh", elementary.Tanh, math.Tanh, spread(-50, 50), 0x0625dff0d1d2318e},
	{"Log", elementary.Log, math.Log, positive, 0x98996e6dc10b7a01},
	{"Log1p", elementary.Log1p, math.Log1p, func(r *rand.Rand) float64 {
		if r.IntN(2) == 0 {
			return positive(r)
		}
		return -r.Float64()
	}, 0x1d15d00826658570},
}

// spread draws numbers of all sizes in [low, high], many of them small.
func spread(low, high float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		x := low + float64(r.Float64()*(high-low))
		if r.IntN(2) == 0 {
			x = math.Ldexp(x, -r.IntN(80))
		}
		return x
	}
}

// positive draws normal numbers, half of them near 1.
func positive(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return 0.25 + 2*r.Float64()
	}
	return math.Ldexp(1+r.Float64(), r.IntN(2045)-1022)
}

// TestBits: results are close to those of package math, and where that is assembly with fused multiply-adds, equal;
// their bits are those of a hash, whatever the processor.
func TestBits(t *testing.T) {
	fused := runtime.GOARCH == "amd64" && strings.HasPrefix(kernel.Path(), "avx")
	const arguments = 1 << 18
	for _, f := range functions {
		r, h := rand.New(rand.NewPCG(1, 2)), fnv.New64a()
		for range arguments {
			x := f.argument(r)
			got, want := f.own(x), f.math(x)
			if got != want && (fused || math.Abs(got-want) > 1e-15*math.Abs(want)+math.SmallestNonzeroFloat64) {
				t.Fatalf("%s(%v) is %v, not %v", f.name, x, got, want)
			}
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(got)))
		}
		assert.Equal(t, f.hash, h.Sum64(), "%s: %#x", f.name, h.Sum64())
	}
}

// TestSpecial: what has no logarithm, overflows or is exact.
func TestSpecial(t *testing.T) {
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, -2, math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-60, -0x1p-60, 710, 1e300, -1e300} {
		for _, f := range functions {
			want, got := f.math(x), f.own(x)
			require.True(t, got == want || got != got && want != want, "%s(%v) is %v, not %v", f.name, x, got, want)
			require.True(t, got != got || math.Signbit(got) == math.Signbit(want), "%s(%v) has the wrong sign", f.name, x)
		}
	}
	require.InEpsilon(t, math.Exp(709)*math.Exp(0.6), elementary.Exp(709.6), 1e-12)
	require.InEpsilon(t, -744.4400719213812, elementary.Log(math.SmallestNonzeroFloat64), 1e-15)
}

func TestPower(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 10000 {
		x, n := 0.5+r.Float64(), r.IntN(300)
		require.InEpsilon(t, math.Pow(x, float64(n)), elementary.Power(x, n), 1e-12, "%v, %d", x, n)
	}
	require.Equal(t, 1.0, elementary.Power(0, 0))
	require.Zero(t, elementary.Power(0, 3))
	require.Equal(t, -8.0, elementary.Power(-2, 3))
}

func BenchmarkElementary(b *testing.B) {
	for _, f := range functions {
		var x [1024]float64
		r := rand.New(rand.NewPCG(1, 2))
		for i := range x {
			x[i] = math.Mod(f.argument(r), 20)
		}
		for _, way := range []struct {
			name string
			do   func(float64) float64
		}{{"own", f.own}, {"math", f.math}} {
			b.Run(f.name+"/"+way.name, func(b *testing.B) {
				sum := 0.0
				for i := range b.N {
					sum += way.do(x[i%len(x)])
				}
				require.NotEqual(b, 0.5, sum)
			})
		}
	}
}
