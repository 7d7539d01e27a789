package loops

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// cell64 is the cell in float64: h and c of one unit.
func cell64(i, f, g, o, c0 float64) (h, c float64) {
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	c = sigmoid(f)*c0 + sigmoid(i)*math.Tanh(g)
	return sigmoid(o) * math.Tanh(c), c
}

// Cell is the cell, and CellBack its derivative by finite differences.
func TestCell(t *testing.T) {
	const n, step = 50, 1e-6
	r := rand.New(rand.NewPCG(3, 3))
	gates, c0, dh, dc := testkit.Floats(r, 4*n), testkit.Floats(r, n), testkit.Floats(r, n), testkit.Floats(r, n)
	h, c, tanhC, dgates := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, 4*n)
	before, dc0 := append([]float32(nil), gates...), append([]float32(nil), dc...)
	Cell(h, c, tanhC, gates, c0)
	CellBack(dgates, dc0, dh, gates, tanhC, c0)
	for u := range n {
		var x [5]float64 // i f g o c0
		for k := range 4 {
			x[k] = float64(before[k*n+u])
		}
		x[4] = float64(c0[u])
		wantH, wantC := cell64(x[0], x[1], x[2], x[3], x[4])
		require.InDelta(t, wantH, h[u], 5e-7)
		require.InDelta(t, wantC, c[u], 1e-6)
		require.InDelta(t, math.Tanh(wantC), tanhC[u], 1e-6)
		for k, got := range []float32{dgates[u], dgates[n+u], dgates[2*n+u], dgates[3*n+u], dc0[u]} {
			more, less := x, x
			more[k] += step
			less[k] -= step
			h1, c1 := cell64(more[0], more[1], more[2], more[3], more[4])
			h2, c2 := cell64(less[0], less[1], less[2], less[3], less[4])
			want := (float64(dh[u])*(h1-h2) + float64(dc[u])*(c1-c2)) / (2 * step)
			require.InDelta(t, want, got, 1e-5, "unit %d, input %d", u, k)
		}
	}
}
