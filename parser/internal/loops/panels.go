package loops

import (
	"slices"
	"sync"
)

// width is the number of columns of a panel.
const width = 32

// Panels is a matrix packed as the right factor of products: in panels of 32 columns (the last
// padded with zeros), the rows of a panel one after the other. The zero value is an empty matrix.
type Panels struct {
	data       []float32
	rows, cols int
}

// Pack makes p a copy of the rows × cols matrix whose element (k, j) is
// b[k·rowStride + j·colStride]; exchanging the strides packs the transpose. Memory is reused.
// Nothing may be negative.
func (p *Panels) Pack(b []float32, rows, cols, rowStride, colStride int) {
	checkMatrix(b, rows, cols, rowStride, colStride)
	panels := (cols + width - 1) / width
	p.data = slices.Grow(p.data[:0], panels*rows*width)[:panels*rows*width]
	p.rows, p.cols = rows, cols
	for j := 0; j < cols && rows > 0; j += width {
		packPanel(p.data[j*rows:][:rows*width], b[j*colStride:], min(width, cols-j), rowStride, colStride)
	}
}

// packPanel makes a panel of the first columns of b, with zeros for others.
func packPanel(panel, b []float32, filled, rowStride, colStride int) {
	rows := len(panel) / width
	if filled < width {
		clear(panel)
	}
	if colStride == 1 {
		for k := range rows {
			copy(panel[k*width:][:width], b[k*rowStride:][:filled])
		}
		return
	}
	done := 0 // rows, in groups of eight columns
	if rowStride == 1 {
		done = packEights(panel, b, rows, filled, colStride)
	}
	for l := range filled {
		if l == filled&^7 {
			done = 0
		}
		for k := done; k < rows; k++ {
			panel[k*width+l] = b[k*rowStride+l*colStride]
		}
	}
}

// Unpack sets b to the matrix that p is a copy of, as Pack takes it.
func (p *Panels) Unpack(b []float32, rowStride, colStride int) {
	checkMatrix(b, p.rows, p.cols, rowStride, colStride)
	for j := range p.cols {
		panel := p.data[j/width*width*p.rows+j%width:]
		for k := range p.rows {
			b[k*rowStride+j*colStride] = panel[k*width]
		}
	}
}

// MulAdd adds the product of A and p to the matrix C of m rows and as many columns as p:
//
//	c[i·ldc + j] += Σ_k a[i·rowStride + k·colStride] · p(k, j)   for i < m
//
// The sum over k runs in order, in one accumulator that starts at 0, by fused
// multiply-adds, and is then added to C; so a row's result depends neither on m nor on the
// processor. A and C share no memory. Nothing may be negative.
func (p *Panels) MulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	checkMatrix(a, m, p.rows, rowStride, colStride)
	checkMatrix(c, m, p.cols, ldc, 1)
	switch {
	case m == 0 || p.cols == 0:
	case rowStride == 1 && colStride >= farApart && p.rows > 0:
		p.mulAddAcross(c, ldc, a, colStride, m)
	default:
		block := max(1, nearby/(p.rows+1)/atOnce) * atOnce
		for ; m > 0; m -= block {
			p.mulAdd(c, ldc, a, rowStride, colStride, min(m, block))
			if m > block {
				c, a = c[block*ldc:], a[block*rowStride:]
			}
		}
	}
}

const (
	atOnce   = 48      // rows of A, as many as whole tiles of every processor have
	nearby   = 1 << 17 // numbers of A that stay in a cache while all panels pass
	farApart = 256     // columns of A that are so far apart share few sets of the nearest cache
)

// buffers has memory for rows of A.
var buffers = sync.Pool{New: func() any { return new([]float32) }}

// mulAddAcross is mulAdd for an A that is stored by columns: it copies some rows at a time, so that they
// stay near each other.
func (p *Panels) mulAddAcross(c []float32, ldc int, a []float32, colStride, m int) {
	buffer := buffers.Get().(*[]float32)
	defer buffers.Put(buffer)
	rows := slices.Grow((*buffer)[:0], p.rows*atOnce)[:p.rows*atOnce]
	*buffer = rows
	for i := 0; i < m; i += atOnce {
		n := min(atOnce, m-i)
		for k := range p.rows {
			copy(rows[k*atOnce:][:n], a[i+k*colStride:])
		}
		p.mulAdd(c[i*ldc:], ldc, rows, 1, atOnce, n)
	}
}

// checkMatrix panics unless v holds the elements i·rowStride + k·colStride.
func checkMatrix[T any](v []T, rows, cols, rowStride, colStride int) {
	if min(rows, cols, rowStride, colStride) < 0 {
		panic("loops: negative size or stride")
	}
	if rows > 0 && cols > 0 {
		_ = v[(rows-1)*rowStride+(cols-1)*colStride]
	}
}

// mulAddPlain is the specification of MulAdd.
func (p *Panels) mulAddPlain(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	for j := 0; j < p.cols; j += width {
		panel, filled := p.data[j*p.rows:][:p.rows*width], min(width, p.cols-j)
		for i := range m {
			var row, sum [width]float64 // hold float32s, so that the loop converts less
			for k := range p.rows {
				for l, y := range panel[k*width:][:width] {
					row[l] = float64(y)
				}
				x := float64(a[i*rowStride+k*colStride])
				for l, y := range row[:filled] { // sum = fma(x, y, sum), without a call
					s := float64(x*y) + sum[l]
					if roundsTwice(s) {
						s = float64(fmaExact(float32(x), float32(y), float32(sum[l])))
					}
					sum[l] = float64(float32(s))
				}
			}
			for l, s := range sum[:filled] {
				c[i*ldc+j+l] += float32(s)
			}
		}
	}
}
