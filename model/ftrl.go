package model

import (
	"math"

	"parser/model/option"
)

// FTRL is FTRL-proximal, follow the regularised leader with a rate for each
// coordinate and L1 and L2 regularisation (McMahan et al. 2013, algorithm 1), on
// the loss of a reduction:
//
//	σ_i = (√(n_i + g_i²) − √n_i) / α
//	z_i ← z_i + g_i − σ_i w_i,   n_i ← n_i + g_i²
//	w_i = 0                                                  if |z_i| ≤ λ₁
//	w_i = −(z_i − sgn(z_i) λ₁) / ((β + √n_i) / α + λ₂)       otherwise
type FTRL struct {
	Rate   float64 // α, above 0; 0.1 by default
	Beta   float64 // β, above 0; 1 by default
	L1, L2 float64 // λ₁ and λ₂, 0 by default
	Reduced
}

func (f *FTRL) options() option.List {
	own := append(option.List{rateOf(&f.Rate, 0.1), betaOf(&f.Beta, 1).Positive()}, lambdasOf(&f.L1, &f.L2)...)
	return f.Reduced.options(own, nil)
}

// New implements Maker.
func (f FTRL) New(classes int) (Learner, error) {
	if err := check(f.options(), classes); err != nil {
		return nil, err
	}
	return f.descent(classes, plan{updater: ftrl{f.Rate, f.Beta, f.L1, f.L2}})
}

func lambdasOf(l1, l2 *float64) option.List {
	return option.List{
		option.Of("l1", l1, 0, "`LAMBDA` of the absolute weights").Single(),
		option.Of("l2", l2, 0, "`LAMBDA` of the squared weights").Single(),
	}
}

type ftrl struct{ alpha, beta, l1, l2 float64 }

var _ stepper = ftrl{}

func (ftrl) width() int { return 2 } // z, n

// begin sets z so that w is the weight that it stands for.
func (f ftrl) begin(state, w []float32) {
	for i, w := range w {
		if w != 0 {
			z := -float64(w)*(f.beta/f.alpha+f.l2) - math.Copysign(f.l1, float64(w))
			state[2*i], state[2*i+1] = small(z), 0
		}
	}
}

func (f ftrl) step(w, state []float32, g []float64) {
	for i, g := range g {
		z, n := float64(state[2*i]), float64(state[2*i+1])
		sigma := (math.Sqrt(n+g*g) - math.Sqrt(n)) / f.alpha
		z, n = z+g-sigma*float64(w[i]), n+g*g
		w[i], state[2*i], state[2*i+1] = f.weight(z, n), small(z), small(n)
	}
}

// weight returns the minimiser that z and n stand for.
func (f ftrl) weight(z, n float64) float32 {
	if math.Abs(z) <= f.l1 {
		return 0
	}
	return bounded(-(z - math.Copysign(f.l1, z)) / ((f.beta+math.Sqrt(n))/f.alpha + f.l2))
}
