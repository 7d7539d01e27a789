package model

import (
	"math"
	"slices"
)

// gradient holds the derivatives of the loss of a decision by its scores, for the classes whose
// derivative is not dropped.
type gradient struct {
	reduction reduction
	drop      float64 // smaller derivatives count as 0
	relative  bool    // see relative

	classes []Class   // the classes whose derivatives are not dropped
	g       []float64 // their derivatives ∂ℓ/∂s, or what flow makes of them
	places  []int     // their places among the classes of the decision
	all     []float64 // the derivatives of all classes of the decision
	s, c    []float64 // their scores, and costs as a reduction takes them
	q, h    []float64 // see flow
	loss    float64
}

// at computes the gradient at the scores of a decision, and reports whether it has any derivative
// that is not dropped.
func (p *gradient) at(d *Decision, scores []float32) bool {
	n := len(d.Classes)
	for _, x := range []*[]float64{&p.all, &p.s, &p.c, &p.q, &p.h} {
		*x = sized(*x, n)
	}
	least := math.Inf(1)
	for i, k := range d.Classes {
		p.s[i], p.c[i] = float64(scores[k]), finite(d.Costs[i])
		least = min(least, p.c[i])
	}
	for i := range p.c {
		p.c[i] -= least
	}
	if most := slices.Max(p.c); p.relative && most > 0 {
		for i := range p.c {
			p.c[i] /= most
		}
	}
	p.loss = p.reduction.derive(p.all, p.s, p.c)
	p.classes, p.places, p.g = p.classes[:0], p.places[:0], p.g[:0]
	for i, g := range p.all {
		if g != 0 && math.Abs(g) >= p.drop {
			p.classes, p.places, p.g = append(p.classes, d.Classes[i]), append(p.places, i), append(p.g, g)
		}
	}
	return len(p.g) > 0
}

// finite returns the nearest finite cost, the largest one for NaN.
func finite(cost float32) float64 {
	if cost != cost {
		return math.MaxFloat32
	}
	return float64(max(-math.MaxFloat32, min(cost, math.MaxFloat32)))
}

// A flow is followed in moves that change no score by more than maxMove, nor any step by its
// curvature. The last of maxMoves moves takes the rest.
const (
	maxMove  = 0.5
	maxMoves = 16
)

// flow makes updates importance-invariant (Karampatziakis & Langford 2011): many
// small steps along the derivative, which is computed again after each,
// instead of one large step that may overshoot the least loss. If a step of ε
// moves score s_i by −ε·q_i·∂ℓ/∂s_i, then steps that add up to 1 are the flow
//
//	ds_i/du = −q_i ∂ℓ/∂s_i,   0 ≤ u ≤ 1,   and move weights as   τ_i = ∫ ∂ℓ/∂s_i du
//
// instead of the derivative; flow sets g to τ. With h the curvature of the
// reduction, a move of length δ is the exponential step
//
//	τ_i += ∂ℓ/∂s_i · (1 − exp(−δ q_i h_i)) / (q_i h_i),
//
// which for squared loss (h = 1) is the closed form of the paper,
// s − y → (s − y)·exp(−q), for any δ. For the log loss it is their logistic
// update up to the error of moves of maxMove. As τ_i q_i ≤ (∂ℓ/∂s_i)/h_i, no move
// raises a loss whose curvature h bounds, however large q (descent lemma). Where
// the loss is linear, h = 0, a move ends where the loss does, at the length
// ℓ / Σ q_i (∂ℓ/∂s_i)²; for the hinge this too is the closed form of the paper.
func (p *gradient) flow(q []float64) {
	clear(p.q)
	for i, at := range p.places {
		p.q[at] = q[i]
	}
	p.reduction.curvature(p.h, p.c)
	clear(p.g)
	for left, moves := 1.0, 1; left > 0 && p.loss > 0; moves++ {
		fastest, descent := 0.0, 0.0 // of a score, or of a step by its curvature; and of a linear loss
		for i, g := range p.all {
			fastest = max(fastest, p.q[i]*max(math.Abs(g), p.h[i]))
			if p.h[i] == 0 {
				descent += float64(p.q[i] * g * g)
			}
		}
		length, end := left, p.loss/descent
		if !p.reduction.exact && moves < maxMoves {
			length = min(length, maxMove/fastest)
		}
		for i, at := range p.places {
			step, bend := min(length, end), p.q[at]*p.h[at]
			if bend > 0 {
				step = -math.Expm1(-step*bend) / bend
			}
			tau := float64(step * p.all[at])
			p.g[i] += tau
			p.s[at] -= float64(p.q[at] * tau)
		}
		if end <= length {
			return
		}
		left -= length
		p.loss = p.reduction.derive(p.all, p.s, p.c)
	}
}
