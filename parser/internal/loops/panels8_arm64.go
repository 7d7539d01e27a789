package loops

import "golang.org/x/sys/cpu"

// dotProducts is whether the processor adds products of four bytes at once. Only tests change it.
var dotProducts = cpu.ARM64.HasASIMDDP

// apply covers C with tiles of half a panel and six rows, or one.
func (p *Panels8) apply(c []float32, ldc int, a *Rows8) {
	if path < neon || !dotProducts || p.rows == 0 {
		p.applyPlain(c, ldc, a)
		return
	}
	m := len(a.steps)
	for j := 0; j < p.cols; j += width / 2 {
		i := 0
		for ; m-i >= 6; i += 6 {
			p.tile(c[i*ldc+j:], ldc, &a.data[i*a.stride], a.stride, &a.steps[i], j, 6)
		}
		for ; i < m; i++ {
			p.tile(c[i*ldc+j:], ldc, &a.data[i*a.stride], a.stride, &a.steps[i], j, 1)
		}
	}
}

// tile is as that of Panels.
func (p *Panels8) tile(c []float32, ldc int, a *uint8, rowStride int, steps *Steps, j, rows int) {
	const cols = width / 2
	if filled := p.cols - j; filled < cols {
		var whole [6 * cols]float32
		p.wholeTile(&whole[0], cols, a, rowStride, steps, j, rows)
		copyRows(c, ldc, whole[:], cols, rows, filled)
		return
	}
	p.wholeTile(&c[0], ldc, a, rowStride, steps, j, rows)
}

func (p *Panels8) wholeTile(c *float32, ldc int, a *uint8, rowStride int, steps *Steps, j, rows int) {
	if rows == 6 {
		tile6BytesNEON(c, ldc, a, rowStride, steps, &p.column(j)[0], p.groups(), &p.columns[j/width].starts[j%width])
	} else {
		tile1BytesNEON(c, a, steps, &p.column(j)[0], p.groups(), &p.columns[j/width].starts[j%width])
	}
}

//go:noescape
func tile6BytesNEON(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
	panel *int8, groups int, starts *int32)

//go:noescape
func tile1BytesNEON(c *float32, a *uint8, steps *Steps, panel *int8, groups int, starts *int32)
