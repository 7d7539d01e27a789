package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a layer freezes is the mean of its weights, the initial ones included.
func TestLayerAverages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	l := layer{columns: 3, updater: sgd{1}, average: true}
	for i := range 2 {
		l.add(func(k int) float32 { return float32(10*i + k) })
	}
	sums, times := make([]float64, 6), 0.0
	count := func() {
		times++
		for i, w := range l.weights {
			sums[i] += float64(w)
		}
	}
	count()
	for time := range 20 {
		if random.IntN(3) > 0 {
			at := random.IntN(6)
			l.set(at, l.weights[at]+float32(random.NormFloat64()), float64(time+1))
		}
		count()
	}
	for i := range 2 {
		for k, w := range l.frozen(nil, i, 20) {
			require.InDelta(t, sums[3*i+k]/times, w, 1e-5)
		}
	}
	l.average = false
	require.Equal(t, append([]float32{9}, l.row(1)...), l.frozen([]float32{9}, 1, 20))
}

// What is fetched and put back again changes nothing; what is changed arrives
// where it belongs.
func TestLayerColumns(t *testing.T) {
	l := layer{columns: 4, updater: ftrl{1, 1, 0, 0}}
	for i := range 2 {
		l.add(func(k int) float32 { return float32(4*i + k) })
	}
	weights, state := append([]float32(nil), l.weights...), append([]float32(nil), l.state...)
	var some load
	columns := []Class{3, 1}
	l.fetch(&some, 1, columns)
	require.Equal(t, []float32{7, 5}, some.w)
	require.Equal(t, []float32{-7, 0, -5, 0}, some.now)
	l.put(&some, 1, columns, 1)
	require.Equal(t, weights, l.weights)
	require.Equal(t, state, l.state)
	some.w[1], some.now[3] = 50, 9
	l.put(&some, 1, columns, 1)
	require.Equal(t, []float32{0, 1, 2, 3, 4, 50, 6, 7}, l.weights)
	require.Equal(t, float32(9), l.state[(4+1)*2+1])
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
