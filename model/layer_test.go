package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A layer freezes to the mean of its weights, including the initial ones.
func TestLayerAverages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	l, u := layer{columns: 3, weights: weights{average: true}}, sgdUpdate(1)
	for i := range 2 {
		l.add(&u, func(k int) float32 { return float32(10*i + k) })
	}
	sums, times := make([]float64, 6), 0.0
	count := func() {
		times++
		for i, w := range l.weight {
			sums[i] += float64(w)
		}
	}
	count()
	for time := range 20 {
		if random.IntN(3) > 0 {
			at := random.IntN(6)
			l.time = float64(time + 1)
			l.set(uint32(at), l.weight[at]+float32(random.NormFloat64()))
		}
		count()
	}
	l.time = 20
	for i := range 2 {
		for k, w := range l.appendFrozen(nil, i) {
			require.InDelta(t, sums[3*i+k]/times, w, 1e-5)
		}
	}
	l.average = false
	require.Equal(t, append([]float32{9}, l.row(1)...), l.appendFrozen([]float32{9}, 1))
}

// A step gets the derivative by the weight, the weight and its state, and its changes reach the
// right weight.
func TestLayerColumns(t *testing.T) {
	l, u := layer{columns: 4, weights: weights{width: 2}}, ftrlUpdate(1, 1, 0, 0)
	for i := range 2 {
		l.add(&u, func(k int) float32 { return float32(4*i + k) })
	}
	l.rows, l.values = []int{1}, []float32{2}
	l.open([]Class{3, 1})
	var seen []float64
	u.step = func(w float32, state []float32, g float64) float32 {
		seen = append(seen, float64(w), float64(state[0]), float64(state[1]), g)
		if g < 30 {
			return w
		}
		state[1] = 9
		return 50
	}
	l.follow(&u, []float64{10, 20})
	require.Equal(t, []float64{7, -7, 0, 20, 5, -5, 0, 40}, seen)
	require.Equal(t, []float32{0, 1, 2, 3, 4, 50, 6, 7}, l.weight)
	require.Equal(t, []float32{0, 0, -1, 0, -2, 0, -3, 0, -4, 0, -5, 9, -6, 0, -7, 0}, l.state)
}

func TestActivations(t *testing.T) {
	z := []float32{-2, 0, 0.5}
	tanh.apply(z)
	require.InDeltaSlice(t, []float64{math.Tanh(-2), 0, math.Tanh(0.5)}, z, 1e-7)
	require.InDelta(t, 1-math.Pow(math.Tanh(0.5), 2), tanh.derivative(float64(z[2])), 1e-7)
	z = []float32{-2, 0, 0.5}
	relu.apply(z)
	require.Equal(t, []float32{0, 0, 0.5}, z)
	require.Equal(t, []float64{0, 0, 1}, []float64{relu.derivative(0), relu.derivative(0), relu.derivative(0.5)})
}
