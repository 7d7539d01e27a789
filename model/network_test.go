package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// everyNetwork calls law for networks of either activation, with and without
// direct connections, of every reduction.
func everyNetwork(t *testing.T, law func(t *testing.T, s Spec)) {
	for _, activation := range []string{"tanh", "relu"} {
		for _, direct := range []bool{false, true} {
			for _, reduction := range reductionNames() {
				for _, own := range []bool{false, true} {
					s := specOf(t, "nn")
					set(&s, "activation", activation, "direct", direct, "reduction", reduction, "drop", 0, "own-units", own)
					t.Run(activation+"/"+reduction, func(t *testing.T) { law(t, s) })
				}
			}
		}
	}
}

// warm returns a network of someClasses that has learned a little by SGD.
func warm(t testing.TB, s Spec) *descent {
	set(&s, "update", "sgd", "rate", 0.02)
	return teach(t, s, someClasses, randomDecisions(11, 60), nil).(*descent)
}

// lossOf computes the loss of a decision from the weights by definition, in float64.
func (n *descent) lossOf(d *Decision) float64 {
	z := make([]float64, n.in.columns)
	for j, w := range n.in.row(0) {
		z[j] = float64(w)
	}
	s := make([]float64, n.classes)
	for _, f := range d.Features {
		row := n.index.Add(f) + 1
		for j, w := range n.in.row(row) {
			z[j] += float64(w)
		}
		for k, at := range n.cells(row) {
			s[k] += float64(n.matrix.weight[at])
		}
	}
	for k := range s {
		units := len(n.out.rows) - 1
		for j := range units {
			h := math.Tanh(z[j+k*n.apart])
			if n.activation == relu {
				h = max(0, z[j+k*n.apart])
			}
			s[k] += h * float64(n.out.row(j)[k])
		}
		s[k] += float64(n.out.row(units)[k])
	}
	var offered, c []float64
	for i, k := range d.Classes {
		offered, c = append(offered, s[k]), append(c, float64(d.Costs[i]-slices.Min(d.Costs)))
	}
	return lossAt(n.gradient.reduction, offered, c)
}

// weightsAll lists every weight of the network.
func (n *descent) weightsAll() []*float32 {
	var all []*float32
	for _, weights := range [][]float32{n.in.weight, n.out.weight, n.matrix.weight} {
		for i := range weights {
			all = append(all, &weights[i])
		}
	}
	return all
}

// One step of SGD moves every weight, of either layer, the biases and the direct
// ones, by −η times the derivative of the loss, by central differences.
func TestNetworkGradients(t *testing.T) {
	const h, rate = 2e-4, 1.0 / 64
	everyNetwork(t, func(t *testing.T, s Spec) {
		n := warm(t, s)
		n.update = sgdUpdate(rate)
		for _, d := range randomDecisions(12, 3) {
			n.enrol(d.Features)
			if n.direct {
				n.take(d.Features, d.Classes) // so that all cells are there
			}
			all := n.weightsAll()
			random := rand.New(rand.NewPCG(1, uint64(len(d.Features))))
			var chosen []int
			var slopes []float64
			for range 150 {
				i := random.IntN(len(all))
				before := *all[i]
				*all[i] = before + h
				up, high := n.lossOf(d), float64(*all[i])
				*all[i] = before - h
				down, low := n.lossOf(d), float64(*all[i])
				*all[i] = before
				chosen, slopes = append(chosen, i), append(slopes, (up-down)/(high-low))
			}
			old := make([]float32, len(all))
			for i := range all {
				old[i] = *all[i]
			}
			n.Learn(d, scoresOf(n, d.Features))
			require.Equal(t, len(all), len(n.weightsAll()))
			wrong, largest := 0, 1.0
			for _, slope := range slopes {
				largest = max(largest, math.Abs(slope))
			}
			for c, i := range chosen {
				got := -float64(*n.weightsAll()[i]-old[i]) / rate
				if math.Abs(got-slopes[c]) > 1e-3*math.Abs(slopes[c])+1e-3*largest {
					wrong++
					t.Logf("weight %d: %v, not %v", i, got, slopes[c])
				}
			}
			// With a kink of relu or hinge within h, the difference is no derivative.
			kinks := 0
			if s.Get("activation") == "relu" || s.Get("reduction") == "hinge" || s.Get("reduction") == "wap" {
				kinks = 6
			}
			require.LessOrEqual(t, wrong, kinks)
		}
	})
}

// The scores of the learner follow from its weights by definition.
func TestNetworkScores(t *testing.T) {
	everyNetwork(t, func(t *testing.T, s Spec) {
		n := warm(t, s)
		for _, d := range randomDecisions(13, 20) {
			d.Features = append(d.Features, d.Features[0])
			for _, f := range d.Features {
				n.index.Add(f)
			}
			n.enrol(d.Features)
			scores := scoresOf(n, d.Features)
			var offered, c []float64
			for i, k := range d.Classes {
				offered, c = append(offered, float64(scores[k])), append(c, float64(d.Costs[i]-slices.Min(d.Costs)))
			}
			loss := lossAt(n.gradient.reduction, offered, c)
			require.InDelta(t, n.lossOf(d), loss, 1e-4*max(1, loss))
		}
	})
}

// Updates of sgd+ lower the loss of their decision at any reasonable rate; if the curvature of
// activations prevents that, they do not raise it much.
func TestNetworkUpdatesDoNotOvershoot(t *testing.T) {
	everyNetwork(t, func(t *testing.T, s Spec) {
		for _, value := range []float64{0.01, 0.5, 4} {
			set(&s, "rate", value)
			n := teach(t, s, someClasses, randomDecisions(14, 30), nil).(*descent)
			for _, d := range randomDecisions(15, 30) {
				slices.Sort(d.Features)
				d.Features = slices.Compact(d.Features) // so that no feature gets a new scale
				n.enrol(d.Features)
				before := n.lossOf(d)
				n.Learn(d, scoresOf(n, d.Features))
				require.LessOrEqual(t, n.lossOf(d), 1.05*before+0.05, "rate %v", value)
			}
		}
	})
}

// One update of sgd+ by the formulas: a hidden unit, two classes, and a feature
// that is present twice, so that its scale is 2 and t/N is 1.
func TestNetworkUpdate(t *testing.T) {
	const rate, beta, bias, v, u = 0.5, 0.25, 0.3, 0.2, 0.5
	n := made(t, "nn", 2, func(s *Spec) {
		set(s, "hidden", 1, "direct", false, "reduction", "csoaa", "drop", 0, "rate", rate, "beta", beta)
	}).(*descent)
	n.enrol([]uint64{9})
	copy(n.in.weight, []float32{bias, v})
	copy(n.out.weight, []float32{u, -u, 0, 0})
	d := &Decision{[]uint64{9, 9}, []Class{0, 1}, []float32{2, 0}}
	n.Learn(d, scoresOf(n, d.Features))

	h := math.Tanh(bias + 2*v)
	slope := 1 - h*h
	g := [2]float64{u*h + 2, -u * h}
	delta := math.Abs(slope * u * (g[0] - g[1]))
	rateIn, rateBias := rate/2/(beta+2*delta), rate/(beta+delta)
	reach := 4*rateIn + rateBias
	var tau [2]float64
	for k, g := range g {
		rateOut, rateOutBias := rate/(beta+math.Abs(g*h)), rate/(beta+math.Abs(g))
		q := h*h*rateOut + rateOutBias + slope*slope*reach*u*u
		tau[k] = g * (1 - math.Exp(-q)) / q
		sign := float64(1 - 2*k)
		require.InDelta(t, sign*u-rateOut*tau[k]*h, n.out.row(0)[k], 1e-6)
		require.InDelta(t, -rateOutBias*tau[k], n.out.row(1)[k], 1e-6)
	}
	moved := slope * u * (tau[0] - tau[1])
	require.InDelta(t, bias-rateBias*moved, n.in.row(0)[0], 1e-6)
	require.InDelta(t, v-rateIn*moved*2, n.in.row(1)[0], 1e-6)
}

// Initial weights depend on the seed, not on the order of features, lie in their range, and
// differ.
func TestInitialWeights(t *testing.T) {
	weights := func(seed uint64, features ...uint64) map[uint64][]float32 {
		n := made(t, "nn", 3, func(s *Spec) { set(s, "seed", seed, "hidden", 50) }).(*descent)
		rows := map[uint64][]float32{}
		for _, f := range features {
			n.enrol([]uint64{f})
		}
		for _, f := range features {
			rows[f] = slices.Clone(n.in.row(n.index.Add(f) + 1))
		}
		rows[math.MaxUint64] = slices.Clone(n.out.weight)
		rows[math.MaxUint64-1] = slices.Clone(n.in.row(0))
		return rows
	}
	require.Equal(t, weights(1, 10, 20, 30), weights(1, 30, 10, 20))
	require.NotEqual(t, weights(1, 10), weights(2, 10))
	all := map[float32]bool{}
	count, sum := 0, 0.0
	for f, row := range weights(3, 1, 2, 3, 4, 5, 6, 7, 8) {
		switch f {
		case math.MaxUint64: // of 50 units for 3 classes, and biases
			require.InDelta(t, 1/math.Sqrt(50), slices.Max(row), 0.02)
			require.InDelta(t, -1/math.Sqrt(50), slices.Min(row), 0.02)
			continue
		case math.MaxUint64 - 1:
			require.InDelta(t, 0.5, slices.Max(row), 0.1)
			require.InDelta(t, -0.5, slices.Min(row), 0.1)
			continue
		}
		for _, w := range row {
			require.LessOrEqual(t, math.Abs(float64(w)), spread)
			all[w] = true
			count++
			sum += float64(w)
		}
	}
	require.Greater(t, len(all), count*99/100)
	require.Less(t, math.Abs(sum)/float64(count), spread/10)
}

// With regression and units of its own a class learns as if it were the only one, whatever the other classes cost; and it
// does not learn from decisions that do not offer it. That is one-against-all above a network, as in Vowpal Wabbit.
func TestOwnUnitsLearnAlone(t *testing.T) {
	for _, update := range []string{"sgd", "ftrl"} {
		for _, average := range []bool{false, true} {
			all, alone := made(t, "nn", someClasses, ownUnits(update, average)), made(t, "nn", someClasses, ownUnits(update, average))
			const free, one = 0, 1
			for _, d := range randomDecisions(18, 80) {
				every, few := &Decision{d.Features, []Class{free}, []float32{0}}, &Decision{d.Features, []Class{free}, []float32{0}}
				for i, k := range d.Classes {
					if cost := float32(math.Abs(float64(d.Costs[i]))); k != free {
						every.Classes, every.Costs = append(every.Classes, k), append(every.Costs, cost)
						if k == one {
							few.Classes, few.Costs = append(few.Classes, k), append(few.Costs, cost)
						}
					}
				}
				learned(all, every)
				learned(alone, few)
				require.Equal(t, scoresOf(all, d.Features)[one], scoresOf(alone, d.Features)[one])
			}
			features := randomDecisions(18, 1)[0].Features
			require.NotZero(t, scoresOf(alone, features)[one])
			require.Equal(t, scoresOf(all.Freeze(), features)[one], scoresOf(alone.Freeze(), features)[one])
		}
	}
}

func ownUnits(update string, average bool) func(*Spec) {
	return func(s *Spec) {
		set(s, "own-units", true, "direct", false, "reduction", "csoaa", "drop", 0, "min-updates", 0, "update", update, "rate", 0.05, "average", average)
	}
}

// Exclusive or needs the hidden layer. Each bit has many features, since initial weights suit
// many.
func TestNetworkLearnsExclusiveOr(t *testing.T) {
	for _, name := range []string{"nn", "nn-ftrl"} {
		for _, activation := range []string{"tanh", "relu"} {
			for _, direct := range []bool{false, true} {
				l := made(t, name, 2, func(s *Spec) { set(s, "activation", activation, "direct", direct, "hidden", 20, "rate", 0.1) })
				var decisions []*Decision
				for a := range uint64(2) {
					for b := range uint64(2) {
						d := &Decision{nil, []Class{0, 1}, []float32{float32(a ^ b), float32(1 - a ^ b)}}
						for i := range uint64(50) {
							d.Features = append(d.Features, 4*i+a, 4*i+2+b)
						}
						decisions = append(decisions, d)
					}
				}
				for range 150 {
					learned(l, decisions...)
				}
				for _, d := range decisions {
					require.Zero(t, d.Cost(Best(d.Classes, scoresOf(l, d.Features))), "%s %s %v", name, activation, direct)
				}
			}
		}
	}
}

// Without influence of the hidden units, the direct weights of a network equal those of a linear
// learner.
func TestDirectWeightsAreLinear(t *testing.T) {
	plain := specOf(t, "sgd")
	set(&plain, "rate", 0.03, "drop", 0)
	deep := specOf(t, "nn")
	set(&deep, "update", "sgd", "rate", 0.03, "drop", 0, "direct", true)
	linear, err := plain.New(someClasses)
	require.NoError(t, err)
	both, err := deep.New(someClasses)
	require.NoError(t, err)
	for _, d := range randomDecisions(16, 50) {
		n := both.(*descent)
		clear(n.in.weight)
		clear(n.out.weight)
		want := scoresOf(linear, d.Features)
		require.Equal(t, want, scoresOf(both, d.Features))
		linear.Learn(d, want)
		both.Learn(d, want)
	}
	require.Equal(t, linear.Freeze(), both.(*descent).matrix.freeze())
}

// Many goroutines can score with a frozen network at once.
func TestNetworkIsSafeForConcurrentUse(t *testing.T) {
	for _, hidden := range []int{5, onStack + 1} {
		s := specOf(t, "nn")
		set(&s, "hidden", hidden, "direct", true, "own-units", hidden == 5)
		decisions := randomDecisions(17, 40)
		m := teach(t, s, someClasses, decisions, nil).Freeze()
		var want [][]float32
		for _, d := range decisions {
			want = append(want, scoresOf(m, d.Features))
		}
		done := make(chan bool)
		for range 4 {
			go func() {
				same := true
				for i, d := range decisions {
					same = same && slices.Equal(want[i], scoresOf(m, d.Features))
				}
				done <- same
			}()
		}
		for range 4 {
			require.True(t, <-done)
		}
	}
}
