package npz

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"parser/model/kernel"
)

// half is a number in half precision, NumPy's float16.
type half = kernel.Half

// Rows is a matrix in the precision of its file, whose rows become numbers when they are asked for.
type Rows struct {
	rows, cols int
	singles    []float32
	halves     []half
	multiples  []int8
	scales     []float32 // of multiples, by row
	fours      *fours
}

// NewRows rounds a matrix, whose rows the given function sets one by one.
func (p Precision) NewRows(rows, cols int, set func(dst []float32, row int)) *Rows {
	m, numbers := &Rows{rows: rows, cols: cols}, make([]float32, cols)
	for row := range rows {
		set(numbers, row)
		switch {
		case p == InSingle:
			m.singles = append(slices.Grow(m.singles, (rows-row)*cols), numbers...)
		case p == inInt4 && rows > 1:
			if m.fours == nil {
				m.fours = &fours{}
			}
			m.fours.append(numbers)
		case p != InInt8 || rows == 1:
			m.halves = slices.Grow(m.halves, (rows-row)*cols)[:(row+1)*cols]
			kernel.ToHalf(m.halves[row*cols:], numbers)
		default:
			m.multiples = slices.Grow(m.multiples, (rows-row)*cols)
			scale := scaleOf(numbers)
			for _, x := range numbers {
				m.multiples = append(m.multiples, multiple(x, scale))
			}
			m.scales = append(m.scales, scale)
		}
	}
	return m
}

// Rows returns a named matrix of finite numbers, stored in any precision. It is an ErrFile if the file lacks it or if
// it has another shape.
func (a *Arrays) Rows(name string, rows, cols int) (*Rows, error) {
	raw, _, err := a.get(name)
	if err != nil {
		return nil, err
	}
	shape := [2]int{rows, cols}
	if raw.dtype == dtypes[reflect.TypeFor[[]uint8]()] {
		shape[1] = (cols + 1) / 2
	}
	if raw.data != nil && raw.shape != shape {
		return nil, fmt.Errorf("%w: %s has the shape %v, not %v", ErrFile, name, raw.shape, shape)
	}
	m := &Rows{rows: rows, cols: cols}
	switch raw.dtype {
	case dtypes[reflect.TypeFor[[]uint8]()]:
		if a.Has(name + blocksEntry) {
			err = m.scaled(a, name, m.readTwice)
			break
		}
		m.fours, err = a.readFours(name, rows, cols)
	case dtypes[reflect.TypeFor[[]int8]()]:
		err = m.scaled(a, name, m.readMultiples)
	case dtypes[reflect.TypeFor[[]half]()]:
		if m.halves, err = itemsOf[half](a, name); err == nil {
			err = m.finite(name)
		}
	default:
		m.singles, err = a.Finite(name, rows*cols)
	}
	return m, err
}

// finite refuses halves that are infinite or no numbers.
func (m *Rows) finite(name string) error {
	const exponent = 0x7c00
	for i, x := range m.halves {
		if x&exponent == exponent {
			numbers := make([]float32, m.cols)
			m.Row(numbers, i/m.cols)
			return finite(fmt.Sprintf("%s: row %d", name, i/m.cols), numbers)
		}
	}
	return nil
}

// scaled reads a matrix of InInt8: first the scales of rows, then by read the multiples.
func (m *Rows) scaled(a *Arrays, name string, read func(a *Arrays, name string) error) (err error) {
	if m.scales, err = a.Finite(name+scaleEntry, m.rows); err != nil {
		return err
	}
	for row, scale := range m.scales { // products with which are finite
		if scale < 0 || scale > maxScale {
			return fmt.Errorf("%w: %s: scale %d is %v", ErrFile, name, row, scale)
		}
	}
	return read(a, name)
}

// readMultiples reads the multiples of a matrix of InInt8, as they are.
func (m *Rows) readMultiples(a *Arrays, name string) (err error) {
	if m.multiples, err = itemsOf[int8](a, name); err != nil {
		return err
	}
	const below = -most - 1 // the only number of 8 bits that is
	if i := bytes.IndexByte(bytesOf(m.multiples), below&0xff); i >= 0 {
		return fmt.Errorf("%w: %s: number %d is %d, below %d", ErrFile, name, i, below, -most)
	}
	return nil
}

// Row sets dst to a row.
func (m *Rows) Row(dst []float32, row int) {
	from := row * m.cols
	switch {
	case m.multiples != nil:
		scale, own := m.scales[row], m.multiples[from:][:m.cols]
		dst = dst[:len(own)]
		for i, x := range own {
			dst[i] = float32(x) * scale
		}
	case m.fours != nil:
		m.fours.row(dst, row)
	case m.halves != nil:
		kernel.FromHalf(dst, m.halves[from:][:m.cols])
	default:
		copy(dst, m.singles[from:][:m.cols])
	}
}

// Entries returns the matrix as entries of a file.
func (m *Rows) Entries(name string) []Entry {
	shape := []int{m.rows, m.cols}
	switch {
	case m.multiples != nil:
		return []Entry{{Name: name, Data: m.multiples, Shape: shape}, {Name: name + scaleEntry, Data: m.scales}}
	case m.fours != nil:
		return []Entry{{Name: name, Data: m.fours.bytes, Shape: []int{m.rows, (m.cols + 1) / 2}},
			{Name: name + scaleEntry, Data: m.fours.scales, Shape: []int{m.rows, blocks(m.cols)}}}
	case m.halves != nil:
		return []Entry{{Name: name, Data: m.halves, Shape: shape}}
	}
	return []Entry{{Name: name, Data: m.singles, Shape: shape}}
}
