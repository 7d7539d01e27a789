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
	return &perceptron{p.matrix(classes), p.Margin}, check(p.options(), classes)
}

// perceptron goes through the features one by one: unlike learners with a norm, it need
// not gather them first, and it is the learner that most are trained by.
type perceptron struct {
	matrix
	margin float64
}

// Learn makes one update if the margin is violated.
func (p *perceptron) Learn(d *Decision, scores []float32) {
	p.time++
	good, bad, loss := violation(d, scores, p.margin)
	if loss <= 0 {
		return
	}
	for _, f := range d.Features {
		row := p.touch(f)
		p.move(p.cell(row, good), 1)
		p.move(p.cell(row, bad), -1)
	}
}
