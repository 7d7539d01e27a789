package model

import "parser/model/option"

// AROW is adaptive regularisation of weights for several classes (Crammer,
// Kulesza & Dredze 2013) with a diagonal covariance: every weight is a Gaussian
// of mean w and variance σ, at first 0 and 1. With g the best class of least
// cost, p the best other class and ℓ the loss between them (see violation),
//
//	v = Σ_i x_i² (σ_gi + σ_pi),   β = 1 / (v + r),   α = ℓβ,
//	w_gi ← w_gi + α σ_gi x_i,     w_pi ← w_pi − α σ_pi x_i,
//	σ_ki ← σ_ki − β σ_ki² x_i²    for k = g, p.
//
// v is the variance of the lead of g over p. Large r makes for small steps; r is
// the paper's, and the C of implementations that have one is 1/r.
type AROW struct {
	Margin float64 // of the loss, 1 by default; 0 is one by cost
	R      float64 // r, above 0; 10 by default
	Weights
}

func (a *AROW) options() option.List {
	r := option.Of("r", &a.R, 10, "regularisation `R`").Positive()
	return append(option.List{marginOf(&a.Margin, 1), r}, a.Weights.options(true)...)
}

// New implements Maker.
func (a AROW) New(classes int) (Learner, error) {
	if err := check(a.options(), classes); err != nil {
		return nil, err
	}
	l := &arow{pairwise{matrix: a.matrix(classes), margin: a.Margin}, a.R}
	l.width, l.initial = 1, 1
	return l, nil
}

type arow struct {
	pairwise // its state is σ
	r        float64
}

// Learn makes one update if there is a loss.
func (a *arow) Learn(d *Decision, scores []float32) {
	loss, ok := a.violated(d, scores)
	if !ok {
		return
	}
	v := 0.0
	for i, at := range a.block.places {
		x := float64(a.block.values[i/2])
		v += x * x * float64(a.state[at])
	}
	beta := 1 / (v + a.r)
	for i, x := range a.block.values {
		a.adapt(a.block.places[2*i], loss*beta, beta, float64(x))
		a.adapt(a.block.places[2*i+1], -loss*beta, beta, float64(x))
	}
}

// adapt moves one weight and makes it more certain.
func (a *arow) adapt(at uint32, alpha, beta, x float64) {
	sigma := float64(a.state[at])
	a.move(at, alpha*sigma*x)
	a.state[at] = float32(max(0, sigma-beta*sigma*sigma*x*x))
}
