package model

import "math/rand/v2"

// Pass goes once over the examples, in a new random order, and lets l learn from
// each; it returns how many l misclassified: those whose best-scored class cost
// more than the least, before l learned from them.
//
// With the α-bound (Khardon & Wachman 2007; alpha above 0) an example that was
// misclassified alpha times, in all passes over it, is left out from then on, so
// that noise has a bounded say.
func (e *Examples) Pass(l Learner, alpha int, random *rand.Rand) (mistakes int) {
	order := make([]uint32, len(e.examples))
	for i := range order {
		order[i] = uint32(i)
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var d Decision
	scores := make([]float32, l.Classes())
	for _, i := range order {
		x := &e.examples[i]
		if x.bounded(alpha) {
			continue
		}
		e.At(int(i), &d)
		l.Score(scores, d.Features)
		if d.Regret(scores) > 0 {
			mistakes++
			x.wrong++
		}
		l.Learn(&d, scores)
	}
	return mistakes
}

func (x *example) bounded(alpha int) bool { return alpha > 0 && int64(x.wrong) >= int64(alpha) }

// Bounded returns how many examples the α-bound leaves out.
func (e *Examples) Bounded(alpha int) int {
	n := 0
	for i := range e.examples {
		if e.examples[i].bounded(alpha) {
			n++
		}
	}
	return n
}

// Fit makes passes over examples, see Pass; it returns the mistakes of the last.
func Fit(l Learner, e *Examples, passes, alpha int, random *rand.Rand) (mistakes int) {
	for range passes {
		mistakes = e.Pass(l, alpha, random)
	}
	return mistakes
}
