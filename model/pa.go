package model

// aggressive is the passive-aggressive learners PA-I and PA-II for several
// classes (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer 2006): the smallest
// change of the weights that takes the loss ℓ of a decision to 0, tempered by
// the aggressiveness C. With g the best class of least cost, p the best other
// class, and ℓ by the margin or by the difference of their costs (see violation),
//
//	w_g ← w_g + τφ,   w_p ← w_p − τφ,   ‖Φ(g) − Φ(p)‖² = 2‖φ‖²,
//	τ = min(C, ℓ / 2‖φ‖²)       PA-I
//	τ = ℓ / (2‖φ‖² + 1/2C)      PA-II
type aggressive struct {
	pairwise
	step func(loss, norm float64) float64 // τ
}

// newPA1 makes PA-I.
func newPA1(s Spec, classes int) Learner {
	step := func(loss, norm float64) float64 { return min(s.C, loss/norm) }
	return &aggressive{s.pairwise(classes), step}
}

// newPA2 makes PA-II.
func newPA2(s Spec, classes int) Learner {
	step := func(loss, norm float64) float64 { return loss / (norm + 1/(2*s.C)) }
	return &aggressive{s.pairwise(classes), step}
}

// Learn makes one update if there is a loss.
func (a *aggressive) Learn(d *Decision, scores []float32) {
	loss, ok := a.violated(d, scores)
	if !ok {
		return
	}
	tau := a.step(loss, 2*a.block.norm())
	for i, x := range a.block.values {
		a.move(a.block.cells[2*i], tau*float64(x))
		a.move(a.block.cells[2*i+1], -tau*float64(x))
	}
}
