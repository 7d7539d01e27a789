package model

import "parser/model/option"

// PA1 is the passive-aggressive learner PA-I for several classes (Crammer, Dekel,
// Keshet, Shalev-Shwartz & Singer 2006): the smallest change of the weights that
// takes the loss ℓ of a decision to 0, tempered by the aggressiveness C. With g
// the best class of least cost, p the best other class, and ℓ by the margin or by
// the difference of their costs (see violation),
//
//	w_g ← w_g + τφ,   w_p ← w_p − τφ,   ‖Φ(g) − Φ(p)‖² = 2‖φ‖²,
//	τ = min(C, ℓ / 2‖φ‖²)       PA-I
//	τ = ℓ / (2‖φ‖² + 1/2C)      PA-II
type PA1 struct {
	Margin float64 // of the loss, 1 by default; 0 is one by cost
	C      float64 // aggressiveness, above 0; 1 by default
	Weights
}

// PA2 is PA-II, see PA1.
type PA2 PA1

func (p *PA1) options() option.List {
	c := option.Of("c", &p.C, 1, "aggressiveness `C`").Positive()
	return append(option.List{marginOf(&p.Margin, 1), c}, p.Weights.options(true)...)
}

func (p *PA2) options() option.List { return (*PA1)(p).options() }

// New implements Maker.
func (p PA1) New(classes int) (Learner, error) {
	return p.pairwise(p.options(), classes, p.Margin, func(loss float64, b *block) float64 { return min(p.C, loss/(2*b.norm())) })
}

// New implements Maker.
func (p PA2) New(classes int) (Learner, error) {
	return p.pairwise(p.options(), classes, p.Margin, func(loss float64, b *block) float64 { return loss / (2*b.norm() + 1/(2*p.C)) })
}

// norm returns ‖φ‖², the sum of the squares of the values.
func (b *block) norm() float64 {
	sum := 0.0
	for _, x := range b.values {
		sum += float64(x) * float64(x)
	}
	return sum
}
