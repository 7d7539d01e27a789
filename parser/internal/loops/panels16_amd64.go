package loops

import "golang.org/x/sys/cpu"

// bfloat16 is whether the processor multiplies numbers of bfloat16, and tiles16 whether it does so by tiles of AMX. Only tests
// change them.
var (
	bfloat16 = cpu.X86.HasAVX512BF16 && path == avx512
	tiles16  = bfloat16 && cpu.X86.HasAMXTile && cpu.X86.HasAMXBF16 && allowTiles()
)

func (p *Panels16) apply(c []float32, ldc int, a *rows16, m int) {
	switch {
	case !bfloat16:
		p.applyPlain(c, ldc, a, m)
	case tiles16:
		var sums [tall * width]float32
		for j := 0; j < p.cols; j += width {
			panelBF16(&c[j], ldc, &a.data[0], a.rows, m, &p.data[j*p.depth()], p.depth()/deep, first(p.cols-j), &amxShape, &sums)
		}
	default:
		p.applyDots(c, ldc, a, m)
	}
}

// applyDots covers C with tiles of twelve rows and four.
func (p *Panels16) applyDots(c []float32, ldc int, a *rows16, m int) {
	const whole, few = 12, 4
	for j := 0; j < p.cols; j += width {
		for i := 0; i < m; {
			tile, rows := dots12, whole
			if m-i < whole {
				tile, rows = dots4, few
			}
			tile(&c[i*ldc+j], ldc, &a.data[i*deep], a.rows*deep*2, min(rows, m-i), &p.data[j*p.depth()], p.depth()/deep, first(p.cols-j))
			i += rows
		}
	}
}

func roundPairs(dst []uint16, src []float32) {
	if !bfloat16 {
		roundPairsPlain(dst, src)
	} else if len(dst) > 0 {
		roundPairsBF16(&dst[0], &src[0], len(dst)/(2*width))
	}
}

func roundRow(dst []uint16, src []float32) {
	if !bfloat16 {
		roundRowPlain(dst, src)
	} else if len(dst) > 0 {
		roundRowBF16(&dst[0], &src[0], len(dst)/deep)
	}
}

//go:noescape
func panelBF16(c *float32, ldc int, a *uint16, rows, m int, panel *uint16, depth int, mask uint64, shape *[64]uint8, sums *[1024]float32)

// dots12 and dots4 add m of some rows by a panel to C. strip is the number of bytes to the next 32 columns of A, depth how many of these
// there are.
//
//go:noescape
func dots12(c *float32, ldc int, a *uint16, strip, m int, panel *uint16, depth int, mask uint64)

//go:noescape
func dots4(c *float32, ldc int, a *uint16, strip, m int, panel *uint16, depth int, mask uint64)

//go:noescape
func roundPairsBF16(dst *uint16, src *float32, pairs int)

//go:noescape
func roundRowBF16(dst *uint16, src *float32, strips int)
