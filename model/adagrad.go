package model

import "math"

// adagrad is the adaptive part of sgd+: AdaGrad with a diagonal metric (Duchi,
// Hazan & Singer 2011, figure 1, with β for their δ),
//
//	G_i ← G_i + g_i²,   w_i ← w_i − η g_i / (β + √G_i).
//
// With β = 0 a weight moves by η when it is first changed, however small the
// derivative: rare features learn decisions by heart.
//
// sgd+ is this together with normalised features (see norms) and
// importance-invariant updates (see slope.flow), the metric being constant during
// one update; so no rate η is too large for one decision.
type adagrad struct{ rate, beta float64 }

var _ metric = adagrad{}

func (adagrad) width() int           { return 1 }
func (adagrad) begin(_, _ []float32) {}

func (a adagrad) rates(dst []float64, state []float32, g []float64) {
	for i := range dst {
		sum := float64(state[i]) + g[i]*g[i]
		state[i], dst[i] = small(sum), 0
		if sum > 0 {
			dst[i] = a.rate / (a.beta + math.Sqrt(sum))
		}
	}
}
