package model

import "math"

// softmax is the softmax-margin loss (Gimpel & Smith 2010), log loss with a margin
// that grows with the cost; where several classes are cheapest their probability
// counts together. With a the scale of costs,
//
//	ℓ = log Σ_i exp(s_i + a·c_i) − log Σ_{c_i=0} exp s_i
//	∂ℓ/∂s_i = p_i − q_i,   p_i ∝ exp(s_i + a·c_i),   q_i ∝ [c_i = 0] exp s_i.
//
// For one cheapest class ℓ bounds a times the cost of the best-scored class, and
// for a = 0 it is the log loss, which is consistent if costs are 0 or 1. The
// Hessian is at most diag p − ppᵀ, hence at most ½I (Böhning 1992).
type softmax struct{ scale float64 }

func (m softmax) derive(g, s, c []float64) float64 {
	for i := range g {
		g[i] = s[i] + m.scale*c[i]
	}
	loss := normalise(g)
	best := math.Inf(-1)
	for i, cost := range c {
		if cost == 0 {
			best = max(best, s[i])
		}
	}
	sum := 0.0
	for i, cost := range c {
		if cost == 0 {
			sum += math.Exp(s[i] - best)
		}
	}
	for i, cost := range c {
		if cost == 0 {
			g[i] -= math.Exp(s[i]-best) / sum
		}
	}
	return max(0, loss-best-math.Log(sum))
}

func (softmax) curvature(h, _ []float64) bool {
	for i := range h {
		h[i] = 0.5
	}
	return false
}

// normalise turns x_i into exp x_i / Σ exp x_j and returns log Σ exp x_j.
func normalise(x []float64) float64 {
	most, sum := math.Inf(-1), 0.0
	for _, v := range x {
		most = max(most, v)
	}
	for i, v := range x {
		x[i] = math.Exp(v - most)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
	return most + math.Log(sum)
}

// multiclass is log loss on one right class, the best-scored g of the cheapest,
// whatever the others cost:
//
//	ℓ = log Σ_i exp s_i − s_g,   ∂ℓ/∂s_i = p_i − [i = g],   p_i ∝ exp s_i.
type multiclass struct{}

func (multiclass) derive(g, s, c []float64) float64 {
	good := cheapest(s, c)
	copy(g, s)
	loss := normalise(g) - s[good]
	g[good]--
	return max(0, loss)
}

func (multiclass) curvature(h, c []float64) bool { return softmax{}.curvature(h, c) }

// cheapest returns the best-scored of the classes that cost 0.
func cheapest(s, c []float64) int {
	best := -1
	for i := range c {
		if c[i] == 0 && (best < 0 || s[i] > s[best]) {
			best = i
		}
	}
	return best
}
