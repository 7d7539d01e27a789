package npz

import (
	"fmt"
	"math"
	"reflect"

	"parser/model/kernel"
)

// Precision is how a file stores the numbers of a matrix; "" means InHalf.
type Precision string

// The precisions. InInt8 stores each row of a matrix as whole numbers from −127 to 127 and the
// scale that multiplies them (Jacob et al. 2018), chosen so that the largest number of the row
// becomes 127. A matrix of one row, such as biases, is stored in half precision, since InInt8
// would save nothing.
const (
	InHalf   Precision = "half"
	InInt8   Precision = "int8"
	InSingle Precision = "single"
)

// Precisions lists the names of all precisions.
func Precisions() []string { return []string{string(InHalf), string(InInt8), string(InSingle)} }

const scaleEntry = "/scales" // ends the name of the entry with the scales of a matrix

// Round sets the numbers of a matrix to what a file would keep. Rounding again changes nothing.
func (p Precision) Round(numbers []float32, cols int) {
	if cols == 0 {
		return
	}
	for row := range len(numbers) / cols {
		part := numbers[row*cols:][:cols]
		switch {
		case p == InSingle:
		case p == InInt8 && len(numbers) > cols:
			scale := scaleOf(part)
			for i, x := range part {
				part[i] = float32(multiple(x, scale)) * scale
			}
		default:
			kernel.FromHalf(part, halvesOf(part))
		}
	}
}

// Entries returns a matrix as entries of a file, rounding its numbers if need be.
func (p Precision) Entries(name string, numbers []float32, rows, cols int) []Entry {
	shape := []int{rows, cols}
	switch {
	case p == InSingle:
		return []Entry{{Name: name, Data: numbers, Shape: shape}}
	case p != InInt8 || rows == 1:
		return []Entry{{Name: name, Data: halvesOf(numbers), Shape: shape}}
	}
	multiples, scales := make([]int8, len(numbers)), make([]float32, rows)
	for row := range scales {
		part := numbers[row*cols:][:cols]
		scales[row] = scaleOf(part)
		for i, x := range part {
			multiples[row*cols+i] = multiple(x, scales[row])
		}
	}
	return []Entry{{Name: name, Data: multiples, Shape: shape}, {Name: name + scaleEntry, Data: scales}}
}

const (
	most     = 127  // the largest multiple of a scale
	maxScale = 1e15 // so that sums of very many numbers stay finite
)

// scaleOf returns a scale that makes all numbers multiples from −most to most. Its last seven
// bits are 0, so that its multiples are exact in single precision and give the same scale again.
func scaleOf(row []float32) float32 {
	largest := float32(0)
	for _, x := range row {
		largest = max(largest, x, -x)
	}
	const spare, least = 1<<7 - 1, 0x1p-100
	if largest < least {
		return 0
	}
	return math.Float32frombits((math.Float32bits(min(largest, maxScale)/most) + spare) &^ spare)
}

func multiple(x, scale float32) int8 {
	if scale == 0 {
		return 0
	}
	return int8(max(-most, min(most, math.RoundToEven(float64(x)/float64(scale)))))
}

// Matrix returns a named matrix of finite numbers, row by row, stored in any precision. It is an
// ErrFile if the file lacks it or if it has another shape.
func (a *Arrays) Matrix(name string, rows, cols int) ([]float32, error) {
	raw := a.raw[name+".npy"]
	if shape := [2]int{rows, cols}; raw.data != nil && raw.shape != shape {
		return nil, fmt.Errorf("%w: %s has the shape %v, not %v", ErrFile, name, raw.shape, shape)
	}
	switch raw.dtype {
	case dtypes[reflect.TypeFor[[]int8]()]:
		return a.scaled(name, rows, cols)
	case dtypes[reflect.TypeFor[[]half]()]:
		halves, err := itemsOf[half](a, name)
		if err != nil {
			return nil, err
		}
		numbers := make([]float32, len(halves))
		kernel.FromHalf(numbers, halves)
		return numbers, finite(name, numbers)
	}
	return a.Finite(name, rows*cols)
}

func (a *Arrays) scaled(name string, rows, cols int) ([]float32, error) {
	multiples, err := itemsOf[int8](a, name)
	if err != nil {
		return nil, err
	}
	scales, err := a.Finite(name+scaleEntry, rows)
	if err != nil {
		return nil, err
	}
	numbers := make([]float32, len(multiples))
	for row, scale := range scales {
		if scale < 0 || scale > maxScale {
			return nil, fmt.Errorf("%w: %s: scale %d is %v", ErrFile, name, row, scale)
		}
		for i := row * cols; i < (row+1)*cols; i++ {
			if numbers[i] = float32(multiples[i]) * scale; multiples[i] < -most {
				return nil, fmt.Errorf("%w: %s: number %d is %d, below %d", ErrFile, name, i, multiples[i], -most)
			}
		}
	}
	return numbers, nil
}
