package loops

import (
	"math"
	"slices"
	"sync"
)

// Panels16 is a matrix rounded to bfloat16 (8 bits of exponent and 7 of the fraction), packed as the right factor of products:
// in panels of 32 columns, and in them the two elements of a column that are in an even row and the next one are neighbours.
// Rows of zeros are added up to a multiple of 32. The zero value is an empty matrix.
type Panels16 struct {
	data       []uint16
	rows, cols int
}

// deep is the number of products that are added up at once.
const deep = 32

// HasBFloat16 reports whether the processor multiplies matrices of bfloat16, by AVX-512 BF16 or AMX. Others take long.
func HasBFloat16() bool { return bfloat16 }

// PackBy makes p the rows × cols matrix b, as that of Panels is packed, rounded to the nearest numbers of bfloat16, of two
// the even one, by a crew. Memory is reused.
func (p *Panels16) PackBy(crew Crew, b []float32, rows, cols, rowStride, colStride int) {
	checkMatrix(b, rows, cols, rowStride, colStride)
	p.rows, p.cols = rows, cols
	size := p.depth() * width // of a panel
	panels := (cols + width - 1) / width
	p.data = slices.Grow(p.data[:0], panels*size)[:panels*size]
	if rows == 0 {
		return
	}
	crew.Each(panels, func(j int) {
		single := panels16.Get().(*[]float32)
		defer panels16.Put(single)
		*single = slices.Grow((*single)[:0], size)[:size]
		packPanel((*single)[:rows*width], b[j*width*colStride:], min(width, cols-j*width), rowStride, colStride)
		clear((*single)[rows*width:])
		roundPairs(p.data[j*size:][:size], *single)
	})
}

// panels16 has memory for a panel in single precision.
var panels16 = sync.Pool{New: func() any { return new([]float32) }}

// depth is the number of rows that there is room for.
func (p *Panels16) depth() int { return (p.rows + deep - 1) / deep * deep }

// MulAddBy adds the product of A, rounded as p is, and p to C, as that of Panels does, by a crew. Sums are in single
// precision, but their order is that of the processor, and so are their last bits.
func (p *Panels16) MulAddBy(crew Crew, c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	checkMatrix(a, m, p.rows, rowStride, colStride)
	checkMatrix(c, m, p.cols, ldc, 1)
	if m == 0 || p.rows == 0 || p.cols == 0 {
		return
	}
	crew.Share(m, tall, func(from, to int) {
		block := max(1, nearby16/p.depth()/tall) * tall
		for ; from < to; from += block {
			p.mulAdd(c[from*ldc:], ldc, a[from*rowStride:], rowStride, colStride, min(block, to-from))
		}
	})
}

const (
	nearby16 = 1 << 18 // numbers of A that stay in a cache while all panels pass
)

// rows16 is rows of the left factor: for each 32 columns all rows, one after the other. There is room for a multiple of 32
// rows and columns, which are zeros.
type rows16 struct {
	data []uint16
	rows int
	wide [deep * width]float32 // memory to transpose
}

// buffers16 has memory for rows of A.
var buffers16 = sync.Pool{New: func() any { return new(rows16) }}

func (p *Panels16) mulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	rows := buffers16.Get().(*rows16)
	defer buffers16.Put(rows)
	rows.round(a, rowStride, colStride, m, p.rows)
	p.apply(c, ldc, rows, m)
}

// round makes r rows of A.
func (r *rows16) round(a []float32, rowStride, colStride, m, cols int) {
	r.rows = (m + tall - 1) / tall * tall
	strip := r.rows * deep
	n := (cols + deep - 1) / deep * strip
	r.data = slices.Grow(r.data[:0], n)[:n]
	for k := 0; k < cols; k += deep {
		dst, filled := r.data[k/deep*strip:][:strip], min(deep, cols-k)
		clear(dst[m*deep:])
		for i := 0; i < m; i += tall {
			from, n := a[i*rowStride+k*colStride:], min(tall, m-i)
			wide := &r.wide
			if filled < deep {
				clear(wide[:])
			}
			done := 0
			switch {
			case colStride == 1 && filled == deep:
				for l := range n {
					roundRow(dst[(i+l)*deep:][:deep], from[l*rowStride:][:deep])
				}
				continue
			case rowStride == 1:
				done = packEights(wide[:], from, n, filled, colStride)
			}
			for l := range filled {
				if l == filled&^7 {
					done = 0
				}
				for i := done; i < n; i++ {
					wide[i*deep+l] = from[i*rowStride+l*colStride]
				}
			}
			roundRow(dst[i*deep:][:n*deep], wide[:n*deep])
		}
	}
}

// applyPlain is the specification of apply, which adds the product of rows and p to C. Another order of sums is allowed.
func (p *Panels16) applyPlain(c []float32, ldc int, a *rows16, m int) {
	for i := range m {
		for j := range p.cols {
			var sum float32
			for k := range p.depth() {
				x := a.data[(k/deep*a.rows+i)*deep+k%deep]
				y := p.data[(j/width*p.depth()+k&^1)*width+j%width*2+k&1]
				sum += float32(single(x) * single(y))
			}
			c[i*ldc+j] += sum
		}
	}
}

// roundPairsPlain rounds pairs of rows of a panel, and makes the elements of a column neighbours.
func roundPairsPlain(dst []uint16, src []float32) {
	for k := 0; k < len(src); k += 2 * width {
		for l := range width {
			dst[k+2*l], dst[k+2*l+1] = brief(src[k+l]), brief(src[k+width+l])
		}
	}
}

// roundRowPlain rounds numbers.
func roundRowPlain(dst []uint16, src []float32) {
	for i, x := range src {
		dst[i] = brief(x)
	}
}

// brief rounds a number to the nearest of bfloat16, of two the even one. NaN stays NaN.
func brief(x float32) uint16 {
	b := math.Float32bits(x)
	if x != x {
		return uint16(b>>16) | 0x40
	}
	if b&0x7f80_0000 == 0 {
		b &= 0x8000_0000 // the processor takes a denormal for zero
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

// single is the number of bfloat16.
func single(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }
