package model

import (
	"math"

	"parser/model/option"
)

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
	if err := check(p.options(), classes); err != nil {
		return nil, err
	}
	return &perceptron{float32(p.Margin), p.matrix(classes)}, nil
}

type perceptron struct {
	margin float32
	matrix
}

// Learn makes one update if the margin is violated.
func (p *perceptron) Learn(d *Decision, scores []float32) {
	p.time++
	good := d.Cheapest(scores)
	bad, ok := rival(d, good, scores)
	if !ok || scores[good]-scores[bad] >= p.margin && scores[good] > scores[bad] {
		return
	}
	for _, f := range d.Features {
		row := p.touch(f)
		p.bump(p.cell(row, uint32(good)), 1)
		p.bump(p.cell(row, uint32(bad)), -1)
	}
}

// rival returns the class of highest score among those that cost more than good.
func rival(d *Decision, good Class, scores []float32) (Class, bool) {
	least := float32(math.MaxFloat32)
	for i, k := range d.Classes {
		if k == good {
			least = d.Costs[i]
		}
	}
	best, ok := Class(0), false
	for i, k := range d.Classes {
		if d.Costs[i] > least && (!ok || scores[k] > scores[best]) {
			best, ok = k, true
		}
	}
	return best, ok
}
