//go:build !amd64

package kernel

// Loops that only amd64 has in assembly.

func (p *Panels8) mulAdd(c []float32, ldc int, a []uint8, rowStride int, scales []float32) {
	p.mulAddPlain(c, ldc, a, rowStride, scales)
}

func packEights([]float32, []float32, int, int, int) (done int) { return 0 }

func find(values []uint32, table []Bucket, keys []uint64, _ []byte) { findPlain(values, table, keys) }

func sum(lanes *[16]float64, x []float32) { sumPlain(lanes, x) }

func sumSquares(lanes *[16]float64, x []float32, center float64) { sumSquaresPlain(lanes, x, center) }

func dot(lanes *[16]float64, x, y []float32) { dotPlain(lanes, x, y) }

func largest(most *lanes, x []float32) { largestPlain(most, x) }

func magnitude(most *[16]int32, x []float32) { magnitudePlain(most, x) }

func quantize(dst []uint8, x []float32, factor float32) { quantizePlain(dst, x, factor) }

func toHalf(dst []Half, x []float32) { toHalfPlain(dst, x) }

func fromHalf(dst []float32, x []Half) { fromHalfPlain(dst, x) }
