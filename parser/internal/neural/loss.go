package neural

import (
	"math"
	"slices"

	"parser/parser/learn"
)

// losses are the functions of exact costs that can be minimised. Each sets the derivatives
// of a decision's loss by the scores of its classes, in their order, and returns the loss.
// p is the softmax over the classes.
var losses = map[string]func(slopes []float64, d *learn.Decision) float64{
	// −log of the probability of all classes of least cost together: what Goldberg & Nivre
	// (2013) do with a set of right answers, as a likelihood (Cross & Huang 2016).
	"likelihood": func(slopes []float64, d *learn.Decision) float64 {
		softmax(slopes, d)
		least, best := slices.Min(d.Costs), 0.0
		for i, p := range slopes {
			if d.Costs[i] == least {
				best += p
			}
		}
		best = max(best, math.SmallestNonzeroFloat64)
		for i := range slopes {
			if d.Costs[i] == least {
				slopes[i] -= slopes[i] / best
			}
		}
		return -math.Log(best)
	},
	// The cost to expect of a class drawn by p, Σ p·c: the risk (Smith & Eisner 2006).
	"risk": func(slopes []float64, d *learn.Decision) float64 {
		softmax(slopes, d)
		risk := 0.0
		for i, p := range slopes {
			risk += float64(p * float64(d.Costs[i]))
		}
		for i := range slopes {
			slopes[i] *= float64(d.Costs[i]) - risk
		}
		return risk
	},
	// The largest of score + 1 + cost over the dear classes, less the highest score of the
	// cheapest, if that is positive: a margin that grows with the cost (Taskar et al. 2004).
	"margin": func(slopes []float64, d *learn.Decision) float64 {
		clear(slopes)
		least, own, other := slices.Min(d.Costs), -1, -1
		worth := func(i int) float64 { return float64(d.Scores[d.Classes[i]]) + float64(d.Costs[i]-least) }
		for i := range d.Classes {
			switch {
			case d.Costs[i] == least && (own < 0 || worth(i) > worth(own)):
				own = i
			case d.Costs[i] > least && (other < 0 || worth(i) > worth(other)):
				other = i
			}
		}
		if other < 0 || worth(own) >= worth(other) {
			return 0
		}
		slopes[own], slopes[other] = -1, 1
		return worth(other) - worth(own)
	},
}

func softmax(probabilities []float64, d *learn.Decision) {
	highest, sum := float64(d.Scores[d.Best()]), 0.0
	for i, k := range d.Classes {
		probabilities[i] = math.Exp(float64(d.Scores[k]) - highest)
		sum += probabilities[i]
	}
	for i := range probabilities {
		probabilities[i] /= sum
	}
}
