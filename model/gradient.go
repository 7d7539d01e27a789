package model

import "slices"

// gradient is the linear learners that follow derivatives: with the loss ℓ of a
// reduction, the derivative by weight w_ki, of class k and a feature that is
// present x_i times, is g_ki = ∂ℓ/∂s_k · x_i, and a rule changes the weight by it.
type gradient struct {
	matrix
	plan
	slope slope
	block block

	rate   []float64 // of each cell of the block
	q      []float64 // of each class of the slope
	g      []float64 // of the cells of a row
	w, now []float32 // their weights and state
}

func newGradient(s Spec, classes int) Learner {
	return gradientWith(s, classes, s.planOf(s.Learner))
}

func gradientWith(s Spec, classes int, p plan) *gradient {
	l := &gradient{matrix: s.matrix(classes), plan: p, slope: newSlope(s)}
	l.matrix.width = p.width()
	return l
}

// Learn makes one update if the loss has a derivative.
func (l *gradient) Learn(d *Decision, scores []float32) {
	l.time++
	if !l.slope.at(d, scores) {
		return
	}
	l.take(&l.block, d.Features, l.slope.classes)
	n := len(l.slope.classes)
	l.g, l.q = sized(l.g, n), sized(l.q, n)
	switch r := l.rule.(type) {
	case metric:
		l.follow(r)
	case stepper:
		for i := range l.block.rows {
			l.load(i)
			r.step(l.w, l.now, l.g)
			l.store(i)
		}
	}
}

// follow makes an update by a metric: first the rates of all cells, then how far
// the flow goes with them, then the moves.
func (l *gradient) follow(r metric) {
	share, n := l.normalise(), len(l.g)
	l.rate = sized(l.rate, len(l.block.cells))
	clear(l.q)
	for i, x := range l.block.values {
		l.load(i)
		rate := l.rate[i*n : (i+1)*n]
		r.rates(rate, l.now, l.g)
		l.storeState(i)
		for k := range rate {
			rate[k] *= share
			if l.norms != nil {
				rate[k] /= float64(l.norms.scales[l.block.rows[i]])
			}
			l.q[k] += float64(x) * float64(x) * rate[k]
		}
	}
	if l.invariant {
		l.slope.flow(l.q)
	}
	for i, at := range l.block.cells {
		l.move(at, -l.rate[i]*l.slope.g[i%n]*float64(l.block.values[i/n]))
	}
}

// normalise scales the weights of features that have a larger value than ever
// before, and returns what to multiply rates by.
func (l *gradient) normalise() float64 {
	if l.norms == nil {
		return 1
	}
	return l.norms.see(&l.block, func(row int, factor float64) {
		s := l.rows[row]
		for at := s.start; at < s.start+uint32(s.n); at++ {
			l.move(at, (factor-1)*float64(l.cells[at].weight))
		}
	})
}

// load sets g, w and now to the derivatives, weights and state of the cells in
// row i of the block.
func (l *gradient) load(i int) {
	n, width := len(l.g), l.matrix.width
	x := float64(l.block.values[i])
	l.w, l.now = l.w[:0], l.now[:0]
	for k, at := range l.block.cells[i*n : (i+1)*n] {
		l.g[k] = l.slope.g[k] * x
		l.w = append(l.w, l.cells[at].weight)
		l.now = append(l.now, l.state[int(at)*width:(int(at)+1)*width]...)
	}
}

// store puts the weights and state back.
func (l *gradient) store(i int) {
	n := len(l.g)
	for k, at := range l.block.cells[i*n : (i+1)*n] {
		l.set(at, l.w[k])
	}
	l.storeState(i)
}

func (l *gradient) storeState(i int) {
	n, width := len(l.g), l.matrix.width
	for k, at := range l.block.cells[i*n : (i+1)*n] {
		copy(l.state[int(at)*width:(int(at)+1)*width], l.now[k*width:])
	}
}

// sized returns a slice of length n, a itself if there is room; what is in it
// does not matter.
func sized[T any](a []T, n int) []T { return slices.Grow(a[:0], n)[:n] }
