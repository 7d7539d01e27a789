package model

import (
	"math"

	"parser/model/option"
)

// updater is how weights follow their derivatives: a metric or a stepper. The state
// of n weights is n·width numbers, weight by weight.
type updater interface {
	// width returns the numbers of state per weight.
	width() int
	// begin sets the state, at first 0, of new weights w other than 0.
	begin(state, w []float32)
}

// metric is an updater that moves each weight by a rate of its own, w ← w − ρg.
type metric interface {
	updater
	// rates sets dst to ρ after it has brought the state up to date with g.
	rates(dst []float64, state []float32, g []float64)
}

// stepper is any other updater.
type stepper interface {
	updater
	// step changes weights and state by g.
	step(w, state []float32, g []float64)
}

// plan is how a gradient learner goes about its updates.
type plan struct {
	updater
	invariant bool   // whether a metric's updates are; see gradient.flow
	norms     *norms // nil to take features as they are
}

// rateOf and betaOf are options of updates.
func rateOf(field *float64, usual float64) option.Option {
	return option.Of("rate", field, usual, "learning `RATE`").Positive()
}

func betaOf(field *float64, usual float64) option.Option {
	return option.Of("beta", field, usual, "`BETA`").Single()
}

// norms is the normalisation of features by the largest value they have had (NAG:
// Ross, Mineiro & Langford 2013, algorithm 3). With s_i the largest |x_i| so far,
// at each of t decisions
//
//	if |x_i| > s_i:   w_i ← w_i s_i / |x_i|,   s_i ← |x_i|
//	N ← N + Σ_i x_i² / s_i²
//
// and rates are multiplied by √(t/N) / s_i. Decisions count that have a
// derivative.
type norms struct {
	scales []float32 // s, by row
	t, n   float64
}

// see takes in the values of a decision, and returns √(t/N); shrink is told what
// to multiply the weights of a row by.
func (n *norms) see(b *block, shrink func(row int, factor float64)) float64 {
	n.t++
	for i, row := range b.rows {
		for row >= len(n.scales) {
			n.scales = append(n.scales, 0)
		}
		s := &n.scales[row]
		if x := b.values[i]; x > *s {
			if *s > 0 {
				shrink(row, float64(*s/x))
			}
			*s = x
		}
		ratio := float64(b.values[i] / *s)
		n.n += ratio * ratio
	}
	return math.Sqrt(n.t / max(1, n.n))
}

// small returns x as a float32 that is not infinite.
func small(x float64) float32 {
	return float32(min(max(x, -math.MaxFloat32), math.MaxFloat32))
}
