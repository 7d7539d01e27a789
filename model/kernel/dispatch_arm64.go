package kernel

// neon is what arm64 has besides plain.
const neon = 1

var names = [...]string{plain: "plain", neon: "neon"}

// best is neon, which arm64 always has.
func best() int { return neon }

// use returns a way.
func use(way int) int { return way }

// sixteens is how many of n elements are for assembly.
func sixteens(n int) int {
	if path < neon {
		return 0
	}
	return n &^ 15
}

func toHalf(dst []Half, x []float32) {
	whole := sixteens(len(x))
	toHalfNEON(dst, x[:whole])
	toHalfPlain(dst[whole:], x[whole:])
}

func fromHalf(dst []float32, x []Half) {
	whole := sixteens(len(x))
	fromHalfNEON(dst, x[:whole])
	fromHalfPlain(dst[whole:], x[whole:])
}

//go:noescape
func toHalfNEON(dst []Half, x []float32)

//go:noescape
func fromHalfNEON(dst []float32, x []Half)
