package model

import (
	"cmp"
	"math"
	"slices"
)

// change is by how much a weight differs in the features of two ways, x.
type change struct {
	at uint32
	x  float64
}

// Prefer implements Learner by the structured update of Collins (2002), with the steps of PA and AROW as the authors of
// these have them for vectors of features: with Φ the sum of the features of the classes of a way, x = Φ(better) − Φ(worse),
//
//	v = Σ_i x_i² σ_i,   w_i ← w_i + α σ_i x_i,   σ_i ← σ_i − β σ_i² x_i²
//
// where α is 1 for the perceptron.
func (p *pairwise) Prefer(better, worse []Decision, lead, more float64) {
	p.time++
	x := p.difference(better, worse)
	if len(x) == 0 {
		return
	}
	alpha, beta := 1.0, 0.0
	if p.step != nil {
		v := 0.0
		for _, c := range x {
			v += float64(c.x * c.x * p.variance(c.at))
		}
		alpha, beta = p.step(p.between(lead, more), v)
	}
	for _, c := range x {
		sigma := p.variance(c.at)
		p.move(c.at, float64(alpha*sigma*c.x))
		if p.width > 0 {
			p.state[c.at] = float32(max(0, sigma-float64(beta*sigma*sigma*c.x*c.x)))
		}
	}
}

// between returns the loss of two ways, see violation.
func (m *margins) between(lead, more float64) float64 {
	switch {
	case m.Margin > 0 && m.CostMargin:
		return max(0, float64(m.Margin*math.Sqrt(more))-lead)
	case m.Margin > 0:
		return max(0, m.Margin-lead)
	}
	return max(0, math.Sqrt(more)-lead)
}

// difference returns in what the features of two ways differ. They count as updated.
func (m *matrix) difference(better, worse []Decision) (x []change) {
	ways := [2][]Decision{better, worse}
	for _, way := range ways {
		for _, d := range way {
			for _, f := range d.Features {
				m.cell(m.touch(f), d.Classes[0])
			}
		}
	}
	for i, way := range ways { // now that no cell moves any more
		for _, d := range way {
			for _, f := range d.Features {
				x = append(x, change{m.cell(m.index.Add(f)+1, d.Classes[0]), float64(1 - 2*i)})
			}
		}
	}
	slices.SortFunc(x, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	n := 0
	for i, c := range x {
		if i > 0 && c.at == x[n-1].at {
			x[n-1].x += c.x
			continue
		}
		x[n] = c
		n++
	}
	return slices.DeleteFunc(x[:n], func(c change) bool { return c.x == 0 })
}

// Prefer implements Learner: the loss is the lead of the worse way, whose derivatives are −1 for each class of the better
// way and 1 for each of the worse.
func (l *descent) Prefer(better, worse []Decision, _, _ float64) {
	for _, p := range l.parts {
		p.time++
	}
	p := &l.gradient
	for i, way := range [2][]Decision{better, worse} {
		for _, d := range way {
			p.classes, p.g = append(p.classes[:0], d.Classes[0]), append(p.g[:0], float64(2*i-1))
			l.follow(d.Features, false)
		}
	}
}
