package model

import (
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
	block    block
	rate     []float64 // of each cell of the block
	q        []float64 // of each class of the gradient, see gradient.flow
	load     load
}

// load is some weights with their derivatives and state, for an updater to work on.
type load struct {
	g      []float64
	w, now []float32
}

func (r *Reduced) descent(classes int, p plan) (*descent, error) {
	reduction, err := reductionOf(r.Reduction, r.Scale)
	if err != nil {
		return nil, err
	}
	l := &descent{matrix: r.matrix(classes), plan: p, gradient: gradient{reduction: reduction, drop: r.Drop}}
	l.matrix.width = p.width()
	return l, nil
}

// Learn makes one update if the loss has a derivative.
func (l *descent) Learn(d *Decision, scores []float32) {
	l.time++
	if !l.gradient.at(d, scores) {
		return
	}
	l.take(&l.block, d.Features, l.gradient.classes)
	switch r := l.updater.(type) {
	case metric:
		l.measure(r, l.normalise(l.shrink))
		l.flow()
		l.descend()
	case stepper:
		l.step(r)
	}
}

// step changes the weights of the block by a stepper.
func (l *descent) step(r stepper) {
	for i := range l.block.rows {
		l.fetch(i)
		r.step(l.load.w, l.load.now, l.load.g)
		for k, at := range l.block.of(i) {
			l.set(at, l.load.w[k])
		}
		l.putState(i)
	}
}

// measure sets the rates of the cells of the block, times share and as their
// features are scaled, and q to how far the scores move with them.
func (l *descent) measure(r metric, share float64) {
	n := l.block.n
	l.rate, l.q = sized(l.rate, len(l.block.cells)), sized(l.q, len(l.gradient.classes))
	clear(l.q)
	for i, x := range l.block.values {
		l.fetch(i)
		rate := l.rate[i*n : (i+1)*n]
		r.rates(rate, l.load.now, l.load.g)
		l.putState(i)
		share := share * l.scaled(i)
		for k := range rate {
			rate[k] *= share
			l.q[k] += float64(x) * float64(x) * rate[k]
		}
	}
}

// flow makes the gradient invariant where the plan says so.
func (l *descent) flow() {
	if l.invariant {
		l.gradient.flow(l.q)
	}
}

// descend moves the weights of the block by the gradient.
func (l *descent) descend() {
	for i, x := range l.block.values {
		for k, at := range l.block.of(i) {
			l.move(at, -l.rate[i*l.block.n+k]*l.gradient.g[k]*float64(x))
		}
	}
}

// normalise takes in the values of the block and returns what to multiply rates by.
func (l *descent) normalise(shrink func(row int, factor float64)) float64 {
	if l.norms == nil {
		return 1
	}
	return l.norms.see(&l.block, shrink)
}

// scaled returns what to multiply the rates of the i-th row by, 1/s_i.
func (l *descent) scaled(i int) float64 {
	if l.norms == nil {
		return 1
	}
	return 1 / float64(l.norms.scales[l.block.rows[i]])
}

// shrink multiplies the weights of a row.
func (l *descent) shrink(row int, factor float64) {
	s := l.rows[row]
	for at := s.start; at < s.start+uint32(s.n); at++ {
		l.set(at, bounded(factor*float64(l.cells[at].weight)))
	}
}

// fetch loads the cells of the i-th row of the block.
func (l *descent) fetch(i int) {
	width, x := l.matrix.width, float64(l.block.values[i])
	g, w, now := l.load.g[:0], l.load.w[:0], l.load.now[:0]
	for k, at := range l.block.of(i) {
		g, w = append(g, l.gradient.g[k]*x), append(w, l.cells[at].weight)
		for j := int(at) * width; j < (int(at)+1)*width; j++ {
			now = append(now, l.state[j])
		}
	}
	l.load = load{g, w, now}
}

// putState puts back the state of the cells of the i-th row.
func (l *descent) putState(i int) {
	width := l.matrix.width
	for k, at := range l.block.of(i) {
		for j := range width {
			l.state[int(at)*width+j] = l.load.now[k*width+j]
		}
	}
}

// sized returns a slice of length n, a itself if there is room; what is in it
// does not matter.
func sized[T any](a []T, n int) []T { return slices.Grow(a[:0], n)[:n] }
