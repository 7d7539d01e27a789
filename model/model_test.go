package model

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/compact"
)

func TestBest(t *testing.T) {
	scores := []float32{1, 3, -2, 3, 0}
	for _, test := range []struct {
		why     string
		classes []Class
		best    Class
	}{
		{"the highest score", []Class{0, 1, 2}, 1},
		{"only among the classes", []Class{0, 2, 4}, 0},
		{"one class", []Class{2}, 2},
		{"ties go to the one offered first", []Class{0, 3, 1}, 3},
		{"ties go to the one offered first", []Class{1, 3}, 1},
	} {
		require.Equal(t, test.best, Best(test.classes, scores), test.why)
	}
}

// Best agrees with its definition, for numbers of classes that fill groups and others, with many
// ties.
func TestBestOfMany(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		scores := make([]float32, 1+random.IntN(40))
		for k := range scores {
			scores[k] = float32(random.IntN(6) - 3)
		}
		var classes []Class
		for _, k := range random.Perm(len(scores))[random.IntN(len(scores)):] {
			classes = append(classes, Class(k))
		}
		best := classes[0]
		for _, k := range classes {
			if scores[k] > scores[best] {
				best = k
			}
		}
		require.Equal(t, best, Best(classes, scores), "%v of %v", classes, scores)
	}
}

func TestDecision(t *testing.T) {
	scores := []float32{1, 3, -2, 3, 0}
	for _, test := range []struct {
		why      string
		classes  []Class
		costs    []float32
		cheapest Class
	}{
		{"the least cost, whatever the scores", []Class{0, 1, 2}, []float32{2, 2, 0}, 2},
		{"the highest score among the cheapest", []Class{2, 0, 1}, []float32{0, 0, 1}, 0},
		{"the least cost need not be 0", []Class{1, 2, 0}, []float32{4, 3, 3}, 0},
		{"ties go to the one offered first", []Class{3, 1, 0}, []float32{1, 1, 1}, 3},
		{"one class", []Class{4}, []float32{7}, 4},
		{"the best score costs most", []Class{2, 0, 3, 1, 4}, []float32{-1, 0, 3, 2, 1}, 2},
	} {
		d := Decision{Classes: test.classes, Costs: test.costs}
		require.Equal(t, test.cheapest, d.Cheapest(scores), test.why)
		regret := d.Cost(Best(d.Classes, scores)) - d.Cost(d.Cheapest(scores))
		require.Equal(t, regret, d.Regret(scores), test.why)
		for i, k := range test.classes {
			require.Equal(t, test.costs[i], d.Cost(k))
		}
	}
}

// Shrink leaves alone what is not linear or is small already.
func TestShrinkOthers(t *testing.T) {
	_, l := trained(1, 3)
	s := Shrink(l)
	require.IsType(t, &compact.Quantized{}, s)
	require.Same(t, s, Shrink(s))
	n := &network{}
	require.Same(t, n, Shrink(n))
}
