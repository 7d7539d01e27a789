package model

import (
	"fmt"
	"slices"
	"strings"

	"parser/model/option"
)

// Reduced says what learners that follow derivatives learn from.
type Reduced struct {
	Reduction string  // from costs to a loss: one of Reductions
	Scale     float64 // what a cost of 1 adds to a score: softmax, hinge; 1 by default
	Drop      float64 // derivatives by scores smaller than that count as 0; 0.01 by default
	Weights
}

// usualDrop is small beside costs and probabilities of classes that matter; it
// spares updates once a decision is learned.
const usualDrop = 0.01

// options returns them together with those of the update, and with others.
func (r *Reduced) options(update, others option.List) option.List {
	hinge := r.Reduction == "hinge" // where all derivatives are 0, 1 and −1
	return slices.Concat(
		option.List{option.Of("reduction", &r.Reduction, "softmax", "from costs to derivatives: `NAME` ("+strings.Join(Reductions(), ", ")+")")},
		update,
		option.List{
			option.Of("scale", &r.Scale, 1, "`NUMBER` that a cost of 1 adds to a score (softmax, hinge)").Single().If(hinge || r.Reduction == "softmax"),
			option.Of("drop", &r.Drop, usualDrop, "derivatives smaller than this `NUMBER` count as 0").Single().If(!hinge),
		},
		others, r.Weights.options(false),
	)
}

// descent is the linear learners that follow derivatives: with the loss ℓ of a
// reduction, the derivative by weight w_ki, of class k and a feature that is
// present x_i times, is g_ki = ∂ℓ/∂s_k · x_i, and an updater changes the weight by it.
type descent struct {
	matrix
	plan
	gradient gradient
	direct   part      // that of the matrix
	q        []float64 // of each class of the gradient, see gradient.flow
}

func (r *Reduced) descent(classes int, p plan) (*descent, error) {
	i := slices.Index(Reductions(), r.Reduction)
	if i < 0 {
		return nil, fmt.Errorf("%w: %q; there are %q", ErrReduction, r.Reduction, Reductions())
	}
	l := &descent{matrix: r.matrix(classes), plan: p, gradient: gradient{reduction: reductions(r.Scale)[i].reduction, drop: r.Drop}}
	l.matrix.width, l.direct.weights = p.width(), &l.weights
	return l, nil
}

// Learn makes one update if the loss has a derivative.
func (l *descent) Learn(d *Decision, scores []float32) {
	l.time++
	if !l.gradient.at(d, scores) {
		return
	}
	l.take(&l.direct.block, d.Features, l.gradient.classes)
	switch r := l.updater.(type) {
	case stepper:
		l.direct.step(r, l.gradient.g)
	case metric:
		l.measure(r, l.shrink)
		l.flow()
		l.direct.descend(l.gradient.g)
	}
}

// measure sets the rates of the block and q to how far the scores move with them. It
// returns the pace of an input of scale 1; shrink is as in norms.see.
func (l *descent) measure(r metric, shrink func(row int, factor float64)) float64 {
	b, share := &l.direct.block, 1.0
	if l.norms != nil {
		share = l.norms.see(b, shrink)
	}
	b.pace = b.pace[:0]
	for _, row := range b.rows {
		pace := share
		if l.norms != nil {
			pace *= 1 / float64(l.norms.scales[row])
		}
		b.pace = append(b.pace, pace)
	}
	l.q = sized(l.q, len(l.gradient.classes))
	clear(l.q)
	l.direct.measure(r, l.gradient.g, l.q)
	return share
}

// flow makes the gradient invariant where the plan says so.
func (l *descent) flow() {
	if l.invariant {
		l.gradient.flow(l.q)
	}
}

// shrink multiplies the weights of a row.
func (l *descent) shrink(row int, factor float64) {
	l.scale(l.rows[row].start, uint32(l.rows[row].n), factor)
}

// sized returns a slice of length n, a itself if there is room; what is in it
// does not matter.
func sized[T any](a []T, n int) []T { return slices.Grow(a[:0], n)[:n] }
