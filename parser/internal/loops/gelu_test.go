package loops

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func ones(n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = 1
	}
	return v
}

// Errors of both forms and of their derivatives are as documented, over a fine sample of all values.
func TestGELUErrors(t *testing.T) {
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	slope := math.Sqrt(2 / math.Pi)
	tanh := func(x float64) float64 { return math.Tanh(slope * (x + 0.044715*x*x*x)) }
	var xs []float32
	for bits := uint32(0); bits < 0x7f800000; bits += 4999 {
		xs = append(xs, math.Float32frombits(bits), -math.Float32frombits(bits))
	}
	for x := float32(-20); x < 20; x += 0x1p-12 {
		xs = append(xs, x)
	}
	got, dy := make([]float32, len(xs)), ones(len(xs))
	for _, f := range []struct {
		name  string
		run   func()
		exact func(x float64) float64
		error float64
	}{
		{"GELU", func() { GELU(got, xs) }, func(x float64) float64 { return x * phi(x) }, 2e-7},
		{"GELUTanh", func() { GELUTanh(got, xs) }, func(x float64) float64 { return 0.5 * x * (1 + tanh(x)) }, 7e-7},
		{
			"GELUBack", func() { GELUBack(got, dy, xs) },
			func(x float64) float64 { return phi(x) + x*math.Exp(-x*x/2)/math.Sqrt(2*math.Pi) }, 9e-7,
		},
		{
			"GELUTanhBack", func() { GELUTanhBack(got, dy, xs) },
			func(x float64) float64 {
				if math.Abs(x) > 20 {
					return max(0, math.Copysign(1, x))
				}
				y := tanh(x)
				return 0.5*(1+y) + 0.5*x*(1-y*y)*slope*(1+3*0.044715*x*x)
			}, 5e-6,
		},
	} {
		f.run()
		worst, at := 0.0, float32(0)
		for i, x := range xs {
			exact := f.exact(float64(x))
			rounding := math.Abs(float64(math.Nextafter32(float32(exact), 0))-exact) / 2
			if off := math.Abs(float64(got[i])-exact) - rounding; off > worst {
				worst, at = off, x
			}
		}
		t.Logf("%s: largest error %.3g at %v", f.name, worst, at)
		require.Less(t, worst, f.error, f.name)
	}
}

func TestGELULimits(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, f := range []func(dst, x []float32){GELU, GELUTanh} {
		x := []float32{-inf, -math.MaxFloat32, -20, 0, 20, math.MaxFloat32, inf}
		f(x, x)
		require.InDeltaSlice(t, []float32{0, 0, 0, 0}, x[:4], 1e-30)
		require.Equal(t, []float32{20, math.MaxFloat32, inf}, x[4:])
	}
}
