package loops

// Loops over whole sixteens of elements. What is left is for plain Go, which none of them spends much time on.

// sixteens is how many of n elements are for assembly.
func sixteens(n int) int {
	if path < neon {
		return 0
	}
	return n &^ 15
}

func sum(lanes *[16]float64, x []float32) {
	whole := sixteens(len(x))
	sumNEON(lanes, x[:whole])
	sumPlain(lanes, x[whole:])
}

func sumSquares(lanes *[16]float64, x []float32, center float64) {
	whole := sixteens(len(x))
	sumSquaresNEON(lanes, x[:whole], center)
	sumSquaresPlain(lanes, x[whole:], center)
}

func dot(lanes *[16]float64, x, y []float32) {
	whole := sixteens(len(x))
	dotNEON(lanes, x[:whole], y)
	dotPlain(lanes, x[whole:], y[whole:])
}

func largest(most *lanes, x []float32) {
	whole := sixteens(len(x))
	largestNEON(most, x[:whole])
	largestPlain(most, x[whole:])
}

func extremes(least, most *[16]int32, x []float32) {
	whole := sixteens(len(x))
	extremesNEON(least, most, x[:whole])
	extremesPlain(least, most, x[whole:])
}

func quantize(dst []uint8, x []float32, middle, factor float32) {
	whole := sixteens(len(x))
	quantizeNEON(dst, x[:whole], middle, factor)
	quantizePlain(dst[whole:], x[whole:], middle, factor)
}

//go:noescape
func sumNEON(lanes *[16]float64, x []float32)

//go:noescape
func sumSquaresNEON(lanes *[16]float64, x []float32, center float64)

//go:noescape
func dotNEON(lanes *[16]float64, x, y []float32)

//go:noescape
func largestNEON(most *lanes, x []float32)

//go:noescape
func extremesNEON(least, most *[16]int32, x []float32)

//go:noescape
func quantizeNEON(dst []uint8, x []float32, middle, factor float32)
