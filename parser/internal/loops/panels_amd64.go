package loops

func (p *Panels) mulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	switch {
	case path < avx2 || p.rows == 0:
		p.mulAddPlain(c, ldc, a, rowStride, colStride, m)
	case path == avx2:
		p.mulAddAVX2(c, ldc, a, rowStride, colStride, m)
	default:
		p.mulAddAVX512(c, ldc, a, rowStride, colStride, m)
	}
}

// mulAddAVX512 covers C with tiles: panel by panel, since a panel stays in the nearest cache, with
// up to twelve rows each; then the last two rows and the last one with several panels each.
func (p *Panels) mulAddAVX512(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	for j := 0; j < p.cols && m >= 4; j += width {
		panel, mask, i := &p.data[j*p.rows], first(p.cols-j), 0
		for ; m-i >= 12; i += 12 {
			tile12AVX512(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, colStride, panel, p.rows, mask)
		}
		if m-i >= 8 {
			tile8AVX512(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, colStride, panel, p.rows, mask)
			i += 8
		}
		if m-i >= 4 {
			tile4AVX512(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, colStride, panel, p.rows, mask)
		}
	}
	size, i := p.rows*width, m-m%4
	if m-i >= 2 {
		for j := 0; j < p.cols; j += 2 * width {
			further := min(1, (p.cols-j-1)/width)
			tile2AVX512(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, colStride,
				&p.data[j*p.rows], p.rows, first(p.cols-j), further*size)
		}
		i += 2
	}
	if m > i {
		for j := 0; j < p.cols; j += 4 * width {
			further := (p.cols - j - 1) / width // panels beyond are replaced by the last, unwritten
			tile1AVX512(&c[i*ldc+j], &a[i*rowStride], colStride, &p.data[j*p.rows], p.rows,
				first(p.cols-j), first(p.cols-j-2*width), min(1, further)*size, min(2, further)*size, min(3, further)*size)
		}
	}
}

// first has the lowest n bits set, all of them if there are fewer, none if n is negative.
func first(n int) uint64 { return 1<<max(n, 0) - 1 }

// mulAddAVX2 covers C with tiles of six, four, two rows and one.
func (p *Panels) mulAddAVX2(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	const half = width / 2
	i := 0
	for j := 0; j < p.cols && m >= 4; j += half {
		panel := &p.data[j/width*p.rows*width+j%width]
		mask, partial := firstColumns(p.cols-j, half)
		for i = 0; m-i >= 6; i += 6 {
			tile6AVX2(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, colStride, panel, p.rows, mask, partial)
		}
		if m-i >= 4 {
			tile4AVX2(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, colStride, panel, p.rows, mask, partial)
			i += 4
		}
	}
	if m-i >= 2 {
		for j := 0; j < p.cols; j += width {
			mask, partial := firstColumns(p.cols-j, width)
			tile2AVX2(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, colStride, &p.data[j*p.rows], p.rows, mask, partial)
		}
		i += 2
	}
	if m > i {
		for j := 0; j < p.cols; j += 2 * width {
			mask, partial := firstColumns(p.cols-j, 2*width)
			further := min(1, (p.cols-j-1)/width) // a second panel is replaced by the last, unwritten
			tile1AVX2(&c[i*ldc+j], &a[i*rowStride], colStride, &p.data[j*p.rows], p.rows, mask, partial, further*p.rows*width)
		}
	}
}

// columnMasks has a row of set lanes and a row of unset ones.
var columnMasks = func() (masks [4 * width]int32) {
	for i := range 2 * width {
		masks[i] = -1
	}
	return masks
}()

// firstColumns is the mask of the first n columns, and 1 if a tile has more of them.
func firstColumns(n, tile int) (mask *int32, partial int) {
	if n < tile {
		partial = 1
	}
	return &columnMasks[2*width-min(n, 2*width)], partial
}

// packEights packs whole squares of eight columns and eight rows that are stored by columns,
// and returns how many rows are done in groups of eight columns.
func packEights(panel, b []float32, rows, cols, colStride int) (done int) {
	if path < avx2 || rows < 8 {
		return 0
	}
	for j := 0; j+8 <= cols; j += 8 {
		packEightAVX2(&panel[j], &b[j*colStride], colStride, rows/8)
	}
	return rows &^ 7
}

//go:noescape
func packEightAVX2(panel, b *float32, colStride, squares int)

//go:noescape
func tile12AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64)

//go:noescape
func tile8AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64)

//go:noescape
func tile4AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64)

//go:noescape
func tile2AVX512(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask uint64, apart int)

//go:noescape
func tile1AVX512(c *float32, a *float32, colStride int, panel *float32, depth int, low, high uint64, apart1, apart2, apart3 int)

//go:noescape
func tile6AVX2(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask *int32, partial int)

//go:noescape
func tile4AVX2(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask *int32, partial int)

//go:noescape
func tile2AVX2(c *float32, ldc int, a *float32, rowStride, colStride int, panel *float32, depth int, mask *int32, partial int)

//go:noescape
func tile1AVX2(c *float32, a *float32, colStride int, panel *float32, depth int, mask *int32, partial, apart int)

// peakAVX512 and peakAVX2 are for benchmarks: they multiply and add in registers, without memory.
//
//go:noescape
func peakAVX512(rounds int)

//go:noescape
func peakAVX2(rounds int)
