package loops

import "slices"

// inGroup is how many numbers of a column stand side by side: processors add that many products at once.
const inGroup = 4

// inTile is how many numbers of a column a tile of AMX has: there is room for a multiple of them.
const inTile = 64

// tall is how many rows are multiplied by tiles of AMX at once: there is room for a multiple of them.
const tall = 32

// maxDepth is how many products of bytes can be added in 32 bits, whatever they are: 127·128·2¹⁷ < 2³¹. The sum
// of as many numbers is exact in float32, too.
const maxDepth = 1 << 17

// Panels8 is the map x ↦ xW + b of rows, where W has whole numbers from −128 to 127 and a scale for
// each column. W is packed in panels of 32 columns, in groups of four rows, and followed by rows of zeros. The zero
// value is an empty matrix.
type Panels8 struct {
	data       []int8
	columns    []columns // for each panel
	rows, cols int
}

// columns are what a panel has for each of its columns.
type columns struct {
	starts [width]int32 // −128 · the sum of its numbers, where sums of products start
	scales [width]float32
	sums   [width]float32 // of its numbers, times the scale
	bias   [width]float32
}

// Quantize makes W the nearest matrix to that of float32s whose element (k, j) is
// w[k·rowStride + j·colStride]: each column is rounded as by [Quantize], but about 0. Exchanging the
// strides packs the transpose. Memory is reused. Nothing may be negative, and rows not exceed 2¹⁷.
func (p *Panels8) Quantize(w, bias []float32, rows, cols, rowStride, colStride int) {
	checkMatrix(w, rows, cols, rowStride, colStride)
	p.QuantizeBy(func(dst []float32, j int) {
		for k := range dst {
			dst[k] = w[k*rowStride+j*colStride]
		}
	}, bias, rows, cols)
}

// QuantizeBy is Quantize of a matrix whose columns the given function sets, one after the other.
func (p *Panels8) QuantizeBy(column func(dst []float32, j int), bias []float32, rows, cols int) {
	p.resize(rows, cols)
	exact, rounded := make([]float32, rows), make([]uint8, p.groups()*inGroup)
	for j, b := range bias[:cols] {
		column(exact, j)
		scale := quantizeEven(rounded, exact).Scale
		p.setColumn(j, rounded, scale, b)
	}
}

// setColumn sets a column, of a matrix of zeros, to numbers that are stored plus 128, in whole groups.
func (p *Panels8) setColumn(j int, numbers []uint8, scale, bias float32) {
	column, sum := p.column(j), int32(0)
	for k := 0; k < len(numbers); k += inGroup {
		own, group := numbers[k:k+inGroup:k+inGroup], (*[inGroup]int8)(column[k*width:])
		a, b, c, d := own[0], own[1], own[2], own[3]
		sum += int32(a) + int32(b) + int32(c) + int32(d) - inGroup*zero
		*group = [inGroup]int8{int8(a - zero), int8(b - zero), int8(c - zero), int8(d - zero)}
	}
	c, j := &p.columns[j/width], j%width
	c.starts[j], c.scales[j], c.sums[j], c.bias[j] = -zero*sum, scale, float32(float32(sum)*scale), bias
}

// resize makes p a matrix of zeros.
func (p *Panels8) resize(rows, cols int) {
	if rows > maxDepth {
		panic("loops: sums of many products may overflow")
	}
	panels := (cols + width - 1) / width
	p.data, p.columns = zeros(p.data, panels*width*padded(rows)), zeros(p.columns, panels)
	p.rows, p.cols = rows, cols
}

func zeros[T any](v []T, n int) []T {
	if n > cap(v) {
		return make([]T, n)
	}
	clear(v[:n])
	return v[:n]
}

// padded is how many numbers there is room for, so that tiles are full.
func padded(n int) int { return (n + inTile - 1) / inTile * inTile }

// inBlocks is how many rows there is room for.
func inBlocks(n int) int { return (n + tall - 1) / tall * tall }

// groups is the number of groups of rows, the last padded with zeros.
func (p *Panels8) groups() int { return (p.rows + inGroup - 1) / inGroup }

// column begins with the first group of a column, if there is one; the next is inGroup·width further.
func (p *Panels8) column(j int) []int8 {
	return p.data[min(j/width*width*padded(p.rows)+j%width*inGroup, len(p.data)):]
}

// Rows8 are rows of bytes with their steps, as [Quantize] makes them: rows of a multiple of 64 bytes.
type Rows8 struct {
	data   []uint8
	steps  []Steps
	stride int
	wide   []int16 // some of data, for processors that multiply these
}

// Resize makes room for rows of cols numbers, whatever they are.
func (r *Rows8) Resize(rows, cols int) {
	r.stride = padded(cols)
	r.data = slices.Grow(r.data[:0], inBlocks(rows)*r.stride)[:rows*r.stride]
	r.steps = slices.Grow(r.steps[:0], rows)[:rows]
}

// Set sets a row to what [Quantize] makes of x, which is as long as rows are.
func (r *Rows8) Set(row int, x []float32) {
	r.steps[row] = Quantize(r.data[row*r.stride:][:r.stride], x)
}

// Map sets the rows of C, which are ldc apart, to the images of the rows of a. With q for these bytes and w
// for the numbers of W
//
//	c[i·ldc + j] = b(j) + middle(i)·Σ_k w(k, j)·scale(j) + scale(i)·scale(j)·Σ_k (q(i, k) − 128)·w(k, j)
//
// Sums of whole numbers are exact, and become float32s. The first of them, multiplied by the scale of its
// column, enters the first fused multiply-add; the second, multiplied by it, too, enters the other. ldc
// may not be negative.
func (p *Panels8) Map(c []float32, ldc int, a *Rows8) {
	m := len(a.steps)
	checkMatrix(a.data, m, p.groups()*inGroup, a.stride, 1)
	checkMatrix(c, m, p.cols, ldc, 1)
	if m > 0 && p.cols > 0 {
		p.apply(c, ldc, a)
	}
}

// applyPlain is the specification of Map.
func (p *Panels8) applyPlain(c []float32, ldc int, a *Rows8) {
	for j := range p.cols {
		column, of, l := p.column(j), &p.columns[j/width], j%width
		for i, s := range a.steps {
			sum := of.starts[l]
			for k, x := range a.data[i*a.stride:][:p.rows] {
				sum += int32(x) * int32(column[k/inGroup*inGroup*width+k%inGroup])
			}
			c[i*ldc+j] = fma(float32(float32(sum)*of.scales[l]), s.Scale, fma(of.sums[l], s.Middle, of.bias[l]))
		}
	}
}
