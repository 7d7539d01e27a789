package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/compact"
)

// Worked by hand: regression on the costs 2, 0, 2 of feature 1, g = (2, 0, 2).
func TestGradientUpdates(t *testing.T) {
	once := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{2, 0, 2}}
	twice := &Decision{Features: []uint64{1, 1}, Classes: once.Classes, Costs: once.Costs}
	pair := &Decision{Features: []uint64{1, 2}, Classes: once.Classes, Costs: once.Costs}
	for _, test := range []struct {
		why       string
		learner   string
		change    func(s *Spec)
		decisions []*Decision
		want      float64 // of classes 0 and 2
	}{
		{"ηg", "sgd", func(s *Spec) { set(s, "rate", 0.1) }, []*Decision{once}, -0.2},
		{"g = 2 − 0.2", "sgd", func(s *Spec) { set(s, "rate", 0.1) }, []*Decision{once, once}, -0.38},
		{"x = 2", "sgd", func(s *Spec) { set(s, "rate", 0.1) }, []*Decision{twice}, -0.4},
		{"dropped", "sgd", func(s *Spec) { set(s, "rate", 0.1, "drop", 3) }, []*Decision{once}, 0},
		{"G = 4, ρ = q = ½/2, a step of 2(1 − e^−q)", "sgd+", func(s *Spec) { set(s, "rate", 0.5, "beta", 0) }, []*Decision{once}, -2 * (1 - math.Exp(-0.25))},
		{"s = 2, G = 16, ρ = ½/(2·4), q = 4ρ, s₀ = 2w", "sgd+", func(s *Spec) { set(s, "rate", 0.5, "beta", 0) }, []*Decision{twice}, -1 * (1 - math.Exp(-0.25))},
		{"N = 2, ρ = √½·½/2, q = 2ρ, half a step for each", "sgd+", func(s *Spec) { set(s, "rate", 0.5, "beta", 0) },
			[]*Decision{pair}, -(1 - math.Exp(-math.Sqrt(0.5)/2))},
		{"no overshooting", "sgd+", func(s *Spec) { set(s, "rate", 1e9, "beta", 0) }, []*Decision{once}, -2},
		{"z = 2, n = 4, w = −2/((1 + 2)/α)", "ftrl", func(s *Spec) {}, []*Decision{once}, -2. / 30},
		{"λ₁ = ½, λ₂ = 1", "ftrl", func(s *Spec) { set(s, "l1", 0.5, "l2", 1) }, []*Decision{once}, -1.5 / 31},
		{"λ₁ > |z|", "ftrl", func(s *Spec) { set(s, "l1", 3) }, []*Decision{once}, 0},
		{"x = 2: z = 4, n = 16", "ftrl", func(s *Spec) {}, []*Decision{twice}, -4. / 50},
	} {
		l := made(t, test.learner, 3, func(s *Spec) { set(s, "reduction", "csoaa", "drop", 0); test.change(s) })
		require.InDeltaSlice(t, []float64{test.want, 0, test.want}, learned(l, test.decisions...), 1e-6, "%s: %s", test.learner, test.why)
	}
}

// The weights of a feature that is present more often than ever before shrink by the ratio, here
// s from 1 to 2, before an update at the new scale.
func TestNormalisedFeaturesRescale(t *testing.T) {
	one := &Decision{Features: []uint64{1}, Classes: []Class{0, 1}, Costs: []float32{2, 0}}
	l := made(t, "sgd+", 2, func(s *Spec) { set(s, "reduction", "csoaa", "drop", 0, "rate", 0.5, "beta", 0) })
	w := float64(learned(l, one)[0])
	three := &Decision{Features: []uint64{1, 1, 1}, Classes: []Class{0, 1}, Costs: []float32{2, 0}}
	g := 3 * (3*w + 2)
	rate := 0.5 / 3 / math.Sqrt(4+g*g) // √(t/N) = √(2/2)
	want := w/3 - (3*w+2)*(1-math.Exp(-9*rate))/3
	require.InDelta(t, want, learned(l, three)[0], 1e-6)
	require.Equal(t, float32(3), l.(*descent).norms.scales[1])
}

// mapped is a twin of the gradient learners for regression: the formulas over maps, with a pass
// over the features for each formula.
type mapped struct {
	weights, n, z map[weightOf]float64
	scale         map[uint64]float64
	t, total      float64
}

func (m *mapped) learn(name string, d *Decision, scores []float32) {
	x := map[uint64]float64{}
	for _, f := range d.Features {
		x[f]++
	}
	if name == "sgd+" {
		m.t++
		for f, v := range x {
			if s := m.scale[f]; v > s {
				for k := range Class(someClasses) {
					m.weights[weightOf{f, k}] *= s / v
				}
				m.scale[f] = v
			}
			m.total += v * v / m.scale[f] / m.scale[f]
		}
	}
	least := d.Costs[0]
	for _, c := range d.Costs {
		least = min(least, c)
	}
	for i, k := range d.Classes {
		if g := float64(scores[k]) + float64(d.Costs[i]-least); g != 0 {
			m.learnClass(name, x, k, g)
		}
	}
}

func (m *mapped) learnClass(name string, x map[uint64]float64, k Class, g float64) {
	rates, q := map[uint64]float64{}, 0.0
	for f, v := range x {
		w := weightOf{f, k}
		switch name {
		case "sgd":
			m.weights[w] -= 0.004 * g * v
		case "ftrl":
			before := m.n[w]
			m.n[w] += g * g * v * v
			m.z[w] += g*v - (math.Sqrt(m.n[w])-math.Sqrt(before))/0.1*m.weights[w]
			m.weights[w] = 0
			if z := m.z[w]; math.Abs(z) > 0.25 {
				m.weights[w] = -(z - math.Copysign(0.25, z)) / ((1+math.Sqrt(m.n[w]))/0.1 + 2)
			}
		case "sgd+":
			m.n[w] += g * g * v * v
			rates[f] = 0.5 * math.Sqrt(m.t/m.total) / m.scale[f] / (0.25 + math.Sqrt(m.n[w]))
			q += v * v * rates[f]
		}
	}
	for f, rate := range rates {
		m.weights[weightOf{f, k}] -= rate * x[f] * g * (1 - math.Exp(-q)) / q
	}
}

func TestGradientLearnersEqualTheirTwins(t *testing.T) {
	for _, name := range []string{"sgd", "sgd+", "ftrl"} {
		l := made(t, name, someClasses, func(s *Spec) {
			set(s, "reduction", "csoaa", "drop", 0)
			switch name {
			case "sgd":
				set(s, "rate", 0.004)
			case "sgd+":
				set(s, "rate", 0.5, "beta", 0.25)
			case "ftrl":
				set(s, "l1", 0.25, "l2", 2)
			}
		})
		twin := &mapped{map[weightOf]float64{}, map[weightOf]float64{}, map[weightOf]float64{}, map[uint64]float64{}, 0, 0}
		for _, d := range randomDecisions(8, 200) {
			scores := scoresOf(l, d.Features)
			for k, x := range scores {
				want := 0.0
				for _, f := range d.Features {
					want += twin.weights[weightOf{f, Class(k)}]
				}
				require.InDelta(t, want, x, 1e-3*max(1, math.Abs(want)), name)
			}
			l.Learn(d, scores)
			twin.learn(name, d, scores)
		}
		got := weightsOf(t, l.Freeze().(*compact.Linear))
		for w, x := range twin.weights {
			require.InDelta(t, x, got[w], 1e-4, name)
		}
	}
}

// L1 sets useless weights to exactly 0.
func TestL1MakesModelsSparse(t *testing.T) {
	cells := func(l1 float64) int {
		s := specOf(t, "ftrl")
		set(&s, "l1", l1)
		return teach(t, s, 6, separable(3, 500), nil).Freeze().(*compact.Linear).Weights()
	}
	require.Less(t, cells(8), cells(0)*2/3)
	require.Zero(t, cells(1e6))
}

// drifting returns decisions whose costs vary around means that depend on two features, and the
// means.
func drifting(n int) (decisions []*Decision, means [2][3]float64) {
	random := rand.New(rand.NewPCG(9, 9))
	var counts [2]float64
	for range n {
		f := random.IntN(2)
		d := &Decision{Features: []uint64{uint64(f)}, Classes: []Class{0, 1, 2}, Costs: []float32{0, 1 + random.Float32(), float32(f) + 2*random.Float32()}}
		counts[f]++
		for k, c := range d.Costs {
			means[f][k] += float64(c)
		}
		decisions = append(decisions, d)
	}
	for f := range means {
		for k := range means[f] {
			means[f][k] /= counts[f]
		}
	}
	return decisions, means
}

// Regression converges to least squares, that is, to the mean costs.
func TestRegressionConverges(t *testing.T) {
	decisions, means := drifting(2000)
	for name, rate := range map[string]float64{"sgd": 0.05, "sgd+": 0.5, "ftrl": 0.5} {
		s := specOf(t, name)
		set(&s, "reduction", "csoaa", "rate", rate, "drop", 0, "average", true)
		l := teach(t, s, 3, decisions, nil).Freeze()
		for f := range means {
			for k, x := range scoresOf(l, []uint64{uint64(f)}) {
				require.InDelta(t, -means[f][k], x, 0.1, "%s", name)
			}
		}
	}
}

// Regret of online regression against the best fixed weights keeps its bound: for
// AdaGrad (Duchi, Hazan & Singer 2011, theorem 5) and likewise for FTRL-proximal
// (McMahan & Streeter 2010), with |w_t − w*| ≤ D,
//
//	R(T) ≤ Σ_i (D² / 2η + η) √(Σ_t g_ti²) + Σ_i β D² / 2η.
func TestRegret(t *testing.T) {
	const rate, beta = 0.5, 1.0
	decisions, means := drifting(3000)
	for name, update := range map[string]updater{"adagrad": adagrad(rate, beta), "ftrl": ftrlUpdate(rate, beta, 0, 0)} {
		l := (&reduced{Reduction: "csoaa"}).descent(3, update)
		regret, far := 0.0, 0.0
		squares := map[weightOf]float64{}
		for _, d := range decisions {
			f := d.Features[0]
			scores := scoresOf(l, d.Features)
			for k, c := range d.Costs {
				now, best := float64(scores[k])+float64(c), float64(c)-means[f][k]
				regret += (now*now - best*best) / 2
				squares[weightOf{f, Class(k)}] += now * now
				far = max(far, math.Abs(float64(scores[k])+means[f][k]))
			}
			l.Learn(d, scores)
		}
		bound := 0.0
		for _, sum := range squares {
			bound += (far*far/2/rate+rate)*math.Sqrt(sum) + beta*far*far/2/rate
		}
		require.Less(t, regret, bound, "%s", name)
		require.Less(t, regret/float64(len(decisions)), 0.05, "%s: regret grows slower than time", name)
		require.Positive(t, regret)
	}
}

// AdaGrad's rates, with β = 0, do not depend on the scale of the derivatives, and FTRL without
// regularisation is AdaGrad with β added to the root (McMahan et al. 2013).
func TestRates(t *testing.T) {
	rates := func(g, beta float64) []float64 {
		a, state, last := adagrad(0.5, beta), make([]float32, 2), make([]float64, 2)
		for _, slopes := range [][]float64{{g, 3 * g}, {2 * g, 0}} {
			for i, slope := range slopes {
				last[i] = a.rate(state[i:i+1], slope)
			}
		}
		return []float64{last[0] * g, last[1] * g}
	}
	require.InDeltaSlice(t, []float64{0.5 / math.Sqrt(5), 0.5 / 3}, rates(1, 0), 1e-7)
	require.InDeltaSlice(t, []float64{0.5 / math.Sqrt(5), 0.5 / 3}, rates(1e9, 0), 1e-7)
	require.InDeltaSlice(t, []float64{0.5 / (2 + math.Sqrt(5)), 0.5 / (2 + 3)}, rates(1, 2), 1e-7)
	w, state, want := float32(0), make([]float32, 2), 0.0
	f, sum := ftrlUpdate(0.3, 2, 0, 0), 0.0
	for _, g := range []float64{1, -0.5, 2, 0.25} {
		w = f.step(w, state, g)
		sum += g * g
		want -= 0.3 * g / (2 + math.Sqrt(sum))
		require.InDelta(t, want, w, 1e-6)
	}
}

// Weights that do not start at 0 stay as they are until there is a derivative.
func TestFTRLBegins(t *testing.T) {
	for _, f := range []updater{ftrlUpdate(0.1, 1, 0, 0), ftrlUpdate(0.5, 2, 0.3, 4)} {
		l := layer{columns: 3, weights: weights{width: 2}}
		l.add(&f, func(k int) float32 { return []float32{0.5, 0, -0.25}[k] })
		l.rows, l.values = []int{0}, []float32{1}
		l.open([]Class{0, 1, 2})
		l.follow(&f, make([]float64, 3))
		require.InDeltaSlice(t, []float32{0.5, 0, -0.25}, l.weight, 1e-6)
	}
}
