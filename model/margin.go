package model

import (
	"math"
	"slices"

	"parser/model/option"
)

// perceptron is the multiclass perceptron (Collins 2002), averaged (Freund &
// Schapire 1999), with a margin. With g the best class of least cost and p the
// best other class of a decision, it updates if
//
//	w_g·φ − w_p·φ < Margin (or = 0):   w_g ← w_g + φ,   w_p ← w_p − φ.
type perceptron struct {
	margins // 0, the default, is the plain perceptron
	weightOptions
}

// margins say by how much the right class must win.
type margins struct {
	Margin float64 // 0 is a margin by cost for all but the perceptron
	// CostMargin multiplies the margin of a class by the root of how much more it costs than the
	// cheapest; see violation.
	CostMargin bool
	Relative   bool // see relative
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
	second  bool    // whether it is PA-II
	margins         // of the loss, 1 by default
	C       float64 // aggressiveness, above 0; 1 by default
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
	margins         // of the loss, 1 by default
	R       float64 // r, above 0; 10 by default
	weightOptions
}

// options returns the options of margins. Those of learners whose steps depend on the loss have a usual margin above 0.
func (m *margins) options(usual float64) option.List {
	reads := m.Margin > 0 && m.CostMargin || m.Margin == 0 && usual > 0 // the size of costs
	return option.List{
		option.Of("margin", &m.Margin, usual, "`NUMBER` by which the right action must win, or there is an update").Within(0, math.MaxFloat32),
		option.Of("cost-margin", &m.CostMargin, false, "multiply the margin by the root of what the wrong action costs more").If(m.Margin > 0),
		relative(&m.Relative).If(reads),
	}
}

func (p *perceptron) options() option.List {
	return p.weightOptions.options(true, p.margins.options(0)...)
}

func (p *pa) options() option.List {
	return p.weightOptions.options(true, append(p.margins.options(1), option.Of("c", &p.C, 1, "aggressiveness `C`").Positive())...)
}

func (a *arow) options() option.List {
	return a.weightOptions.options(true, append(a.margins.options(1), option.Of("r", &a.R, 10, "regularisation `R`").Positive())...)
}

func (w *weightOptions) pairwise(classes int, m margins, step func(loss, v float64) (alpha, beta float64)) *pairwise {
	return &pairwise{matrix: w.matrix(classes), margins: m, step: step}
}

func (p *perceptron) learner(classes int) Learner { return p.pairwise(classes, p.margins, nil) }

func (p *pa) learner(classes int) Learner {
	return p.pairwise(classes, p.margins, func(loss, v float64) (alpha, beta float64) {
		if p.second {
			return loss / (v + 1/(2*p.C)), 0
		}
		return min(p.C, loss/v), 0
	})
}

func (a *arow) learner(classes int) Learner {
	l := a.pairwise(classes, a.margins, func(loss, v float64) (alpha, beta float64) {
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
// which is the same whatever p costs. With CostMargin, ℓ is the max-loss update of Crammer et al. (2006,
// section 6), whose margin grows with the difference of costs ρ and decides on the rival as well,
//
//	ℓ = max over p of margin·√ρ(g, p) − (w_g·φ − w_p·φ)
//
// and for margin 0 it is their prediction-based update,
//
//	ℓ = w_p·φ − w_g·φ + √ρ(g, p)   if w_p·φ ≥ w_g·φ, else 0.
//
// An update is due if ℓ > 0. With Relative, ρ is a share of the largest cost of the decision.
func (m *margins) violation(d *Decision, scores []float32) (good, bad Class, loss float64) {
	good = d.Cheapest(scores)
	if m.CostMargin && m.Margin > 0 {
		return m.costViolation(d, scores, good)
	}
	least, more, rivals := d.Cost(good), float32(0), false
	for i, k := range d.Classes {
		if d.Costs[i] > least && (!rivals || scores[k] > scores[bad]) {
			bad, more, rivals = k, d.Costs[i], true
		}
	}
	lead := float64(scores[good]) - float64(scores[bad])
	switch {
	case rivals && m.Margin > 0:
		return good, bad, m.Margin - lead
	case !rivals || lead > 0:
		return good, bad, 0
	}
	return good, bad, math.Sqrt((finite(more)-finite(least))/m.unit(d, good)) - lead
}

// unit returns the cost in which the costs of a decision are measured.
func (m *margins) unit(d *Decision, good Class) float64 {
	if m.Relative {
		return finite(slices.Max(d.Costs)) - finite(d.Cost(good))
	}
	return 1
}

// costViolation is violation with a margin that grows with the difference of costs.
func (m *margins) costViolation(d *Decision, scores []float32, good Class) (_, bad Class, loss float64) {
	least, unit := finite(d.Cost(good)), m.unit(d, good)
	for i, k := range d.Classes {
		more := finite(d.Costs[i]) - least
		if more <= 0 {
			continue
		}
		lead := float64(scores[good]) - float64(scores[k])
		if short := float64(m.Margin*math.Sqrt(more/unit)) - lead; short > loss {
			bad, loss = k, short
		}
	}
	return good, bad, loss
}

// pairwise is a learner that moves the weights of two classes apart, by the update of arow. With
// β = 0 variances stay 1, and the update is that of PA.
type pairwise struct {
	matrix
	margins
	step func(loss, v float64) (alpha, beta float64) // nil for the perceptron, where α is 1
	pair [2]Class
}

// Learn makes one update if there is a loss. The perceptron, the usual learner, need not gather
// the features first.
func (p *pairwise) Learn(d *Decision, scores []float32) {
	p.time++
	good, bad, loss := p.violation(d, scores)
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
