package loops

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// layerNorm64 is the layer norm in float64.
func layerNorm64(x, gain, bias []float64, eps float64) []float64 {
	var mean, variance float64
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / n
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = (v-mean)/math.Sqrt(variance+eps)*gain[i] + bias[i]
	}
	return y
}

// softmax64 is the softmax in float64.
func softmax64(x []float64, scale float64) []float64 {
	y, sum := make([]float64, len(x)), 0.0
	for i, v := range x {
		y[i] = math.Exp(scale * v)
		sum += y[i]
	}
	for i := range y {
		y[i] /= sum
	}
	return y
}

func widen(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

// slopes returns the derivative of Σ dy·f(x) for each x, by finite differences.
func slopes(f func(x []float64) []float64, x []float64, dy []float32) []float64 {
	const step = 1e-5
	along := func() (sum float64) {
		for i, y := range f(x) {
			sum += y * float64(dy[i])
		}
		return sum
	}
	d := make([]float64, len(x))
	for i, v := range x {
		x[i] = v + step
		more := along()
		x[i] = v - step
		d[i], x[i] = (more-along())/(2*step), v
	}
	return d
}

// LayerNorm is the layer norm, and LayerNormBack its derivative, which is added to what is in dgain
// and dbias.
func TestLayerNorm(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(9, 1))
		for _, n := range []int{1, 2, 15, 16, 33, 100} {
			const eps = 1e-5
			x, gain, bias, dy := testkit.Floats(r, n), testkit.Floats(r, n), testkit.Floats(r, n), testkit.Floats(r, n)
			for i := range x {
				x[i] = 3*x[i] + 10
			}
			got := make([]float32, n)
			mean, inverse := LayerNorm(got, x, gain, bias, eps)
			x64, gain64, bias64 := widen(x), widen(gain), widen(bias)
			require.InDeltaSlice(t, layerNorm64(x64, gain64, bias64, eps), widen(got), 1e-5)

			dx, dgain, dbias := make([]float32, n), ones(n), ones(n)
			LayerNormBack(dx, dgain, dbias, dy, x, gain, mean, inverse)
			for name, f := range map[string]struct {
				f    func(x []float64) []float64
				x    []float64
				got  []float32
				less float64
			}{
				"x":    {func(x []float64) []float64 { return layerNorm64(x, gain64, bias64, eps) }, x64, dx, 0},
				"gain": {func(gain []float64) []float64 { return layerNorm64(x64, gain, bias64, eps) }, gain64, dgain, 1},
				"bias": {func(bias []float64) []float64 { return layerNorm64(x64, gain64, bias, eps) }, bias64, dbias, 1},
			} {
				for i, want := range slopes(f.f, f.x, dy) {
					require.InDelta(t, want, float64(f.got[i])-f.less, 2e-5, "%s %d of %d", name, i, n)
				}
			}
		}
	})
}

// A row without variance becomes the bias, however large its numbers are.
func TestLayerNormOfEqual(t *testing.T) {
	x := make([]float32, 100)
	for i := range x {
		x[i] = 12345.678
	}
	gain, bias := ones(len(x)), ones(len(x))
	mean, inverse := LayerNorm(x, x, gain, bias, 1e-12)
	require.Equal(t, float32(12345.678), mean)
	require.Equal(t, float32(1e6), inverse)
	require.Equal(t, ones(len(x)), x)
}

// Softmax is the softmax, whatever is added to all numbers, and SoftmaxBack its derivative.
func TestSoftmax(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(9, 2))
		for n := range 70 {
			const scale = 0.125
			x, dy := testkit.Floats(r, n), testkit.Floats(r, n)
			for i := range x {
				x[i] *= 20
			}
			f := func(x []float64) []float64 { return softmax64(x, scale) }
			want, wantSlopes := f(widen(x)), slopes(f, widen(x), dy)
			for i := range x {
				x[i] += 1 << 12
			}
			Softmax(x, scale)
			require.InDeltaSlice(t, want, widen(x), 1e-4) // as the numbers have been rounded
			SoftmaxBack(dy, dy, x, scale)
			for i, d := range wantSlopes {
				require.InDelta(t, d, dy[i], 1e-4)
			}
		}
		inf, nan := float32(math.Inf(1)), float32(math.NaN())
		x := []float32{-inf, 0, -inf, 0}
		Softmax(x, 3)
		require.Equal(t, []float32{0, 0.5, 0, 0.5}, x)
		for _, bad := range [][]float32{{0, inf}, {nan, 1}, {1, nan}, {-inf, -inf}} {
			Softmax(bad, 1)
			require.True(t, bad[0] != bad[0] && bad[1] != bad[1], "%v", bad)
		}
	})
}
