package model

import (
	"math"

	"parser/model/option"
)

// perceptron is the multiclass perceptron (Collins 2002), averaged (Freund &
// Schapire 1999), with a margin. With g the best class of least cost and p the
// best other class of a decision, it updates if
//
//	w_g·φ − w_p·φ < Margin (or = 0):   w_g ← w_g + φ,   w_p ← w_p − φ.
type perceptron struct {
	Margin float64 // 0, the default, is the plain perceptron
	weightOptions
}

// pa is the passive-aggressive learner PA-I or PA-II for several classes (Crammer, Dekel,
// Keshet, Shalev-Shwartz & Singer 2006): the smallest change of the weights that
// takes the loss ℓ of a decision to 0, tempered by the aggressiveness C. With g
// the best class of least cost, p the best other class, and ℓ by the margin or by
// the difference of their costs (see violation),
//
//	w_g ← w_g + τφ,   w_p ← w_p − τφ,   ‖Φ(g) − Φ(p)‖² = 2‖φ‖²,
//	τ = min(C, ℓ / 2‖φ‖²)       PA-I
//	τ = ℓ / (2‖φ‖² + 1/2C)      PA-II
type pa struct {
	second bool    // whether it is PA-II
	Margin float64 // of the loss, 1 by default; 0 is a margin by cost
	C      float64 // aggressiveness, above 0; 1 by default
	weightOptions
}

// arow is adaptive regularisation of weights for several classes (Crammer,
// Kulesza & Dredze 2013) with a diagonal covariance: every weight is a Gaussian
// of mean w and variance σ, at first 0 and 1. With g the best class of least
// cost, p the best other class and ℓ the loss between them (see violation),
//
//	v = Σ_i x_i² (σ_gi + σ_pi),   β = 1 / (v + r),   α = ℓβ,
//	w_gi ← w_gi + α σ_gi x_i,     w_pi ← w_pi − α σ_pi x_i,
//	σ_ki ← σ_ki − β σ_ki² x_i²    for k = g, p.
//
// v is the variance of the lead of g over p. A large r makes steps small; it is the r of the
// paper, and 1/C of implementations that have a C.
type arow struct {
	Margin float64 // of the loss, 1 by default; 0 is a margin by cost
	R      float64 // r, above 0; 10 by default
	weightOptions
}

func marginOf(field *float64, usual float64) option.Option {
	return option.Of("margin", field, usual, "`NUMBER` by which the right action must win, or there is an update").Within(0, math.MaxFloat32)
}

func (p *perceptron) options() option.List {
	return p.weightOptions.options(true, marginOf(&p.Margin, 0))
}

func (p *pa) options() option.List {
	return p.weightOptions.options(true, marginOf(&p.Margin, 1), option.Of("c", &p.C, 1, "aggressiveness `C`").Positive())
}

func (a *arow) options() option.List {
	return a.weightOptions.options(true, marginOf(&a.Margin, 1), option.Of("r", &a.R, 10, "regularisation `R`").Positive())
}

func (w *weightOptions) pairwise(classes int, margin float64, step func(loss, v float64) (alpha, beta float64)) *pairwise {
	return &pairwise{matrix: w.matrix(classes), margin: margin, step: step}
}

func (p *perceptron) learner(classes int) Learner { return p.pairwise(classes, p.Margin, nil) }

func (p *pa) learner(classes int) Learner {
	return p.pairwise(classes, p.Margin, func(loss, v float64) (alpha, beta float64) {
		if p.second {
			return loss / (v + 1/(2*p.C)), 0
		}
		return min(p.C, loss/v), 0
	})
}

func (a *arow) learner(classes int) Learner {
	l := a.pairwise(classes, a.Margin, func(loss, v float64) (alpha, beta float64) {
		beta = 1 / (v + a.R)
		return loss * beta, beta
	})
	l.width, l.initial = 1, 1 // σ
	return l
}

// violation returns the best class of least cost, g, the best of the others, p, and by how much
// they violate the margin: for a margin above 0
//
//	ℓ = margin − (w_g·φ − w_p·φ)
//
// and for margin 0 the prediction-based, cost-sensitive loss of Crammer et al.
// (2006, section 6), whose margin grows with the difference of costs ρ,
//
//	ℓ = w_p·φ − w_g·φ + √ρ(g, p)   if w_p·φ ≥ w_g·φ, else 0.
//
// An update is due if ℓ > 0.
func violation(d *Decision, scores []float32, margin float64) (good, bad Class, loss float64) {
	good = d.Cheapest(scores)
	least, more, rivals := d.Cost(good), float32(0), false
	for i, k := range d.Classes {
		if d.Costs[i] > least && (!rivals || scores[k] > scores[bad]) {
			bad, more, rivals = k, d.Costs[i], true
		}
	}
	lead := float64(scores[good]) - float64(scores[bad])
	switch {
	case rivals && margin > 0:
		return good, bad, margin - lead
	case !rivals || lead > 0:
		return good, bad, 0
	}
	return good, bad, math.Sqrt(float64(more)-float64(least)) - lead
}

// pairwise is a learner that moves the weights of two classes apart, by the update of arow. With
// β = 0 variances stay 1, and the update is that of PA.
type pairwise struct {
	matrix
	margin float64
	step   func(loss, v float64) (alpha, beta float64) // nil for the perceptron, where α is 1
	pair   [2]Class
}

// Learn makes one update if there is a loss. The perceptron, the usual learner, need not gather
// the features first.
func (p *pairwise) Learn(d *Decision, scores []float32) {
	p.time++
	good, bad, loss := violation(d, scores, p.margin)
	if loss <= 0 {
		return
	}
	if p.step == nil {
		for _, f := range d.Features {
			row := p.touch(f)
			p.move(p.cell(row, good), 1)
			p.move(p.cell(row, bad), -1)
		}
		return
	}
	p.pair = [2]Class{good, bad}
	p.take(d.Features, p.pair[:]) // the places of g and of p, alternating
	v := 0.0
	for i, at := range p.places {
		x := float64(p.values[i/2])
		v += float64(x * x * p.variance(at))
	}
	alpha, beta := p.step(loss, v)
	for i, at := range p.places {
		x, sigma := float64(p.values[i/2]), p.variance(at)
		delta := float64(alpha * sigma * x)
		if i%2 == 1 {
			delta = -delta
		}
		p.move(at, delta)
		if p.width > 0 {
			p.state[at] = float32(max(0, sigma-float64(beta*sigma*sigma*x*x)))
		}
	}
}

func (p *pairwise) variance(at uint32) float64 {
	if p.width == 0 {
		return 1
	}
	return float64(p.state[at])
}
