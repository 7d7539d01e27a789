package model

import "math"

// layer is rows of weights, of the same length, with the state of an updater and, if
// the layer averages, the sums from which means are computed; see matrix.
type layer struct {
	columns int
	updater updater
	average bool
	weights []float32
	state   []float32
	sums    []float64
}

// rows returns the number of rows.
func (l *layer) rows() int { return len(l.weights) / l.columns }

// row returns the weights of row i.
func (l *layer) row(i int) []float32 { return l.weights[i*l.columns : (i+1)*l.columns] }

// add appends a row of initial weights.
func (l *layer) add(weight func(column int) float32) {
	width := l.updater.width()
	for k := range l.columns {
		l.weights = append(l.weights, weight(k))
	}
	for range l.columns * width {
		l.state = append(l.state, 0)
	}
	if l.average {
		l.sums = append(l.sums, make([]float64, l.columns)...)
	}
	i := l.rows() - 1
	l.updater.begin(l.state[i*l.columns*width:], l.row(i))
}

// fetch loads some columns of row i, without derivatives.
func (l *layer) fetch(to *load, i int, columns []Class) {
	width := l.updater.width()
	to.w, to.now = to.w[:0], to.now[:0]
	for _, k := range columns {
		at := i*l.columns + int(k)
		to.w = append(to.w, l.weights[at])
		to.now = append(to.now, l.state[at*width:(at+1)*width]...)
	}
}

// put puts back what was loaded, at a time.
func (l *layer) put(from *load, i int, columns []Class, time float64) {
	width := l.updater.width()
	for c, k := range columns {
		at := i*l.columns + int(k)
		l.set(at, from.w[c], time)
		copy(l.state[at*width:(at+1)*width], from.now[c*width:])
	}
}

// set changes a weight at a time.
func (l *layer) set(at int, weight float32, time float64) {
	if l.average {
		l.sums[at] += time * (float64(weight) - float64(l.weights[at]))
	}
	l.weights[at] = weight
}

// frozen appends row i as Freeze keeps it.
func (l *layer) frozen(dst []float32, i int, time float64) []float32 {
	dst = append(dst, l.row(i)...)
	if l.average {
		for k, w := range l.row(i) {
			dst[len(dst)-l.columns+k] = float32(float64(w) - l.sums[i*l.columns+k]/(time+1))
		}
	}
	return dst
}

// activation is what a hidden unit makes of its sum.
type activation uint16

// The numbers of activations, as model files have them.
const (
	tanh activation = iota
	relu
	activations
)

// activationOf returns the named activation.
func activationOf(name string) (activation, bool) {
	switch name {
	case "tanh":
		return tanh, true
	case "relu":
		return relu, true
	}
	return activations, false
}

// apply replaces sums by activations.
func (a activation) apply(z []float32) {
	for i, x := range z {
		if a == tanh {
			z[i] = float32(math.Tanh(float64(x)))
		} else {
			z[i] = max(0, x)
		}
	}
}

// derivative returns the derivative where the activation is h.
func (a activation) derivative(h float64) float64 {
	switch {
	case a == tanh:
		return 1 - h*h
	case h > 0:
		return 1
	}
	return 0
}
