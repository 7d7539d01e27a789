package model

import "math"

// layer is full rows of weights, of the same length.
type layer struct {
	columns int
	part
}

func (r *Reduced) layer(columns int, u updater) layer {
	return layer{columns, part{weights: &weights{width: u.width(), average: r.Average}}}
}

// row returns the weights of row i.
func (l *layer) row(i int) []float32 { return l.dense[i*l.columns : (i+1)*l.columns] }

// add appends a row of initial weights.
func (l *layer) add(u updater, weight func(column int) float32) {
	start := len(l.dense)
	for k := range l.columns {
		l.dense = append(l.dense, weight(k))
	}
	for range l.columns * l.width {
		l.state = append(l.state, 0)
	}
	if l.average {
		l.sums = append(l.sums, make([]float64, l.columns)...)
	}
	u.begin(l.state[start*l.width:], l.dense[start:])
}

// open makes the block one of some columns of its rows.
func (l *layer) open(columns []Class) {
	l.n, l.places = len(columns), l.places[:0]
	for _, row := range l.rows {
		for _, k := range columns {
			l.places = append(l.places, uint32(row*l.columns+int(k)))
		}
	}
}

// appendFrozen appends row i as Freeze keeps it.
func (l *layer) appendFrozen(dst []float32, i int) []float32 {
	for k := range l.columns {
		dst = append(dst, l.frozen(uint32(i*l.columns+k)))
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
