package loops

import "slices"

// inGroup is how many numbers of a column stand side by side: processors add that many products at once.
const inGroup = 4

// maxDepth is how many products of bytes can be added in 32 bits, whatever they are: 127·128·2¹⁷ < 2³¹.
const maxDepth = 1 << 17

// Panels8 is a matrix of whole numbers from −128 to 127, and a scale for each column, packed as the
// right factor of products: in panels of 32 columns, in groups of four rows. The zero value is an
// empty matrix.
type Panels8 struct {
	data       []int8
	starts     []int32 // for each column −128 · the sum of its numbers, where sums of products start
	scales     []float32
	rows, cols int
}

// Quantize makes p the nearest matrix to that of float32s whose element (k, j) is
// b[k·rowStride + j·colStride]: each column becomes what [Quantize] makes of it. Exchanging the strides
// packs the transpose. Memory is reused. Nothing may be negative, and rows not exceed 2¹⁷.
func (p *Panels8) Quantize(b []float32, rows, cols, rowStride, colStride int) {
	checkMatrix(b, rows, cols, rowStride, colStride)
	p.resize(rows, cols)
	exact, rounded := make([]float32, rows), make([]uint8, rows)
	for j := range cols {
		for k := range exact {
			exact[k] = b[k*rowStride+j*colStride]
		}
		p.scales[j] = Quantize(rounded, exact)
		column, sum := p.column(j), int32(0)
		for k, x := range rounded {
			column[k/inGroup*inGroup*width+k%inGroup] = int8(int(x) - zero)
			sum += int32(x) - zero
		}
		p.starts[j] = -zero * sum
	}
}

// resize makes p a matrix of zeros.
func (p *Panels8) resize(rows, cols int) {
	if rows > maxDepth {
		panic("loops: sums of many products may overflow")
	}
	padded, groups := (cols+width-1)/width*width, (rows+inGroup-1)/inGroup
	p.data = zeros(p.data, padded*groups*inGroup)
	p.starts, p.scales = zeros(p.starts, padded), zeros(p.scales, padded)
	p.rows, p.cols = rows, cols
}

func zeros[T any](v []T, n int) []T {
	v = slices.Grow(v[:0], n)[:n]
	clear(v)
	return v
}

// groups is the number of groups of rows, the last padded with zeros.
func (p *Panels8) groups() int { return (p.rows + inGroup - 1) / inGroup }

// column begins with the first group of a column, if there is one; the next is inGroup·width further.
func (p *Panels8) column(j int) []int8 {
	return p.data[min(j/width*width*p.groups()*inGroup+j%width*inGroup, len(p.data)):]
}

// MulAdd adds the product of A and p to the matrix C of m rows and as many columns as p. A row of A
// is what [Quantize] makes of it, with its scale; rows are a multiple of four long, rowStride apart:
//
//	c[i·ldc + j] += Σ_k (a[i·rowStride + k] − 128) · p(k, j) · scales[i]   for i < m
//
// The sum of whole numbers is exact. As a float32 it is multiplied by the scale of its column, and
// then multiplied by that of its row and added to C in one fused multiply-add. A and C share no
// memory. Nothing may be negative.
func (p *Panels8) MulAdd(c []float32, ldc int, a []uint8, rowStride int, scales []float32, m int) {
	checkMatrix(a, m, p.groups()*inGroup, rowStride, 1)
	checkMatrix(c, m, p.cols, ldc, 1)
	if scales = scales[:m]; m > 0 && p.cols > 0 {
		p.mulAdd(c, ldc, a, rowStride, scales)
	}
}

// mulAddPlain is the specification of MulAdd.
func (p *Panels8) mulAddPlain(c []float32, ldc int, a []uint8, rowStride int, scales []float32) {
	for j := range p.cols {
		column := p.column(j)
		for i, scale := range scales {
			sum := p.starts[j]
			for k, x := range a[i*rowStride:][:p.rows] {
				sum += int32(x) * int32(column[k/inGroup*inGroup*width+k%inGroup])
			}
			at := &c[i*ldc+j]
			*at = fma(float32(float32(sum)*p.scales[j]), scale, *at)
		}
	}
}
