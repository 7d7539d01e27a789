package model

import (
	"math"

	"parser/model/option"
)

// relative is the option to take the costs of a decision as shares of its largest one. A learner then compares the actions of
// a decision by their costs, and decisions count alike. With costs as they are, decisions in which some action is very
// costly count most. In parsing these are easy ones, so that learners become worse at all others.
func relative(field *bool) option.Option {
	return option.Of("relative-costs", field, false, "take costs as shares of the largest one of their decision, so that all decisions count alike")
}

// reduction turns the costs of a decision into a loss ℓ of its scores s, for
// learners that follow derivatives. Costs are c_i ≥ 0, with a least cost of 0: how much more a
// class costs than the cheapest, which alone decides which is best.
type reduction struct {
	name string
	// derive sets g[i] to ∂ℓ/∂s_i and returns ℓ ≥ 0.
	derive func(g, s, c []float64) float64
	// curvature sets h[i] to a bound on the second derivatives, Σ h_i v_i² ≥
	// vᵀ∇²ℓ v for every s and v. Where h is 0 the loss is piecewise linear, and its least
	// value is 0.
	curvature func(h, c []float64)
	exact     bool // whether curvature equals the second derivatives, where they exist
}

func reductions(scale float64) []reduction {
	level := func(bound float64) func(h, c []float64) {
		return func(h, _ []float64) {
			for i := range h {
				h[i] = bound
			}
		}
	}
	return []reduction{
		{"csoaa", csoaa, level(1), true},
		{"wap", wap, wapCurvature, false},
		{"softmax", func(g, s, c []float64) float64 { return softmax(scale, g, s, c) }, level(0.5), false},
		{"multiclass", multiclass, level(0.5), false},
		{"hinge", func(g, s, c []float64) float64 { return hinge(scale, g, s, c) }, level(0), true},
	}
}

// reductionNames returns the names of all reductions:
//
//	csoaa       cost-sensitive one-against-all: regression on the costs
//	wap         weighted all pairs: a hinge for each pair of classes, weighted by the difference of their costs
//	softmax     softmax-margin: log loss on the cheapest classes, with a margin by cost
//	multiclass  log loss on one cheapest class, whatever the others cost
//	hinge       cost-sensitive hinge between the cheapest class and its worst rival
func reductionNames() []string {
	var names []string
	for _, r := range reductions(1) {
		names = append(names, r.name)
	}
	return names
}

// csoaa is cost-sensitive one-against-all by regression (Beygelzimer, Dani,
// Hayes, Langford & Zadrozny 2005): the score of a class predicts its cost,
// negated,
//
//	ℓ = ½ Σ_i (s_i + c_i)²,   ∂ℓ/∂s_i = s_i + c_i,   ∂²ℓ/∂s_i² = 1.
//
// It is consistent: the best prediction of a cost is its mean, and the class of
// least mean cost scores highest.
func csoaa(g, s, c []float64) float64 {
	loss := 0.0
	for i := range g {
		g[i] = s[i] + c[i]
		loss += float64(g[i] * g[i] / 2)
	}
	return loss
}

// wap is weighted all pairs (after Beygelzimer, Dani, Hayes, Langford & Zadrozny 2005):
// each pair of classes is a binary problem, weighted by the difference of their costs; for its
// bound on regret the paper takes v_i = ∫ dt / |{j: c_j ≤ t}|, 0 ≤ t ≤ c_i, instead of costs.
// With n classes and a loss φ of the lead of the cheaper class,
//
//	ℓ = 1/(n−1) Σ_{c_i<c_j} (c_j − c_i) φ(s_i − s_j),
//
// so that a derivative is at most a mean difference of costs. φ is the smoothed
// hinge (Rennie & Srebro 2005),
//
//	φ(z) = ½ − z for z ≤ 0,   ½(1 − z)² for 0 < z < 1,   0 for z ≥ 1,
//
// and not the logistic loss, because it is 0 for pairs that are well apart: most derivatives
// vanish, and so do most updates. As |φ″| ≤ 1, Gershgorin's
// circles bound the curvature by h_i = 2/(n−1) Σ_j |c_i − c_j|.
func wap(g, s, c []float64) float64 {
	clear(g)
	loss, share := 0.0, 1/max(1, float64(len(g)-1))
	for i := range g {
		for j := range g {
			lead := s[i] - s[j]
			if c[i] >= c[j] || lead >= 1 {
				continue
			}
			slope := min(1, 1-lead)
			step := float64(share * (c[j] - c[i]) * slope)
			loss += float64(step * (1 - lead - float64(slope/2)))
			g[i] -= step
			g[j] += step
		}
	}
	return loss
}

func wapCurvature(h, c []float64) {
	clear(h)
	share := 2 / max(1, float64(len(h)-1))
	for i := range h {
		for j := range h {
			h[i] += float64(share * math.Abs(c[i]-c[j]))
		}
	}
}

// softmax is the softmax-margin loss (Gimpel & Smith 2010), log loss with a margin
// that grows with the cost. If several classes are cheapest, their probabilities
// add up. With a the scale of costs,
//
//	ℓ = log Σ_i exp(s_i + a·c_i) − log Σ_{c_i=0} exp s_i
//	∂ℓ/∂s_i = p_i − q_i,   p_i ∝ exp(s_i + a·c_i),   q_i ∝ [c_i = 0] exp s_i.
//
// With one cheapest class ℓ bounds a times the cost of the best-scored class, and
// for a = 0 it is the log loss, which is consistent if costs are 0 or 1. The
// Hessian is at most diag p − ppᵀ, hence at most ½I (Böhning 1992).
func softmax(scale float64, g, s, c []float64) float64 {
	for i := range g {
		g[i] = s[i] + float64(scale*c[i])
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
func multiclass(g, s, c []float64) float64 {
	good := cheapest(s, c)
	copy(g, s)
	loss := normalise(g) - s[good]
	g[good]--
	return max(0, loss)
}

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

// hinge is the hinge loss for several classes (Crammer & Singer 2001) whose
// margin is the difference of costs (Taskar, Guestrin & Koller 2003) times a
// scale a, between the best-scored cheapest class g and its worst rival b:
//
//	ℓ = max(0, max_{c_b>0} (s_b + a·c_b) − s_g),   ∂ℓ/∂s_b = 1,   ∂ℓ/∂s_g = −1.
//
// Scale 0 stands for a margin of 1 whatever the cost. An update concerns two
// classes at most.
func hinge(scale float64, g, s, c []float64) float64 {
	clear(g)
	good, bad, most := cheapest(s, c), -1, 0.0
	for i, cost := range c {
		margin := 1.0
		if scale > 0 {
			margin = scale * cost
		}
		if cost > 0 && (bad < 0 || s[i]+margin > most) {
			bad, most = i, s[i]+margin
		}
	}
	if bad < 0 || most <= s[good] {
		return 0
	}
	g[good], g[bad] = -1, 1
	return most - s[good]
}
