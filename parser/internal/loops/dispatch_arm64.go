package loops

// neon is what arm64 has besides plain.
const neon = 1

var names = [...]string{plain: "plain", neon: "neon"}

// use makes the loops those of a way, and returns it.
func use(way int) int {
	usePlain()
	if way >= neon {
		add, addScaled, leaky, exp = addNEON, addScaledNEON, leakyNEON, expNEON
		cell, cellBack = cellNEON, cellBackNEON
		gelu, geluBack = geluNEON, geluBackNEON
		geluTanh, geluTanhBack = geluTanhNEON, geluTanhBackNEON
		expScaled, multiply, softmaxBack = expScaledNEON, multiplyNEON, softmaxBackNEON
		normalize, normalizeBack, gainBack = normalizeNEON, normalizeBackNEON, gainBackNEON
	}
	return way
}

func softmax(x []float32, scale float32) { softmaxByLoops(x, scale) }

func adam(w, g, m, v []float32, c *[7]float32) {
	if path < neon {
		adamPlain(w, g, m, v, c)
	} else {
		adamNEON(w, g, m, v, c)
	}
}

// Loops that are called through variables (see add), where a promise of go:noescape would have no effect.

func addNEON(dst, row []float32)
func addScaledNEON(dst, row []float32, factor float32)
func leakyNEON(dst, row []float32, slope float32)
func expNEON(dst, row []float32)
func cellNEON(h, c, tanhC, gates, c0 []float32)
func cellBackNEON(dgates, dc, dh, gates, tanhC, c0 []float32)
func geluNEON(dst, row []float32)
func geluBackNEON(dx, dy, x []float32)
func geluTanhNEON(dst, row []float32)
func geluTanhBackNEON(dx, dy, x []float32)
func expScaledNEON(dst, row []float32, scale, shift float32)
func multiplyNEON(dst []float32, factor float32)
func softmaxBackNEON(dx, dy, x []float32, scale, mean float32)
func normalizeNEON(dst, row, gain, bias []float32, mean, inverse float32)
func gainBackNEON(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32)
func normalizeBackNEON(dst, row []float32, mean, inverse, level, along float32)

// Loops that are called by name: their arguments may stay on the stack.

//go:noescape
func adamNEON(w, g, m, v []float32, c *[7]float32)
