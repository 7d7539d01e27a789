package loops

import "golang.org/x/sys/cpu"

// dotProducts is whether the processor adds products of four bytes at once. Only tests change it.
var dotProducts = cpu.ARM64.HasASIMDDP

// mulAdd covers C with tiles of half a panel and six rows, or one.
func (p *Panels8) mulAdd(c []float32, ldc int, a []uint8, rowStride int, scales []float32) {
	if path < neon || !dotProducts || p.rows == 0 {
		p.mulAddPlain(c, ldc, a, rowStride, scales)
		return
	}
	m := len(scales)
	for j := 0; j < p.cols; j += width / 2 {
		i := 0
		for ; m-i >= 6; i += 6 {
			p.tile(c[i*ldc+j:], ldc, &a[i*rowStride], rowStride, &scales[i], j, 6)
		}
		for ; i < m; i++ {
			p.tile(c[i*ldc+j:], ldc, &a[i*rowStride], rowStride, &scales[i], j, 1)
		}
	}
}

// tile is as that of Panels.
func (p *Panels8) tile(c []float32, ldc int, a *uint8, rowStride int, rowScales *float32, j, rows int) {
	const cols = width / 2
	if filled := p.cols - j; filled < cols {
		var whole [6 * cols]float32
		copyRows(whole[:], cols, c, ldc, rows, filled)
		p.wholeTile(&whole[0], cols, a, rowStride, rowScales, j, rows)
		copyRows(c, ldc, whole[:], cols, rows, filled)
		return
	}
	p.wholeTile(&c[0], ldc, a, rowStride, rowScales, j, rows)
}

func (p *Panels8) wholeTile(c *float32, ldc int, a *uint8, rowStride int, rowScales *float32, j, rows int) {
	if rows == 6 {
		tile6BytesNEON(c, ldc, a, rowStride, rowScales, &p.column(j)[0], p.groups(), &p.scales[j])
	} else {
		tile1BytesNEON(c, a, rowScales, &p.column(j)[0], p.groups(), &p.scales[j])
	}
}

//go:noescape
func tile6BytesNEON(c *float32, ldc int, a *uint8, rowStride int, rowScales *float32,
	panel *int8, groups int, scales *float32)

//go:noescape
func tile1BytesNEON(c *float32, a *uint8, rowScales *float32, panel *int8, groups int, scales *float32)
