package npz

import "math"

// Precision is how a file stores the numbers of a matrix; "" means InHalf.
type Precision string

// The precisions. InInt8 stores each row of a matrix as whole numbers from −127 to 127 and the
// scale that multiplies them (Jacob et al. 2018), chosen so that the largest number of the row
// becomes 127. A matrix of one row, such as biases, is stored in half precision, since InInt8
// would save nothing.
//
// inInt4, for large tables of embeddings, stores blocks of 32 numbers as multiples from −7 to 7 of
// a scale in half precision, chosen so that the sum of squares of what is lost is small; the largest
// number that it has is 458,528. A matrix of one row is stored in half precision, too. Of a whole
// model it means that all but the tables is in InInt8.
const (
	InHalf   Precision = "half"
	InInt8   Precision = "int8"
	inInt4   Precision = "int4"
	InSingle Precision = "single"
)

// Precisions lists the names of those in which a model can be.
func Precisions() []string {
	return []string{string(InHalf), string(InInt8), string(inInt4), string(InSingle)}
}

// Factors returns the precision of all but tables of embeddings in a model of precision p.
func (p Precision) Factors() Precision {
	if p == inInt4 {
		return InInt8
	}
	return p
}

const scaleEntry = "/scales" // ends the name of the entry with the scales of a matrix

// Round sets the numbers of a matrix to what a file would keep. Rounding again changes nothing.
func (p Precision) Round(numbers []float32, cols int) {
	if cols == 0 || p == InSingle {
		return
	}
	rows := len(numbers) / cols
	m := p.NewRows(rows, cols, func(dst []float32, row int) { copy(dst, numbers[row*cols:]) })
	for row := range rows {
		m.Row(numbers[row*cols:][:cols], row)
	}
}

// Entries returns a matrix as entries of a file, rounding its numbers if need be.
func (p Precision) Entries(name string, numbers []float32, rows, cols int) []Entry {
	if p == InSingle {
		return []Entry{{Name: name, Data: numbers, Shape: []int{rows, cols}}}
	}
	return p.NewRows(rows, cols, func(dst []float32, row int) { copy(dst, numbers[row*cols:]) }).Entries(name)
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
	m, err := a.Rows(name, rows, cols)
	if err != nil {
		return nil, err
	}
	numbers := make([]float32, rows*cols)
	for row := range rows {
		m.Row(numbers[row*cols:][:cols], row)
	}
	return numbers, nil
}
