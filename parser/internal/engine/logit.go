package engine

import (
	"math"

	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// headLogit returns a and b that make the heads of every n-th sentence of dev most likely (Platt 1999), where a head
// that is right with the probability p by a retrace is right with the probability σ(a·logit p + b). It is near 1 and 0
// for little data: both have a normal prior of variance 1 there. They are rounded, so that no processor's arithmetic
// shows.
func (p *Parser) headLogit(dev *structure.Bank, n int) [2]float64 {
	p, _ = p.With(treebank.Request{Probabilities: true, Retag: len(p.predicted()) > 0}) // cannot fail: p has a temperature
	var fit logistic
	withWorkers([]*Parser{p}, func(annotate func(...*treebank.Item)) {
		items := dev.Items()
		for i := 0; i < len(items); i += n {
			it := items[i]
			annotate(it)
			for k, w := range dev.Data.Sentences[i].Words {
				if c := it.Certainty[k].Head; c > 0 && c < 1 && w.Head >= 0 {
					fit = append(fit, judged{logit(c), it.Words[k].Head == w.Head})
				}
			}
		}
	})
	best := fit.newton([2]float64{1, 0})
	const digits = 1000
	return [2]float64{max(1, math.Round(best[0]*digits)) / digits, math.Round(best[1]*digits) / digits}
}

// calibrated returns the probability of a head that a retrace gives p. What is certain stays so.
func (m *Meta) calibrated(p float64) float64 {
	if p <= 0 || p >= 1 || m.HeadLogit[0] == 0 {
		return p
	}
	return 1 / (1 + math.Exp(float64(-m.HeadLogit[0]*logit(p))-m.HeadLogit[1]))
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// judged is the log-odds of a head, and whether it is right.
type judged struct {
	x     float64
	right bool
}

type logistic []judged

// loss returns −log p of the judgements and the prior at (a, b), with its gradient and its Hessian.
func (l logistic) loss(at [2]float64) (loss float64, g [2]float64, h [3]float64) {
	a, b := at[0], at[1]
	loss, g, h = (float64((a-1)*(a-1))+float64(b*b))/2, [2]float64{a - 1, b}, [3]float64{1, 0, 1}
	for _, j := range l {
		y := float64(a*j.x) + b
		p := 1 / (1 + math.Exp(-y))
		error, weight, slope := p, float64(p*(1-p)), float64(p*(1-p)*j.x)
		if j.right {
			error, y = p-1, -y
		}
		loss += max(0, y) + math.Log1p(math.Exp(-math.Abs(y)))
		g[0], g[1] = g[0]+float64(error*j.x), g[1]+error
		h[0], h[1], h[2] = h[0]+float64(slope*j.x), h[1]+slope, h[2]+weight
	}
	return loss, g, h
}

// newton returns the minimum of the loss, which is convex, by Newton's method with halved steps.
func (l logistic) newton(at [2]float64) [2]float64 {
	const steps, enough = 100, 1e-6
	loss, g, h := l.loss(at)
	det := func(a, b, c, d float64) float64 { return float64(a*d) - float64(b*c) } // by Cramer's rule
	for range steps {
		all := det(h[0], h[1], h[1], h[2])
		step := [2]float64{det(h[2], h[1], g[1], g[0]) / all, det(h[0], h[1], g[0], g[1]) / all}
		for math.Abs(step[0])+math.Abs(step[1]) > enough {
			next := [2]float64{at[0] - step[0], at[1] - step[1]}
			if less, slope, curve := l.loss(next); less < loss {
				at, loss, g, h = next, less, slope, curve
				break
			}
			step[0], step[1] = step[0]/2, step[1]/2
		}
		if math.Abs(step[0])+math.Abs(step[1]) <= enough {
			break
		}
	}
	return at
}
