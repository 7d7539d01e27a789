package tensors

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// scaling has the numbers that whole ones stand for: scale·(whole − zero). There is one scale for all, or one for each
// place in a dimension.
type scaling struct {
	scales, zeros []float32
	run           int // how many numbers of the file, one after the other, have the same scale
}

// apply turns whole numbers of the file, from number from on, into those they stand for, and returns the place of the
// first that is not finite, or -1.
func (s *scaling) apply(x []float32, from int) int {
	for i := range x {
		k := (from + i) / s.run % len(s.scales)
		x[i] = s.scales[k] * (x[i] - s.zeros[k])
		if x[i]-x[i] != 0 {
			return i
		}
	}
	return -1
}

// wholes turn the types of whole numbers that stand for others into single precision.
var wholes = map[string]func(dst []float32, src []byte) int{
	"I8": func(dst []float32, src []byte) int {
		for i := range dst {
			dst[i] = float32(int8(src[i]))
		}
		return -1
	},
	"U8": func(dst []float32, src []byte) int {
		for i := range dst {
			dst[i] = float32(src[i])
		}
		return -1
	},
	"I32": func(dst []float32, src []byte) int {
		for i := range dst {
			dst[i] = float32(int32(binary.LittleEndian.Uint32(src[4*i:])))
		}
		return -1
	},
}

// transpose returns a matrix with its rows and columns exchanged.
func (t *Tensor) transpose() *Tensor {
	own := *t
	own.Shape, own.transposed = []int{t.Shape[1], t.Shape[0]}, !t.transposed
	return &own
}

// scaled returns a tensor of the numbers that whole ones stand for: axis is the dimension of several scales. Without
// zeros they are 0.
func (t *Tensor) scaled(scales, zeros *Tensor, axis int) (*Tensor, error) {
	if wholes[t.Type] == nil || t.scaling != nil {
		return nil, fmt.Errorf("tensor %.80q of %s has no whole numbers that stand for others", t.Name, t.Type)
	}
	n := scales.Len()
	s := &scaling{run: 1}
	switch {
	case n == 1:
	case axis < 0 || axis >= len(t.Shape) || n != t.Shape[axis]:
		return nil, fmt.Errorf("tensor %.80q has %d scales in dimension %d of %v", t.Name, n, axis, t.Shape)
	default:
		shape := t.Shape
		if t.transposed {
			shape, axis = []int{shape[1], shape[0]}, 1-axis
		}
		for _, side := range shape[axis+1:] {
			s.run *= max(1, side)
		}
	}
	s.scales, s.zeros = make([]float32, n), make([]float32, n)
	if err := scales.Floats(s.scales, 0); err != nil {
		return nil, err
	}
	if zeros != nil {
		whole := wholes[zeros.Type]
		if whole == nil || zeros.Len() != n {
			return nil, fmt.Errorf("tensor %.80q has %d scales and the zeros %.80q, %d of %s", t.Name, n, zeros.Name, zeros.Len(), zeros.Type)
		}
		if err := zeros.read(0, n, func(src []byte) { whole(s.zeros, src) }); err != nil {
			return nil, err
		}
	}
	own := *t
	own.scaling = s
	return &own, nil
}

// stored reads numbers in the order of the file, from number from on.
func (t *Tensor) stored(dst []float32, from int) error {
	convert := types[t.Type].floats
	if t.scaling != nil {
		convert = wholes[t.Type]
	}
	const block = 1 << 14 // numbers at a time, where they have to be read
	for done := 0; done < len(dst); done += block {
		some, bad := dst[done:min(done+block, len(dst))], -1
		err := t.read(from+done, len(some), func(src []byte) { bad = convert(some, src) })
		if err != nil {
			return err
		}
		if t.scaling != nil {
			bad = t.scaling.apply(some, from+done)
		}
		if bad >= 0 {
			return fmt.Errorf("%s: %w: tensor %q has the number %v at %v, in single precision",
				t.part.path, ErrFile, t.Name, some[bad], t.place(from+done+bad))
		}
	}
	return nil
}

// exchanged reads numbers of a matrix whose columns the file has one after the other: of each, those in the rows that
// are asked for.
func (t *Tensor) exchanged(dst []float32, from int) error {
	if len(dst) == 0 {
		return nil
	}
	rows, cols := t.Shape[0], t.Shape[1]
	first, last := from/cols, (from+len(dst)-1)/cols
	column := make([]float32, last-first+1)
	for c := range cols {
		if err := t.stored(column, c*rows+first); err != nil {
			return err
		}
		for r, x := range column {
			if i := (first+r)*cols + c - from; i >= 0 && i < len(dst) {
				dst[i] = x
			}
		}
	}
	return nil
}

// place returns the index in each dimension of a number of the file.
func (t *Tensor) place(i int) []int {
	shape := t.Shape
	if t.transposed {
		return []int{i % shape[0], i / shape[0]}
	}
	place := make([]int, len(shape))
	for d, size := range slices.Backward(shape) {
		place[d], i = i%size, i/size
	}
	return place
}
