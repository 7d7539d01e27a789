package kernel

// Prefetch asks for the memory of row, which is about to be added.
//
//go:noescape
func Prefetch(row []float32)

//go:noescape
func addSSE(dst, row []float32)

func add(dst, row []float32)                       { addSSE(dst, row) }
func addScaled(dst, row []float32, factor float32) { addScaledPlain(dst, row, factor) }
func sumSquares(lanes *[16]float64, x []float32)   { sumSquaresPlain(lanes, x) }
func adam(w, g, m, v []float32, c *[8]float32)     { adamPlain(w, g, m, v, c) }
func tanh(dst, x []float32)                        { tanhPlain(dst, x) }
func sigmoid(dst, x []float32)                     { sigmoidPlain(dst, x) }
func exp(dst, x []float32)                         { expPlain(dst, x) }
func leaky(dst, x []float32, slope float32)        { leakyPlain(dst, x, slope) }
func cell(h, c, tanhC, gates, c0 []float32)        { cellPlain(h, c, tanhC, gates, c0) }
func cellBack(dgates, dc, dh, gates, tanhC, c0 []float32) {
	cellBackPlain(dgates, dc, dh, gates, tanhC, c0)
}
