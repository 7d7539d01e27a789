package loops

import "unsafe"

// half is the number of columns of a panel that sixteen has.
const half = 16

// sixteen is the function of simd.js, where it is explained. The stride is in bytes.
//
//go:wasmimport loops sixteen
//go:noescape
func sixteen(sums, a unsafe.Pointer, stride int32, panel unsafe.Pointer, rows int32) int32

func (p *Panels) mulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	const size = int(unsafe.Sizeof(c[0]))
	for j := 0; j < p.cols && p.rows > 0; j += half {
		panel, filled := p.data[j/width*width*p.rows+j%width:], min(half, p.cols-j)
		for i := range m {
			var sums [half]float32
			own := a[i*rowStride:]
			if sixteen(unsafe.Pointer(&sums[0]), unsafe.Pointer(&own[0]), int32(size*colStride), unsafe.Pointer(&panel[0]), int32(p.rows)) != 0 {
				p.sixteenPlain(&sums, own, colStride, panel)
			}
			for l, s := range sums[:filled] {
				c[i*ldc+j+l] += s
			}
		}
	}
}

// sixteenPlain is sixteen, rounded once whatever the numbers are.
func (p *Panels) sixteenPlain(sums *[half]float32, a []float32, colStride int, panel []float32) {
	for l := range sums {
		sums[l] = 0
		for k := range p.rows {
			sums[l] = fma(a[k*colStride], panel[k*width+l], sums[l])
		}
	}
}

// sumsOf16 is the function bytes of simd.js, where it is explained.
//
//go:wasmimport loops bytes
//go:noescape
func sumsOf16(sums, a unsafe.Pointer, stride, rows int32, panel unsafe.Pointer, groups int32) int32

// apply covers C with tiles of half a panel and eight rows.
func (p *Panels8) apply(c []float32, ldc int, a *Rows8) {
	const most = 8
	var sums [most * half]int32
	if p.rows == 0 {
		p.applyPlain(c, ldc, a)
		return
	}
	for j := 0; j < p.cols; j += half {
		panel, of, from, filled := p.column(j), &p.columns[j/width], j%width, min(half, p.cols-j)
		for i := 0; i < len(a.steps); i += most {
			steps := a.steps[i:min(i+most, len(a.steps))]
			if sumsOf16(unsafe.Pointer(&sums[0]), unsafe.Pointer(&a.data[i*a.stride]), int32(a.stride), int32(len(steps)),
				unsafe.Pointer(&panel[0]), int32(p.groups())) != 0 {
				p.applyPlain(c, ldc, a)
				return
			}
			for row, s := range steps {
				for l, sum := range sums[row*half:][:filled] {
					at := from + l
					c[(i+row)*ldc+j+l] = fma(float32(float32(sum+of.starts[at])*of.scales[at]), s.Scale, fma(of.sums[at], s.Middle, of.bias[at]))
				}
			}
		}
	}
}
