package model

import "math"

// wap is weighted all pairs (after Beygelzimer, Dani, Hayes, Langford & Zadrozny 2005):
// each two classes are one binary problem, as important as their costs differ; for
// its bound on regret the paper takes v_i = ∫ dt / |{j: c_j ≤ t}|, 0 ≤ t ≤ c_i, in the place
// of costs. With n classes and a loss φ of the lead of the cheaper class,
//
//	ℓ = 1/(n−1) Σ_{c_i<c_j} (c_j − c_i) φ(s_i − s_j),
//
// so that a derivative is at most a mean difference of costs. φ is the smoothed
// hinge (Rennie & Srebro 2005),
//
//	φ(z) = ½ − z for z ≤ 0,   ½(1 − z)² for 0 < z < 1,   0 for z ≥ 1,
//
// and not the logistic loss, because it is 0 for pairs that are well apart: most
// derivatives vanish, and with them most updates. As |φ″| ≤ 1, Gershgorin's
// circles bound the curvature by h_i = 2/(n−1) Σ_j |c_i − c_j|.
type wap struct{}

func (wap) derive(g, s, c []float64) float64 {
	clear(g)
	loss, share := 0.0, 1/max(1, float64(len(g)-1))
	for i := range g {
		for j := range g {
			lead := s[i] - s[j]
			if c[i] >= c[j] || lead >= 1 {
				continue
			}
			weight, slope := share*(c[j]-c[i]), min(1, 1-lead)
			loss += weight * slope * (1 - lead - slope/2)
			g[i] -= weight * slope
			g[j] += weight * slope
		}
	}
	return loss
}

func (wap) curvature(h, c []float64) bool {
	clear(h)
	share := 2 / max(1, float64(len(h)-1))
	for i := range h {
		for j := range h {
			h[i] += share * math.Abs(c[i]-c[j])
		}
	}
	return false
}
