package kernel

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
