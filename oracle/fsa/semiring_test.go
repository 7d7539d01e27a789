package fsa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// In the semiring of weights, sums over all paths are distances to the end.
func TestPathSumsOfWeightsAreDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	tropical := Semiring[Weight]{Zero: Zero(), One: One, Plus: Weight.Plus, Times: Weight.Times}
	compared := 0
	for range 300 {
		m := randomMachine(r, randomOptions{States: 8, Arcs: 3, Symbols: 3, Low: -8, High: 20, Acyclic: true, Dead: 0.1})
		sums, err := PathSums(m, tropical, func(_ State, a Arc) Weight { return a.Weight }, func(_ State, w Weight) Weight { return w })
		require.NoError(t, err)
		distances, err := DistancesTo(m)
		require.NoError(t, err)
		require.Equal(t, distances, sums)
		compared += m.Len()
	}
	require.Greater(t, compared, 1000)
}

func TestPathSumsErrors(t *testing.T) {
	number := Semiring[int]{One: 1, Plus: func(a, b int) int { return a + b }, Times: func(a, b int) int { return a * b }}
	arc, final := func(State, Arc) int { return 1 }, func(State, Weight) int { return 1 }
	cycle := Linear(1)
	cycle.Add(1, 1, One, 0)
	_, err := PathSums(cycle, number, arc, final)
	require.ErrorIs(t, err, ErrCyclic)
	bad := Linear(1)
	bad.SetFinal(1, -Zero())
	_, err = PathSums(bad, number, arc, final)
	require.ErrorIs(t, err, ErrWeight)
}
