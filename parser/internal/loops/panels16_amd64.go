package loops

import "golang.org/x/sys/cpu"

// bfloat16 is whether the processor multiplies tiles of bfloat16. Only tests change it.
var bfloat16 = cpu.X86.HasAMXTile && cpu.X86.HasAMXBF16 && cpu.X86.HasAVX512BF16 && path == avx512 && allowTiles()

func (p *Panels16) apply(c []float32, ldc int, a *rows16, m int) {
	if !bfloat16 {
		p.applyPlain(c, ldc, a, m)
		return
	}
	var sums [tall * width]float32
	for j := 0; j < p.cols; j += width {
		panelBF16(&c[j], ldc, &a.data[0], a.rows, m, &p.data[j*p.depth()], p.depth()/deep, first(p.cols-j), &amxShape, &sums)
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

//go:noescape
func roundPairsBF16(dst *uint16, src *float32, pairs int)

//go:noescape
func roundRowBF16(dst *uint16, src *float32, strips int)
