package model

import "parser/model/option"

// Perceptron is the multiclass perceptron (Collins 2002), averaged (Freund &
// Schapire 1999), with a margin. After a decision whose best class of least cost
// is g and whose best other class is p, it updates if
//
//	w_g·φ − w_p·φ < Margin (or = 0):   w_g ← w_g + φ,   w_p ← w_p − φ.
type Perceptron struct {
	Margin float64 // 0, the default, is the plain perceptron
	Weights
}

func (p *Perceptron) options() option.List {
	return append(option.List{marginOf(&p.Margin, 0)}, p.Weights.options(true)...)
}

// New implements Maker.
func (p Perceptron) New(classes int) (Learner, error) {
	return p.pairwise(p.options(), classes, p.Margin, func(float64, *block) float64 { return 1 })
}
