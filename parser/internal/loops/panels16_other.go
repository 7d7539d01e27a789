//go:build !amd64

package loops

// bfloat16 is whether the processor multiplies numbers of bfloat16.
const bfloat16 = false

func (p *Panels16) apply(c []float32, ldc int, a *rows16, m int) { p.applyPlain(c, ldc, a, m) }

func roundPairs(dst []uint16, src []float32) { roundPairsPlain(dst, src) }

func roundRow(dst []uint16, src []float32) { roundRowPlain(dst, src) }
