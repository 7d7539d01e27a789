package model

import (
	"fmt"
	"math"
	"slices"
)

// Entries returns the arrays that hold the model; their names begin with prefix:
//
//	keys     uint64   the features, one per row
//	lengths  uint16   the number of weights in each row
//	classes  uint16   the class of each weight, row after row
//	weights  float32  the weights
func (l *Linear) Entries(prefix string) []Entry {
	lengths := make([]uint16, len(l.keys))
	for row := range lengths {
		lengths[row] = uint16(l.starts[row+1] - l.starts[row])
	}
	classes, weights := make([]uint16, len(l.cells)), make([]float32, len(l.cells))
	for i, c := range l.cells {
		classes[i], weights[i] = uint16(c.class&^lastCell), c.weight
	}
	return []Entry{
		{prefix + "keys", l.keys}, {prefix + "lengths", lengths},
		{prefix + "classes", classes}, {prefix + "weights", weights},
	}
}

// ReadModel reads the model over the given number of classes whose entries have
// names beginning with prefix: a Network or a Linear, as the arrays are. It refuses
// (ErrFile) arrays that do not fit together.
func ReadModel(a *Arrays, prefix string, classes int) (Model, error) {
	if a.has(prefix + networkEntry) {
		return readNetwork(a, prefix, classes)
	}
	return ReadLinear(a, prefix, classes)
}

// ReadLinear restores a model over the given number of classes from the arrays
// that Entries made. It refuses (ErrFile) arrays that do not fit together.
func ReadLinear(a *Arrays, prefix string, classes int) (*Linear, error) {
	keys, err := a.Uint64s(prefix + "keys")
	if err != nil {
		return nil, err
	}
	lengths, err := a.Uint16s(prefix + "lengths")
	if err != nil {
		return nil, err
	}
	ofWeight, err := a.Uint16s(prefix + "classes")
	if err != nil {
		return nil, err
	}
	weights, err := a.Float32s(prefix + "weights")
	if err != nil {
		return nil, err
	}
	if len(lengths) != len(keys) || len(ofWeight) != len(weights) {
		return nil, fmt.Errorf("%w: %s: arrays of different lengths", ErrFile, prefix)
	}
	return assemble(keys, lengths, ofWeight, weights, classes)
}

// maxProbe bounds how far a row of a file may lie from its slot. Keys that were
// not chosen for it lie at a mean distance below 2 (Knuth 1963), and the time to
// read those that were stays bounded.
const maxProbe = 1 << 10

// assemble checks every row and puts them together.
func assemble(keys []uint64, lengths, ofWeight []uint16, weights []float32, classes int) (*Linear, error) {
	l := &Linear{classes: classes, keys: keys, starts: make([]uint32, 1, len(keys)+1), cells: make([]cell, len(weights))}
	end := 0
	for _, n := range lengths {
		if n == 0 {
			return nil, fmt.Errorf("%w: a row without weights", ErrFile)
		}
		end += int(n)
		l.starts = append(l.starts, uint32(end))
	}
	if end != len(weights) {
		return nil, fmt.Errorf("%w: rows do not add up to the weights", ErrFile)
	}
	for i, w := range weights {
		if int(ofWeight[i]) >= classes || math.IsNaN(float64(w)) || math.IsInf(float64(w), 0) {
			return nil, fmt.Errorf("%w: weight %d is %v for class %d of %d", ErrFile, i, w, ofWeight[i], classes)
		}
		l.cells[i] = cell{uint32(ofWeight[i]), w}
	}
	for _, end := range l.starts[1:] {
		l.cells[end-1].class |= lastCell
	}
	if !distinct(keys) {
		return nil, fmt.Errorf("%w: a feature has two rows", ErrFile)
	}
	if !l.link(maxProbe) {
		return nil, fmt.Errorf("%w: the features are no hashes", ErrFile)
	}
	return l, nil
}

func distinct(keys []uint64) bool {
	sorted := slices.Clone(keys)
	slices.Sort(sorted)
	return len(slices.Compact(sorted)) == len(keys)
}
