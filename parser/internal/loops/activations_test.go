package loops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// special holds values at which functions tend to go wrong.
var special = func() []float32 {
	inf, v := math.Inf(1), []float32{float32(math.NaN())}
	for _, x := range []float64{0, 1e-45, 1e-38, 0x1p-126, 1e-20, 0.5, 1, 7.9, 8.9999, 9, 9.0001, 17.9, 18,
		18.1, 50, 87.3, 87.32, 87.33, 87.34, 88.72, 88.73, 89, 100, 103, 104, 1e10, math.MaxFloat32, inf} {
		v = append(v, float32(x), float32(-x))
	}
	return v
}()

// gate is the activation of one of the four blocks of a cell.
func gate(cell func(h, c, tanhC, gates, c0 []float32), block int) func(dst, x []float32) {
	return func(dst, x []float32) {
		n := len(x)
		h, c, tanhC, gates := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, 4*n)
		copy(gates[block*n:], x)
		cell(h, c, tanhC, gates, c)
		copy(dst[:n], gates[block*n:])
	}
}

// Activations have the bits of plain Go on every path, at every length and offset, in place
// too, and touch nothing else.
func TestActivationsArePlain(t *testing.T) {
	functions := []struct {
		name        string
		fast, plain func(dst, x []float32)
	}{
		{"tanh", gate(Cell, 2), gate(cellPlain, 2)}, {"sigmoid", gate(Cell, 3), gate(cellPlain, 3)},
		{"Exp", Exp, expPlain},
		{"Leaky", func(dst, x []float32) { Leaky(dst, x, 0.01) }, func(dst, x []float32) { leakyPlain(dst, x, 0.01) }},
		{"GELU", GELU, geluPlain}, {"GELUTanh", GELUTanh, geluTanhPlain},
	}
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 2))
		for _, f := range functions {
			for length := range 100 {
				offset := r.IntN(5)
				x := random(r, length)
				for i := range x {
					x[i] *= 20
				}
				if length > 10 {
					copy(x[r.IntN(length):], special)
				}
				dst := random(r, offset+length+9)
				want := append([]float32(nil), dst...)
				f.plain(want[offset:], x)
				f.fast(dst[offset:], x)
				testkit.SameBits(t, want, dst, "%s, length %d", f.name, length)
				f.fast(x, x)
				testkit.SameBits(t, want[offset:][:length], x, "%s in place, length %d", f.name, length)
			}
			dst, want := make([]float32, len(special)), make([]float32, len(special))
			f.plain(want, special)
			f.fast(dst, special)
			testkit.SameBits(t, want, dst, "%s of special values", f.name)
			require.Panics(t, func() { f.fast(make([]float32, 3), make([]float32, 4)) })
		}
	})
}

// Errors are as documented, over a fine sample of all values.
func TestActivationErrors(t *testing.T) {
	for _, f := range []struct {
		name     string
		one      func(float32) float32
		exact    func(float64) float64
		relative bool
		least    float32 // results are between this and the largest
		largest  float32
		error    float64
	}{
		{"tanh", tanh1, math.Tanh, false, -1, 1, 3e-7},
		{"sigmoid", sigmoid1, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, false, 0, 1, 2e-7},
		{"exp", exp1, math.Exp, true, 0, float32(math.Inf(1)), 1.5e-7},
	} {
		t.Run(f.name, func(t *testing.T) {
			worst, at, step := 0.0, float32(0), uint32(4999)
			if testkit.Deep() {
				step = 499
			}
			for bits := uint32(0); bits <= 0x7f800000; bits += step {
				for _, x := range []float32{math.Float32frombits(bits), -math.Float32frombits(bits)} {
					got, exact := f.one(x), f.exact(float64(x))
					if got < f.least || got > f.largest || got != got {
						t.Fatalf("%v at %v", got, x)
					}
					if f.relative && (x < -87.33 || exact > math.MaxFloat32) {
						if off := math.Abs(float64(got) - exact); x < 0 && off > 1.2e-38 || x > 0 && !math.IsInf(float64(got), 1) {
							t.Fatalf("%v at %v", got, x)
						}
						continue
					}
					off := math.Abs(float64(got) - exact)
					if f.relative {
						off /= exact
					}
					if off > worst {
						worst, at = off, x
					}
				}
			}
			t.Logf("largest error %.3g at %v", worst, at)
			require.Less(t, worst, f.error)
		})
	}
	inf := float32(math.Inf(1))
	x := []float32{-inf, -18.04, 18.04, inf}
	gate(Cell, 3)(x, x)
	require.Equal(t, []float32{0, 0, 1, 1}, x)
	x = []float32{-inf, -9.02, 9.02, inf}
	gate(Cell, 2)(x, x)
	require.Equal(t, []float32{-1, -1, 1, 1}, x)
	x = []float32{-inf, -87.69, 0, 88.8, inf}
	Exp(x, x)
	require.Equal(t, []float32{0, 0, 1, inf, inf}, x)
}

func ExampleLeaky() {
	x := []float32{-2, 3}
	Leaky(x, x, 0.25)
	fmt.Println(x)
	// Output: [-0.5 3]
}

func BenchmarkActivations(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x, dst := testkit.Floats(r, 512), make([]float32, 512)
	for _, f := range []struct {
		name string
		run  func(dst, x []float32)
	}{
		{"Exp", Exp}, {"Leaky", func(dst, x []float32) { Leaky(dst, x, 0.01) }},
		{"GELU", GELU}, {"GELUTanh", GELUTanh},
		{"GELUBack", func(dst, x []float32) { GELUBack(dst, x, x) }},
		{"GELUTanhBack", func(dst, x []float32) { GELUTanhBack(dst, x, x) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					f.run(dst, x)
				}
				nsPerValue(b, len(x))
			})
		})
	}
}
