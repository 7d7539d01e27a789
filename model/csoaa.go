package model

// csoaa is cost-sensitive one-against-all by regression (Beygelzimer, Dani,
// Hayes, Langford & Zadrozny 2005): the score of a class predicts its cost,
// negated,
//
//	ℓ = ½ Σ_i (s_i + c_i)²,   ∂ℓ/∂s_i = s_i + c_i,   ∂²ℓ/∂s_i² = 1.
//
// It is consistent: the best prediction of a cost is its mean, and the class of
// least mean cost scores highest.
type csoaa struct{}

func (csoaa) derive(g, s, c []float64) float64 {
	loss := 0.0
	for i := range g {
		g[i] = s[i] + c[i]
		loss += g[i] * g[i] / 2
	}
	return loss
}

func (csoaa) curvature(h, _ []float64) bool {
	for i := range h {
		h[i] = 1
	}
	return true
}
