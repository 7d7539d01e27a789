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
	l := layer{3, part{weights: &weights{average: true}}}
	for i := range 2 {
		l.add(sgd{1}, func(k int) float32 { return float32(10*i + k) })
	}
	sums, times := make([]float64, 6), 0.0
	count := func() {
		times++
		for i, w := range l.dense {
			sums[i] += float64(w)
		}
	}
	count()
	for time := range 20 {
		if random.IntN(3) > 0 {
			at := random.IntN(6)
			l.time = float64(time + 1)
			l.set(uint32(at), l.dense[at]+float32(random.NormFloat64()))
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

// What is fetched and put back again changes nothing; what is changed arrives
// where it belongs.
func TestLayerColumns(t *testing.T) {
	l := layer{4, part{weights: &weights{width: 2}}}
	for i := range 2 {
		l.add(ftrl{1, 1, 0, 0}, func(k int) float32 { return float32(4*i + k) })
	}
	weights, state := append([]float32(nil), l.dense...), append([]float32(nil), l.state...)
	l.rows, l.values = []int{1}, []float32{2}
	l.open([]Class{3, 1})
	l.fetch(0, []float64{10, 20})
	require.Equal(t, []float64{20, 40}, l.g)
	require.Equal(t, []float32{7, 5}, l.w)
	require.Equal(t, []float32{-7, 0, -5, 0}, l.now)
	l.put(0)
	require.Equal(t, weights, l.dense)
	require.Equal(t, state, l.state)
	l.step(changer{}, []float64{0, 1})
	require.Equal(t, []float32{0, 1, 2, 3, 4, 50, 6, 7}, l.dense)
	require.Equal(t, float32(9), l.state[(4+1)*2+1])
}

// changer sets the second weight to 50 and the last number of its state to 9.
type changer struct{ ftrl }

func (changer) step(w, state []float32, _ []float64) { w[1], state[3] = 50, 9 }

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
