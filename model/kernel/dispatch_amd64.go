package kernel

import "golang.org/x/sys/cpu"

// best is the fastest way that the processor and the operating system support.
func best() int {
	switch x := &cpu.X86; {
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX2 && x.HasFMA:
		return avx512
	case x.HasAVX2 && x.HasFMA:
		return avx2
	}
	return sse2 // which amd64 always has
}

func add(dst, row []float32) {
	switch path {
	case avx512:
		addAVX512(dst, row)
	case avx2:
		addAVX2(dst, row)
	default:
		addPlain(dst, row)
	}
}

func addScaled(dst, row []float32, factor float32) {
	switch path {
	case avx512:
		addScaledAVX512(dst, row, factor)
	case avx2:
		addScaledAVX2(dst, row, factor)
	default:
		addScaledPlain(dst, row, factor)
	}
}

func leaky(dst, row []float32, slope float32) {
	switch path {
	case avx512:
		leakyAVX512(dst, row, slope)
	case avx2:
		leakyAVX2(dst, row, slope)
	default:
		leakyPlain(dst, row, slope)
	}
}

func exp(dst, row []float32) {
	switch path {
	case avx512:
		expAVX512(dst, row)
	case avx2:
		expAVX2(dst, row)
	default:
		expPlain(dst, row)
	}
}

func adam(w, g, m, v []float32, c *[7]float32) {
	switch path {
	case avx512:
		adamAVX512(w, g, m, v, c)
	case avx2:
		adamAVX2(w, g, m, v, c)
	default:
		adamPlain(w, g, m, v, c)
	}
}

func cell(h, c, tanhC, gates, c0 []float32) {
	switch path {
	case avx512:
		cellAVX512(h, c, tanhC, gates, c0)
	case avx2:
		cellAVX2(h, c, tanhC, gates, c0)
	default:
		cellPlain(h, c, tanhC, gates, c0)
	}
}

func cellBack(dgates, dc, dh, gates, tanhC, c0 []float32) {
	switch path {
	case avx512:
		cellBackAVX512(dgates, dc, dh, gates, tanhC, c0)
	case avx2:
		cellBackAVX2(dgates, dc, dh, gates, tanhC, c0)
	default:
		cellBackPlain(dgates, dc, dh, gates, tanhC, c0)
	}
}

func sumSquares(lanes *[16]float64, x []float32) {
	whole := len(x) &^ 15
	switch path {
	case avx512:
		sumSquaresAVX512(lanes, x[:whole])
	case avx2:
		sumSquaresAVX2(lanes, x[:whole])
	default:
		whole = 0
	}
	sumSquaresPlain(lanes, x[whole:])
}

func addRows(dst, table []float32, starts []uint32) {
	switch path {
	case avx512:
		addRowsAVX512(dst, table, starts)
	case avx2:
		addRowsAVX2(dst, table, starts)
	default:
		addRowsPlain(dst, table, starts)
	}
}

func find(values []uint32, table []Bucket, keys []uint64, rows []byte) {
	switch path {
	case plain:
		findPlain(values, table, keys)
	case sse2:
		findSSE2(values, table, keys, rows)
	default:
		findAVX2(values, table, keys, rows)
	}
}

func deal(lists *Lists, names []uint32) {
	if path == avx512 {
		dealAVX512(lists, names)
	} else {
		dealPlain(lists, names)
	}
}

func mix(hashes, values []uint64, slots []int32) {
	if path == avx512 {
		mixAVX512(hashes, values, slots)
	} else {
		mixPlain(hashes, values, slots)
	}
}

func addBytes(dst []int16, table []byte, starts []uint32) {
	switch path {
	case avx512:
		addBytesAVX512(dst, table, starts)
	case avx2:
		addBytesAVX2(dst, table, starts)
	case sse2:
		addBytesSSE2(dst, table, starts)
	default:
		addBytesPlain(dst, table, starts)
	}
}

func addWords(dst []int32, table []byte, starts []uint32) {
	switch path {
	case avx512:
		addWordsAVX512(dst, table, starts)
	case avx2:
		addWordsAVX2(dst, table, starts)
	case sse2:
		addWordsSSE2(dst, table, starts)
	default:
		addWordsPlain(dst, table, starts)
	}
}

func addInts(dst []float32, low []int16, high []int32, factor float32) {
	if path == plain {
		addIntsPlain(dst, low, high, factor)
	} else {
		addIntsSSE2(dst, low, high, factor)
	}
}

//go:noescape
func addAVX512(dst, row []float32)

//go:noescape
func addScaledAVX512(dst, row []float32, factor float32)

//go:noescape
func leakyAVX512(dst, row []float32, slope float32)

//go:noescape
func expAVX512(dst, row []float32)

//go:noescape
func adamAVX512(w, g, m, v []float32, c *[7]float32)

//go:noescape
func cellAVX512(h, c, tanhC, gates, c0 []float32)

//go:noescape
func cellBackAVX512(dgates, dc, dh, gates, tanhC, c0 []float32)

//go:noescape
func sumSquaresAVX512(lanes *[16]float64, x []float32)

//go:noescape
func addAVX2(dst, row []float32)

//go:noescape
func addScaledAVX2(dst, row []float32, factor float32)

//go:noescape
func leakyAVX2(dst, row []float32, slope float32)

//go:noescape
func expAVX2(dst, row []float32)

//go:noescape
func adamAVX2(w, g, m, v []float32, c *[7]float32)

//go:noescape
func cellAVX2(h, c, tanhC, gates, c0 []float32)

//go:noescape
func cellBackAVX2(dgates, dc, dh, gates, tanhC, c0 []float32)

//go:noescape
func sumSquaresAVX2(lanes *[16]float64, x []float32)

//go:noescape
func addRowsAVX512(dst, table []float32, starts []uint32)

//go:noescape
func addRowsAVX2(dst, table []float32, starts []uint32)

//go:noescape
func findAVX2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func findSSE2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func dealAVX512(lists *Lists, names []uint32)

//go:noescape
func mixAVX512(hashes, values []uint64, slots []int32)

//go:noescape
func addBytesAVX512(dst []int16, table []byte, starts []uint32)

//go:noescape
func addBytesAVX2(dst []int16, table []byte, starts []uint32)

//go:noescape
func addBytesSSE2(dst []int16, table []byte, starts []uint32)

//go:noescape
func addWordsAVX512(dst []int32, table []byte, starts []uint32)

//go:noescape
func addWordsAVX2(dst []int32, table []byte, starts []uint32)

//go:noescape
func addWordsSSE2(dst []int32, table []byte, starts []uint32)

//go:noescape
func addIntsSSE2(dst []float32, low []int16, high []int32, factor float32)
