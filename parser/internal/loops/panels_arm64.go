package loops

func (p *Panels) mulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	if path < neon || p.rows == 0 {
		p.mulAddPlain(c, ldc, a, rowStride, colStride, m)
	} else {
		p.mulAddNEON(c, ldc, a, rowStride, colStride, m)
	}
}

// mulAddNEON covers C with tiles of six rows and half a panel, then of two rows and a panel, and of one
// row and two panels.
func (p *Panels) mulAddNEON(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	sixes := m - m%6
	for j := 0; j < p.cols && sixes > 0; j += width / 2 {
		for i := 0; i < sixes; i += 6 {
			p.tile(c[i*ldc+j:], ldc, &a[i*rowStride], rowStride, colStride, j, 6, width/2)
		}
	}
	for i := sixes; i < m; {
		rows := min(2, m-i)
		cols := 2 * width / rows
		for j := 0; j < p.cols; j += cols {
			p.tile(c[i*ldc+j:], ldc, &a[i*rowStride], rowStride, colStride, j, rows, cols)
		}
		i += rows
	}
}

// tile computes the tile of C whose first column is j. As NEON stores only whole vectors, a tile with
// columns beyond the last is computed in a copy.
func (p *Panels) tile(c []float32, ldc int, a *float32, rowStride, colStride, j, rows, cols int) {
	if filled := p.cols - j; filled < cols {
		var whole [6 * width / 2]float32
		copyRows(whole[:], cols, c, ldc, rows, filled)
		p.wholeTile(&whole[0], cols, a, rowStride, colStride, j, rows)
		copyRows(c, ldc, whole[:], cols, rows, filled)
		return
	}
	p.wholeTile(&c[0], ldc, a, rowStride, colStride, j, rows)
}

func copyRows(dst []float32, dstStride int, src []float32, srcStride, rows, cols int) {
	for i := range rows {
		copy(dst[i*dstStride:], src[i*srcStride:][:cols])
	}
}

func (p *Panels) wholeTile(c *float32, ldc int, a *float32, rowStride, colStride, j, rows int) {
	panel := &p.data[j/width*width*p.rows+j%width]
	switch rows {
	case 6:
		tile6NEON(c, ldc, a, rowStride, colStride, panel, p.rows)
	case 2:
		tile2NEON(c, ldc, a, rowStride, colStride, panel, p.rows)
	default:
		further := min(1, (p.cols-j-1)/width) // a second panel that is missing is replaced by the first
		tile1NEON(c, a, colStride, panel, p.rows, further*p.rows*width)
	}
}

//go:noescape
func tile6NEON(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int)

//go:noescape
func tile2NEON(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int)

//go:noescape
func tile1NEON(c *float32, a *float32, colStride int, panel *float32, depth, apart int)
