package model

// hinge is the hinge loss for several classes (Crammer & Singer 2001) whose
// margin is the difference of costs (Taskar, Guestrin & Koller 2003) times a
// scale a, between the best-scored cheapest class g and its worst rival b:
//
//	ℓ = max(0, max_{c_b>0} (s_b + a·c_b) − s_g),   ∂ℓ/∂s_b = 1,   ∂ℓ/∂s_g = −1.
//
// Scale 0 stands for a margin of 1 whatever the cost. An update concerns two
// classes at most.
type hinge struct{ scale float64 }

func (r hinge) derive(g, s, c []float64) float64 {
	clear(g)
	good, bad, most := cheapest(s, c), -1, 0.0
	for i := range c {
		if v := s[i] + r.margin(c[i]); c[i] > 0 && (bad < 0 || v > most) {
			bad, most = i, v
		}
	}
	if bad < 0 || most <= s[good] {
		return 0
	}
	g[good], g[bad] = -1, 1
	return most - s[good]
}

func (r hinge) margin(cost float64) float64 {
	if r.scale == 0 {
		return 1
	}
	return r.scale * cost
}

func (hinge) curvature(h, _ []float64) bool {
	clear(h)
	return true
}
