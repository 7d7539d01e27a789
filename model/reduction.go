package model

import (
	"fmt"
	"slices"
)

// reduction turns the costs of a decision into a loss ℓ of its scores s, for
// learners that follow derivatives. Costs are c_i ≥ 0, the least of them 0: what
// a class costs more than the cheapest, which is all that decides which is best.
type reduction interface {
	// derive sets g[i] to ∂ℓ/∂s_i and returns ℓ ≥ 0.
	derive(g, s, c []float64) float64
	// curvature sets h[i] to a bound on the second derivatives, Σ h_i v_i² ≥
	// vᵀ∇²ℓ v for every s and v; exact says that it is no bound but equal
	// to them, where they exist. Where h is 0 the loss is linear in pieces, and the
	// least of it 0.
	curvature(h, c []float64) (exact bool)
}

// reductions returns the table of reductions, given the scale of costs.
func reductions(scale float64) []struct {
	name string
	reduction
} {
	return []struct {
		name string
		reduction
	}{
		{"csoaa", csoaa{}},
		{"wap", wap{}},
		{"softmax", softmax{scale}},
		{"multiclass", multiclass{}},
		{"hinge", hinge{scale}},
	}
}

// Reductions returns the names of all reductions:
//
//	csoaa       cost-sensitive one-against-all: regression on the costs
//	wap         weighted all pairs: a hinge for every two classes, weighted by the difference of their costs
//	softmax     softmax-margin: log loss on the cheapest classes, with a margin by cost
//	multiclass  log loss on one cheapest class, whatever the others cost
//	hinge       cost-sensitive hinge between the cheapest class and its worst rival
func Reductions() []string {
	var names []string
	for _, r := range reductions(1) {
		names = append(names, r.name)
	}
	return names
}

// reductionOf returns the reduction of a Spec, or ErrReduction.
func (s *Spec) reductionOf() (reduction, error) {
	all := reductions(s.Scale)
	i := slices.Index(Reductions(), s.Reduction)
	if i < 0 {
		return nil, fmt.Errorf("%w: %q; there are %q", ErrReduction, s.Reduction, Reductions())
	}
	return all[i].reduction, nil
}
