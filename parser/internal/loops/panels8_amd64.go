package loops

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// vnni and avxVNNI are whether the processor adds products of four bytes at once: in vectors of
// AVX-512, or of AVX2. Only tests change them.
var vnni, avxVNNI = cpu.X86.HasAVX512VNNI, cpu.X86.HasAVXVNNI

// amx is whether it multiplies tiles of bytes, too. Only tests change it.
var amx = cpu.X86.HasAMXTile && cpu.X86.HasAMXInt8 && allowTiles()

func (p *Panels8) apply(c []float32, ldc int, a *Rows8) {
	switch {
	case path < avx2 || p.rows == 0:
		p.applyPlain(c, ldc, a)
	case path == avx512 && vnni:
		done := 0
		if amx {
			done = p.applyAMX(c, ldc, a)
		}
		p.applyVNNI(c[min(done*ldc, len(c)):], ldc, a.data[done*a.stride:], a.stride, a.steps[done:])
	case avxVNNI:
		p.applyAVXVNNI(c, ldc, a.data, a.stride, a.steps)
	default:
		p.applyAVX2(c, ldc, a)
	}
}

// amxShape says that all tiles have 16 rows of 64 bytes: the palette 1, then bytes of a row and rows of each tile.
var amxShape = func() (shape [64]uint8) {
	shape[0] = 1
	for t := range 8 {
		shape[16+2*t], shape[48+t] = 64, 16
	}
	return shape
}()

// applyAMX covers the rows of C in blocks of 32, and returns their number. A last block is worth it from eight rows on, and
// multiplies what stands beyond those of A, too.
func (p *Panels8) applyAMX(c []float32, ldc int, a *Rows8) int {
	const least = 8
	m := len(a.steps)
	if m%tall < least || cap(a.data) < inBlocks(m)*a.stride {
		m -= m % tall
	}
	if m == 0 {
		return 0
	}
	var sums [tall * width]int32
	for j := 0; j < p.cols; j += width {
		panelAMX(&c[j], ldc, &a.data[0], a.stride, &a.steps[0], m,
			&p.column(j)[0], padded(p.rows)/inTile, &p.columns[j/width], first(p.cols-j), &amxShape, &sums)
	}
	return m
}

// applyVNNI covers C with tiles of twelve and four rows and of one, panel by panel.
func (p *Panels8) applyVNNI(c []float32, ldc int, a []uint8, rowStride int, steps []Steps) {
	groups, m := p.groups(), len(steps)
	for j := 0; j < p.cols; j += width {
		panel, of, mask, i := &p.column(j)[0], &p.columns[j/width], first(p.cols-j), 0
		for ; m-i >= 12; i += 12 {
			tile12VNNI(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, &steps[i], panel, groups, of, mask)
		}
		for ; m-i >= 4; i += 4 {
			tile4VNNI(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, &steps[i], panel, groups, of, mask)
		}
		for ; i < m; i++ {
			tile1VNNI(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, &steps[i], panel, padded(p.rows)/(4*inGroup), of, mask)
		}
	}
}

// applyAVXVNNI covers C with tiles of half a panel and six rows, two, or one.
func (p *Panels8) applyAVXVNNI(c []float32, ldc int, a []uint8, rowStride int, steps []Steps) {
	const half = width / 2
	groups, m := p.groups(), len(steps)
	for j := 0; j < p.cols; j += half {
		panel, of, i := &p.column(j)[0], &p.columns[j/width].starts[j%width], 0
		mask, partial := firstColumns(p.cols-j, half)
		for ; m-i >= 6; i += 6 {
			tile6AVXVNNI(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, &steps[i], panel, groups, of, mask, partial)
		}
		for ; m-i >= 2; i += 2 {
			tile2AVXVNNI(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, &steps[i], panel, groups, of, mask, partial)
		}
		for ; i < m; i++ {
			tile1AVXVNNI(&c[i*ldc+j], ldc, &a[i*rowStride], rowStride, &steps[i], panel, groups, of, mask, partial)
		}
	}
}

// rowsWidened is the number of rows that applyAVX2 widens at once, so that they stay in the second cache.
const rowsWidened = 48

// applyAVX2 widens rows of A to 16 bits, and covers those of C with tiles of a quarter of a panel and six rows, or one.
func (p *Panels8) applyAVX2(c []float32, ldc int, a *Rows8) {
	const quarter = width / 4
	groups := p.groups()
	for from := 0; from < len(a.steps); from += rowsWidened {
		m := min(rowsWidened, len(a.steps)-from)
		a.wide = slices.Grow(a.wide[:0], m*a.stride)[:m*a.stride]
		widenAVX2(a.wide, a.data[from*a.stride:][:m*a.stride])
		for j := 0; j < p.cols; j += quarter {
			panel, of, i := &p.column(j)[0], &p.columns[j/width].starts[j%width], 0
			mask, partial := firstColumns(p.cols-j, quarter)
			for ; m-i >= 6; i += 6 {
				tile6BytesAVX2(&c[(from+i)*ldc+j], ldc, &a.wide[i*a.stride], 2*a.stride, &a.steps[from+i], panel, groups, of, mask, partial)
			}
			for ; i < m; i++ {
				tile1BytesAVX2(&c[(from+i)*ldc+j], ldc, &a.wide[i*a.stride], 2*a.stride, &a.steps[from+i], panel, groups, of, mask, partial)
			}
		}
	}
}

//go:noescape
func panelAMX(c *float32, ldc int, a *uint8, rowStride int, steps *Steps, rows int,
	panel *int8, depth int, of *columns, mask uint64, shape *[64]uint8, sums *[1024]int32)

//go:noescape
func tile12VNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
	panel *int8, groups int, of *columns, mask uint64)

//go:noescape
func tile4VNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
	panel *int8, groups int, of *columns, mask uint64)

//go:noescape
func tile1VNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
	panel *int8, fours int, of *columns, mask uint64)

//go:noescape
func tile6BytesAVX2(c *float32, ldc int, a *int16, rowStride int, steps *Steps,
	panel *int8, groups int, starts *int32, mask *int32, partial int)

//go:noescape
func tile1BytesAVX2(c *float32, ldc int, a *int16, rowStride int, steps *Steps,
	panel *int8, groups int, starts *int32, mask *int32, partial int)

//go:noescape
func tile6AVXVNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
	panel *int8, groups int, starts *int32, mask *int32, partial int)

//go:noescape
func tile2AVXVNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
	panel *int8, groups int, starts *int32, mask *int32, partial int)

//go:noescape
func tile1AVXVNNI(c *float32, ldc int, a *uint8, rowStride int, steps *Steps,
	panel *int8, groups int, starts *int32, mask *int32, partial int)

//go:noescape
func widenAVX2(dst []int16, bytes []uint8)
