package loops

// The ways that amd64 has besides plain.
const (
	sse2 = iota + 1
	avx2
	avx512
)

var names = [...]string{plain: "plain", sse2: "sse2", avx2: "avx2", avx512: "avx512"}

// use makes the loops those of a way that the processor supports, and returns it.
func use(way int) int {
	usePlain()
	if way >= avx2 {
		add, addScaled, leaky, exp = addAVX2, addScaledAVX2, leakyAVX2, expAVX2
		cell, cellBack = cellAVX2, cellBackAVX2
		gelu, geluBack = geluAVX2, geluBackAVX2
		geluTanh, geluTanhBack = geluTanhAVX2, geluTanhBackAVX2
		expScaled, multiply, softmaxBack = expScaledAVX2, multiplyAVX2, softmaxBackAVX2
		normalize, normalizeBack, gainBack = normalizeAVX2, normalizeBackAVX2, gainBackAVX2
	}
	if way >= avx512 {
		add, addScaled, leaky, exp = addAVX512, addScaledAVX512, leakyAVX512, expAVX512
		cell, cellBack = cellAVX512, cellBackAVX512
		gelu, geluBack = geluAVX512, geluBackAVX512
		geluTanh, geluTanhBack = geluTanhAVX512, geluTanhBackAVX512
		expScaled, multiply, softmaxBack = expScaledAVX512, multiplyAVX512, softmaxBackAVX512
		normalize, normalizeBack, gainBack = normalizeAVX512, normalizeBackAVX512, gainBackAVX512
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

func softmax(x []float32, scale float32) {
	if path == avx512 {
		softmaxAVX512(x, scale)
	} else {
		softmaxByLoops(x, scale)
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

// Loops that are called by name: their arguments may stay on the stack.

//go:noescape
func adamAVX512(w, g, m, v []float32, c *[7]float32)

//go:noescape
func adamAVX2(w, g, m, v []float32, c *[7]float32)

//go:noescape
func softmaxAVX512(x []float32, scale float32)
