package model

import (
	"fmt"
	"math"
)

// Entries returns the arrays that hold the model; their names begin with prefix:
//
//	network  uint16   the number of hidden units, and of the activation: 0 tanh, 1 relu
//	hidden   uint64   the features of the hidden layer
//	in       float32  the biases of the hidden units, and the weights of each feature
//	out      float32  the weights of each hidden unit for the classes, and the biases of these
//
// and, if it has direct connections, those of Linear.
func (n *Network) Entries(prefix string) []Entry {
	entries := []Entry{
		{prefix + networkEntry, []uint16{uint16(n.hidden), uint16(n.activation)}},
		{prefix + "hidden", n.keys}, {prefix + "in", n.in}, {prefix + "out", n.out},
	}
	if n.direct != nil {
		entries = append(entries, n.direct.Entries(prefix)...)
	}
	return entries
}

// networkEntry is the array that tells a network from a linear model.
const networkEntry = "network"

// readNetwork restores a network from the arrays that Entries made. It refuses
// (ErrFile) arrays that do not fit together.
func readNetwork(a *Arrays, prefix string, classes int) (*Network, error) {
	shape, err := a.Uint16s(prefix + networkEntry)
	if err != nil {
		return nil, err
	}
	if len(shape) != 2 || shape[0] == 0 || shape[0] > MaxHidden || shape[1] >= uint16(activations) || classes < 1 {
		return nil, fmt.Errorf("%w: %s%s is %v, for %d classes", ErrFile, prefix, networkEntry, shape, classes)
	}
	n := &Network{classes: classes, hidden: int(shape[0]), activation: activation(shape[1])}
	if n.keys, err = a.Uint64s(prefix + "hidden"); err != nil {
		return nil, err
	}
	if n.in, err = a.weights(prefix+"in", (len(n.keys)+1)*n.hidden); err != nil {
		return nil, err
	}
	if n.out, err = a.weights(prefix+"out", (n.hidden+1)*classes); err != nil {
		return nil, err
	}
	if a.has(prefix + "keys") {
		if n.direct, err = ReadLinear(a, prefix, classes); err != nil {
			return nil, err
		}
	}
	if !distinct(n.keys) {
		return nil, fmt.Errorf("%w: a feature has two rows", ErrFile)
	}
	if !n.link(n.keys, maxProbe, func(row int) uint32 { return uint32(row + 1) }) {
		return nil, fmt.Errorf("%w: the features are no hashes", ErrFile)
	}
	return n, nil
}

// has says whether there is an array of that name.
func (a *Arrays) has(name string) bool {
	_, ok := a.raw[name+".npy"]
	return ok
}

// weights returns an array of n finite numbers.
func (a *Arrays) weights(name string, n int) ([]float32, error) {
	w, err := a.Float32s(name)
	if err != nil {
		return nil, err
	}
	if len(w) != n {
		return nil, fmt.Errorf("%w: %s has %d weights, not %d", ErrFile, name, len(w), n)
	}
	for i, x := range w {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, fmt.Errorf("%w: %s: weight %d is %v", ErrFile, name, i, x)
		}
	}
	return w, nil
}
