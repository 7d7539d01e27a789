package loops

// Loops over whole sixteens of elements. What is left is for plain Go, which none of them spends much time on.

// sixteens is how many of n elements are for assembly.
func sixteens(n int) int {
	if path < avx2 {
		return 0
	}
	return n &^ 15
}

func sum(lanes *[16]float64, x []float32) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		sumAVX512(lanes, x[:whole])
	default:
		sumAVX2(lanes, x[:whole])
	}
	sumPlain(lanes, x[whole:])
}

func sumSquares(lanes *[16]float64, x []float32, center float64) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		sumSquaresAVX512(lanes, x[:whole], center)
	default:
		sumSquaresAVX2(lanes, x[:whole], center)
	}
	sumSquaresPlain(lanes, x[whole:], center)
}

func dot(lanes *[16]float64, x, y []float32) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		dotAVX512(lanes, x[:whole], y)
	default:
		dotAVX2(lanes, x[:whole], y)
	}
	dotPlain(lanes, x[whole:], y[whole:])
}

func largest(most *lanes, x []float32) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		largestAVX512(most, x[:whole])
	default:
		largestAVX2(most, x[:whole])
	}
	largestPlain(most, x[whole:])
}

func extremes(least, most *[16]int32, x []float32) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		extremesAVX512(least, most, x[:whole])
	default:
		extremesAVX2(least, most, x[:whole])
	}
	extremesPlain(least, most, x[whole:])
}

func quantize(dst []uint8, x []float32, middle, factor float32) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		quantizeAVX512(dst, x[:whole], middle, factor)
	default:
		quantizeAVX2(dst, x[:whole], middle, factor)
	}
	quantizePlain(dst[whole:], x[whole:], middle, factor)
}

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
func extremesAVX512(least, most *[16]int32, x []float32)

//go:noescape
func extremesAVX2(least, most *[16]int32, x []float32)

//go:noescape
func quantizeAVX512(dst []uint8, x []float32, middle, factor float32)

//go:noescape
func quantizeAVX2(dst []uint8, x []float32, middle, factor float32)
