//go:build !amd64

package kernel

// Loops that only amd64 has in assembly.

func (p *Panels8) mulAdd(c []float32, ldc int, a []uint8, rowStride int, scales []float32) {
	p.mulAddPlain(c, ldc, a, rowStride, scales)
}

func packEights([]float32, []float32, int, int, int) (done int) { return 0 }
