package model

import (
	"math"

	"parser/model/option"
)

// SGD is plain stochastic gradient descent on the loss of a reduction, with a constant
// rate η:
//
//	w_i ← w_i − η g_i.
type SGD struct {
	Rate float64 // η, above 0; 0.02 by default
	Reduced
}

func (s *SGD) options() option.List {
	return s.Reduced.options(option.List{rateOf(&s.Rate, 0.02)}, nil)
}

// New implements Maker.
func (s SGD) New(classes int) (Learner, error) {
	if err := check(s.options(), classes); err != nil {
		return nil, err
	}
	return s.descent(classes, plan{updater: sgd{s.Rate}})
}

type sgd struct{ rate float64 }

var _ metric = sgd{}

func (sgd) width() int           { return 0 }
func (sgd) begin(_, _ []float32) {}
func (s sgd) rates(dst []float64, _ []float32, _ []float64) {
	for i := range dst {
		dst[i] = s.rate
	}
}

// SGDPlus is stochastic gradient descent whose updates are adaptive (see adagrad),
// normalised (see norms) and importance-invariant (see gradient.flow), the metric
// being constant during one update; so no rate η is too large for one decision.
type SGDPlus struct {
	Rate float64 // η, above 0; 4 by default
	Beta float64 // β; 3 by default
	Reduced
}

func (s *SGDPlus) options() option.List {
	return s.Reduced.options(option.List{rateOf(&s.Rate, 4), betaOf(&s.Beta, 3)}, nil)
}

// New implements Maker.
func (s SGDPlus) New(classes int) (Learner, error) {
	if err := check(s.options(), classes); err != nil {
		return nil, err
	}
	return s.descent(classes, sgdPlus(s.Rate, s.Beta))
}

func sgdPlus(rate, beta float64) plan { return plan{adagrad{rate, beta}, true, &norms{}} }

// adagrad is AdaGrad with a diagonal metric (Duchi,
// Hazan & Singer 2011, figure 1, with β for their δ),
//
//	G_i ← G_i + g_i²,   w_i ← w_i − η g_i / (β + √G_i).
//
// With β = 0 a weight moves by η when it is first changed, however small the
// derivative: rare features learn decisions by heart.
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
