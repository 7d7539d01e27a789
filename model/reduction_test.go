package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// everyReduction calls law for each reduction at two scales of cost.
func everyReduction(t *testing.T, law func(t *testing.T, r reduction)) {
	for _, scale := range []float64{0, 1.5} {
		for _, r := range reductions(scale) {
			t.Run(r.name, func(t *testing.T) { law(t, r) })
		}
	}
}

// reductionOf returns the reduction of a name.
func reductionOf(name string, scale float64) reduction {
	all := reductions(scale)
	return all[slices.IndexFunc(all, func(r reduction) bool { return r.name == name })]
}

// problem returns random scores and costs as reductions take them.
func problem(random *rand.Rand) (s, c []float64) {
	for range 2 + random.IntN(6) {
		s, c = append(s, random.NormFloat64()), append(c, float64(random.IntN(4)))
	}
	c[random.IntN(len(c))] = 0
	return s, c
}

func lossAt(r reduction, s, c []float64) float64 { return r.derive(make([]float64, len(s)), s, c) }

func gradientAt(r reduction, s, c []float64) []float64 {
	g := make([]float64, len(s))
	r.derive(g, s, c)
	return g
}

// along returns s + h·v.
func along(s, v []float64, h float64) []float64 {
	moved := make([]float64, len(s))
	for i := range s {
		moved[i] = s[i] + h*v[i]
	}
	return moved
}

// The derivatives are those of the loss, by central differences.
func TestReductionGradients(t *testing.T) {
	const h = 1e-5
	everyReduction(t, func(t *testing.T, r reduction) {
		random := rand.New(rand.NewPCG(1, 1))
		for range 500 {
			s, c := problem(random)
			g := gradientAt(r, s, c)
			for i := range s {
				unit := make([]float64, len(s))
				unit[i] = 1
				slope := (lossAt(r, along(s, unit, h), c) - lossAt(r, along(s, unit, -h), c)) / (2 * h)
				require.InDelta(t, slope, g[i], 1e-4, "%v %v", s, c)
			}
		}
	})
}

// The loss never rises above the parabola of the curvature. So the descent lemma holds, and no
// update overshoots. Linear pieces have no curvature.
func TestReductionCurvature(t *testing.T) {
	everyReduction(t, func(t *testing.T, r reduction) {
		random := rand.New(rand.NewPCG(2, 1))
		for range 2000 {
			s, c := problem(random)
			g, h, v := gradientAt(r, s, c), make([]float64, len(s)), make([]float64, len(s))
			r.curvature(h, c)
			parabola := lossAt(r, s, c)
			for i := range v {
				v[i] = 3 * random.NormFloat64()
				if h[i] == 0 && !r.exact {
					v[i] = 0 // no pair depends on it
				}
				parabola += g[i]*v[i] + h[i]*v[i]*v[i]/2
			}
			if r.name == "hinge" {
				require.Equal(t, make([]float64, len(s)), h)
				continue
			}
			require.LessOrEqual(t, lossAt(r, along(s, v, 1), c), parabola+1e-9, "%v %v %v", s, c, v)
		}
	})
}

// Losses are 0 if every cheaper class is far ahead, and above 0 if no cheaper class is; derivatives
// add up to 0 if only differences of scores count.
func TestReductionLosses(t *testing.T) {
	everyReduction(t, func(t *testing.T, r reduction) {
		if r.name == "csoaa" {
			require.Zero(t, lossAt(r, []float64{0, -1, -3}, []float64{0, 1, 3}))
			return
		}
		require.InDelta(t, 0, lossAt(r, []float64{60, 0, -60}, []float64{0, 1, 2}), 1e-9)
		require.Greater(t, lossAt(r, []float64{0, 0, 0}, []float64{0, 1, 2}), 0.1)
		random := rand.New(rand.NewPCG(3, 1))
		for range 100 {
			s, c := problem(random)
			sum := 0.0
			for _, g := range gradientAt(r, s, c) {
				sum += g
			}
			require.InDelta(t, 0, sum, 1e-9)
			require.InDelta(t, lossAt(r, s, c), lossAt(r, along(s, ones(len(s)), 5), c), 1e-9)
		}
	})
}

func ones(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

// Worked by hand.
func TestReductionValues(t *testing.T) {
	e := math.E
	for _, test := range []struct {
		why  string
		r    reduction
		s, c []float64
		loss float64
		g    []float64
	}{
		{"½(1 + 9)", reductionOf("csoaa", 1), []float64{1, 1, 0}, []float64{0, 2, 0}, 5, []float64{1, 3, 0}},
		{"pairs 0–1 (weight 2, z = −1), 0–2 (1, ½) and 2–1 (1, −1½), halved", reductionOf("wap", 1),
			[]float64{1, 2, 0.5}, []float64{0, 2, 1}, (2*1.5 + 0.125 + 2) / 2,
			[]float64{-(2 + 0.5) / 2, (2 + 1.) / 2, (0.5 - 1) / 2}},
		{"log 2", reductionOf("multiclass", 1), []float64{0, 0}, []float64{0, 9}, math.Log(2), []float64{-0.5, 0.5}},
		{"the cheapest that scores best is right", reductionOf("multiclass", 1), []float64{0, 1}, []float64{0, 0},
			math.Log(1 + 1/e), []float64{1 / (1 + e), -1 / (1 + e)}},
		{"a margin of 1: log(1 + e)", reductionOf("softmax", 0.5), []float64{0, 0}, []float64{0, 2}, math.Log(1 + e), []float64{-e / (1 + e), e / (1 + e)}},
		{"two right ones: log 3/2", reductionOf("softmax", 0), []float64{0, 0, 0}, []float64{0, 0, 5}, math.Log(1.5), []float64{-1. / 6, -1. / 6, 1. / 3}},
		{"class 2 is the worst: 0 + 3 − 1", reductionOf("hinge", 1), []float64{1, 1.5, 0}, []float64{0, 1, 3}, 2, []float64{-1, 0, 1}},
		{"scale 0: 1.5 + 1 − 1", reductionOf("hinge", 0), []float64{1, 1.5, 0}, []float64{0, 1, 3}, 1.5, []float64{-1, 1, 0}},
		{"far enough", reductionOf("hinge", 1), []float64{5, 1, 0}, []float64{0, 1, 3}, 0, []float64{0, 0, 0}},
	} {
		require.InDelta(t, test.loss, lossAt(test.r, test.s, test.c), 1e-12, "%s: %s", test.r.name, test.why)
		require.InDeltaSlice(t, test.g, gradientAt(test.r, test.s, test.c), 1e-12, "%s: %s", test.r.name, test.why)
	}
}

// Regression is consistent: if the same features come with different costs, its scores prefer the
// class of least mean cost, here class 1, which is never the cheapest. Log loss on the cheapest
// class cannot know that.
func TestRegressionIsConsistent(t *testing.T) {
	for name, best := range map[string]Class{"csoaa": 1, "multiclass": 0} {
		l := made(t, "sgd", 3, func(s *Spec) { set(s, "reduction", name, "rate", 0.02, "drop", 0) })
		all := []Class{0, 1, 2}
		for range 300 {
			learned(l, &Decision{[]uint64{1}, all, []float32{0, 1, 5}}, &Decision{[]uint64{1}, all, []float32{0, 1, 5}},
				&Decision{[]uint64{1}, all, []float32{5, 1, 0}})
		}
		require.Equal(t, best, Best(all, scoresOf(l, []uint64{1})), name)
	}
}
