//go:build !amd64

package kernel

func best() int { return plain }

func (p *Panels) mulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	p.mulAddPlain(c, ldc, a, rowStride, colStride, m)
}

func packEights([]float32, []float32, int, int, int) (done int) { return 0 }

func find(values []uint32, table []Bucket, keys []uint64, _ []byte) { findPlain(values, table, keys) }

func mix(hashes, values []uint64, slots []int32) { mixPlain(hashes, values, slots) }

func deal(lists *Lists, names []uint32) { dealPlain(lists, names) }

func addBytes(dst []int16, table []byte, starts []uint32) { addBytesPlain(dst, table, starts) }

func addWords(dst []int32, table []byte, starts []uint32) { addWordsPlain(dst, table, starts) }

func addInts(dst []float32, low []int16, high []int32, factor float32) {
	addIntsPlain(dst, low, high, factor)
}

func add(dst, row []float32) { addPlain(dst, row) }

func addRows(dst, table []float32, starts []uint32) { addRowsPlain(dst, table, starts) }

func addScaled(dst, row []float32, factor float32) { addScaledPlain(dst, row, factor) }

func leaky(dst, row []float32, slope float32) { leakyPlain(dst, row, slope) }

func exp(dst, row []float32) { expPlain(dst, row) }

func adam(w, g, m, v []float32, c *[7]float32) { adamPlain(w, g, m, v, c) }

func cell(h, c, tanhC, gates, c0 []float32) { cellPlain(h, c, tanhC, gates, c0) }

func cellBack(dgates, dc, dh, gates, tanhC, c0 []float32) {
	cellBackPlain(dgates, dc, dh, gates, tanhC, c0)
}

func sumSquares(lanes *[16]float64, x []float32) { sumSquaresPlain(lanes, x) }
