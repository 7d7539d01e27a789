package model

import (
	"math"

	"parser/model/option"
)

// violation returns the best class of least cost, g, the best of the others, p,
// and how far they are from where they should be: for a margin above 0
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
	bad, ok := rival(d, good, scores)
	if !ok {
		return good, bad, 0
	}
	lead := float64(scores[good]) - float64(scores[bad])
	switch {
	case margin > 0:
		return good, bad, margin - lead
	case lead > 0:
		return good, bad, 0
	}
	return good, bad, math.Sqrt(float64(d.Cost(bad))-float64(d.Cost(good))) - lead
}

// rival returns the class of highest score among those that cost more than good.
func rival(d *Decision, good Class, scores []float32) (Class, bool) {
	least := float32(math.MaxFloat32)
	for i, k := range d.Classes {
		if k == good {
			least = d.Costs[i]
		}
	}
	best, ok := Class(0), false
	for i, k := range d.Classes {
		if d.Costs[i] > least && (!ok || scores[k] > scores[best]) {
			best, ok = k, true
		}
	}
	return best, ok
}

// pairwise is the learners that move the weights of two classes apart: for a violation
//
//	w_g ← w_g + τφ,   w_p ← w_p − τφ.
type pairwise struct {
	matrix
	margin float64
	block  block // of the last violation: the places of g and of p by turns, feature by feature
	pair   [2]Class
	tau    func(loss float64, b *block) float64
}

// pairwise makes the learner of a margin and τ.
func (w *Weights) pairwise(options option.List, classes int, margin float64, tau func(loss float64, b *block) float64) (Learner, error) {
	return &pairwise{matrix: w.matrix(classes), margin: margin, tau: tau}, check(options, classes)
}

// marginOf is the option of the margin.
func marginOf(field *float64, usual float64) option.Option {
	return option.Of("margin", field, usual, "`NUMBER` by which the right action must win, or there is an update").Single()
}

// violated counts a decision and returns its loss; if there is any, block is ready for
// an update.
func (p *pairwise) violated(d *Decision, scores []float32) (loss float64, ok bool) {
	p.time++
	good, bad, loss := violation(d, scores, p.margin)
	if loss <= 0 {
		return 0, false
	}
	p.pair = [2]Class{good, bad}
	p.take(&p.block, d.Features, p.pair[:])
	return loss, true
}

// Learn makes one update if there is a loss.
func (p *pairwise) Learn(d *Decision, scores []float32) {
	loss, ok := p.violated(d, scores)
	if !ok {
		return
	}
	tau := p.tau(loss, &p.block)
	for i, x := range p.block.values {
		p.move(p.block.places[2*i], tau*float64(x))
		p.move(p.block.places[2*i+1], -tau*float64(x))
	}
}
