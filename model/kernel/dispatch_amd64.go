package kernel

import "golang.org/x/sys/cpu"

// best is the fastest way that the processor and the operating system support.
func best() int {
	switch x := &cpu.X86; {
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX2 && x.HasFMA && x.HasF16C:
		return avx512
	case x.HasAVX2 && x.HasFMA && x.HasF16C:
		return avx2
	}
	return sse2 // which amd64 always has
}

// use makes the loops those of a way that the processor supports, and returns it.
func use(way int) int {
	add, addScaled, leaky, exp = addPlain, addScaledPlain, leakyPlain, expPlain
	cell, cellBack = cellPlain, cellBackPlain
	gelu, geluBack = geluPlain, geluBackPlain
	geluTanh, geluTanhBack = geluTanhPlain, geluTanhBackPlain
	expScaled, multiply, softmaxBack = expScaledPlain, multiplyPlain, softmaxBackPlain
	normalize, normalizeBack, gainBack = normalizePlain, normalizeBackPlain, gainBackPlain
	addBytes, addWords, addInts, mix, deal = addBytesPlain, addWordsPlain, addIntsPlain, mixPlain, dealPlain
	if way >= sse2 {
		addBytes, addWords, addInts = addBytesSSE2, addWordsSSE2, addIntsSSE2
	}
	if way >= avx2 {
		add, addScaled, leaky, exp = addAVX2, addScaledAVX2, leakyAVX2, expAVX2
		cell, cellBack = cellAVX2, cellBackAVX2
		gelu, geluBack = geluAVX2, geluBackAVX2
		geluTanh, geluTanhBack = geluTanhAVX2, geluTanhBackAVX2
		expScaled, multiply, softmaxBack = expScaledAVX2, multiplyAVX2, softmaxBackAVX2
		normalize, normalizeBack, gainBack = normalizeAVX2, normalizeBackAVX2, gainBackAVX2
		addBytes, addWords = addBytesAVX2, addWordsAVX2
	}
	if way >= avx512 {
		add, addScaled, leaky, exp = addAVX512, addScaledAVX512, leakyAVX512, expAVX512
		cell, cellBack = cellAVX512, cellBackAVX512
		gelu, geluBack = geluAVX512, geluBackAVX512
		geluTanh, geluTanhBack = geluTanhAVX512, geluTanhBackAVX512
		expScaled, multiply, softmaxBack = expScaledAVX512, multiplyAVX512, softmaxBackAVX512
		normalize, normalizeBack, gainBack = normalizeAVX512, normalizeBackAVX512, gainBackAVX512
		addBytes, addWords, mix, deal = addBytesAVX512, addWordsAVX512, mixAVX512, dealAVX512
	}
	return way
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

func sum(lanes *[16]float64, x []float32) {
	whole := len(x) &^ 15
	switch path {
	case avx512:
		sumAVX512(lanes, x[:whole])
	case avx2:
		sumAVX2(lanes, x[:whole])
	default:
		whole = 0
	}
	sumPlain(lanes, x[whole:])
}

func sumSquares(lanes *[16]float64, x []float32, center float64) {
	whole := len(x) &^ 15
	switch path {
	case avx512:
		sumSquaresAVX512(lanes, x[:whole], center)
	case avx2:
		sumSquaresAVX2(lanes, x[:whole], center)
	default:
		whole = 0
	}
	sumSquaresPlain(lanes, x[whole:], center)
}

func dot(lanes *[16]float64, x, y []float32) {
	whole := len(x) &^ 15
	switch path {
	case avx512:
		dotAVX512(lanes, x[:whole], y)
	case avx2:
		dotAVX2(lanes, x[:whole], y)
	default:
		whole = 0
	}
	dotPlain(lanes, x[whole:], y[whole:])
}

func largest(most *lanes, x []float32) {
	whole := len(x) &^ 15
	switch {
	case path == avx512 && whole > 0:
		largestAVX512(most, x[:whole])
	case path == avx2 && whole > 0:
		largestAVX2(most, x[:whole])
	default:
		whole = 0
	}
	largestPlain(most, x[whole:])
}

func magnitude(most *[16]int32, x []float32) {
	whole := len(x) &^ 15
	switch {
	case path == avx512 && whole > 0:
		magnitudeAVX512(most, x[:whole])
	case path == avx2 && whole > 0:
		magnitudeAVX2(most, x[:whole])
	default:
		whole = 0
	}
	magnitudePlain(most, x[whole:])
}

func quantize(dst []uint8, x []float32, factor float32) {
	whole := len(x) &^ 15
	switch {
	case path == avx512 && whole > 0:
		quantizeAVX512(dst, x[:whole], factor)
	case path == avx2 && whole > 0:
		quantizeAVX2(dst, x[:whole], factor)
	default:
		whole = 0
	}
	quantizePlain(dst[whole:], x[whole:], factor)
}

func toHalf(dst []Half, x []float32) {
	whole := len(x) &^ 15
	switch {
	case path == avx512 && whole > 0:
		toHalfAVX512(dst, x[:whole])
	case path == avx2 && whole > 0:
		toHalfAVX2(dst, x[:whole])
	default:
		whole = 0
	}
	toHalfPlain(dst[whole:], x[whole:])
}

func fromHalf(dst []float32, x []Half) {
	whole := len(x) &^ 15
	switch {
	case path == avx512 && whole > 0:
		fromHalfAVX512(dst, x[:whole])
	case path == avx2 && whole > 0:
		fromHalfAVX2(dst, x[:whole])
	default:
		whole = 0
	}
	fromHalfPlain(dst[whole:], x[whole:])
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

// Loops that are called through variables (see add), where a promise of go:noescape would have no effect.

func addAVX2(dst, row []float32)
func addAVX512(dst, row []float32)
func addScaledAVX2(dst, row []float32, factor float32)
func addScaledAVX512(dst, row []float32, factor float32)
func leakyAVX2(dst, row []float32, slope float32)
func leakyAVX512(dst, row []float32, slope float32)
func expAVX2(dst, row []float32)
func expAVX512(dst, row []float32)
func cellAVX2(h, c, tanhC, gates, c0 []float32)
func cellAVX512(h, c, tanhC, gates, c0 []float32)
func cellBackAVX2(dgates, dc, dh, gates, tanhC, c0 []float32)
func cellBackAVX512(dgates, dc, dh, gates, tanhC, c0 []float32)
func geluAVX2(dst, row []float32)
func geluAVX512(dst, row []float32)
func geluBackAVX2(dx, dy, x []float32)
func geluBackAVX512(dx, dy, x []float32)
func geluTanhAVX2(dst, row []float32)
func geluTanhAVX512(dst, row []float32)
func geluTanhBackAVX2(dx, dy, x []float32)
func geluTanhBackAVX512(dx, dy, x []float32)
func expScaledAVX2(dst, row []float32, scale, shift float32)
func expScaledAVX512(dst, row []float32, scale, shift float32)
func multiplyAVX2(dst []float32, factor float32)
func multiplyAVX512(dst []float32, factor float32)
func softmaxBackAVX2(dx, dy, x []float32, scale, mean float32)
func softmaxBackAVX512(dx, dy, x []float32, scale, mean float32)
func normalizeAVX2(dst, row, gain, bias []float32, mean, inverse float32)
func normalizeAVX512(dst, row, gain, bias []float32, mean, inverse float32)
func gainBackAVX2(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32)
func gainBackAVX512(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32)
func normalizeBackAVX2(dst, row []float32, mean, inverse, level, along float32)
func normalizeBackAVX512(dst, row []float32, mean, inverse, level, along float32)
func mixAVX512(hashes, values []uint64, slots []int32)
func dealAVX512(lists *Lists, names []uint32)
func addBytesAVX2(dst []int16, table []byte, starts []uint32)
func addBytesAVX512(dst []int16, table []byte, starts []uint32)
func addBytesSSE2(dst []int16, table []byte, starts []uint32)
func addWordsAVX2(dst []int32, table []byte, starts []uint32)
func addWordsAVX512(dst []int32, table []byte, starts []uint32)
func addWordsSSE2(dst []int32, table []byte, starts []uint32)
func addIntsSSE2(dst []float32, low []int16, high []int32, factor float32)

// Loops that are called by name: their arguments may stay on the stack.

//go:noescape
func adamAVX512(w, g, m, v []float32, c *[7]float32)

//go:noescape
func adamAVX2(w, g, m, v []float32, c *[7]float32)

//go:noescape
func addRowsAVX512(dst, table []float32, starts []uint32)

//go:noescape
func addRowsAVX2(dst, table []float32, starts []uint32)

//go:noescape
func findAVX2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func findSSE2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func sumAVX512(lanes *[16]float64, x []float32)

//go:noescape
func sumAVX2(lanes *[16]float64, x []float32)

//go:noescape
func sumSquaresAVX512(lanes *[16]float64, x []float32, center float64)

//go:noescape
func sumSquaresAVX2(lanes *[16]float64, x []float32, center float64)

//go:noescape
func dotAVX512(lanes *[16]float64, x, y []float32)

//go:noescape
func dotAVX2(lanes *[16]float64, x, y []float32)

//go:noescape
func largestAVX512(most *lanes, x []float32)

//go:noescape
func largestAVX2(most *lanes, x []float32)

//go:noescape
func magnitudeAVX512(most *[16]int32, x []float32)

//go:noescape
func magnitudeAVX2(most *[16]int32, x []float32)

//go:noescape
func quantizeAVX512(dst []uint8, x []float32, factor float32)

//go:noescape
func quantizeAVX2(dst []uint8, x []float32, factor float32)

//go:noescape
func toHalfAVX512(dst []Half, x []float32)

//go:noescape
func toHalfAVX2(dst []Half, x []float32)

//go:noescape
func fromHalfAVX512(dst []float32, x []Half)

//go:noescape
func fromHalfAVX2(dst []float32, x []Half)
