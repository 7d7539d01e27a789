//go:build !amd64 && !arm64

package loops

var names = [...]string{plain: "plain"}

func use(way int) int { return way }

func adam(w, g, m, v []float32, c *[7]float32) { adamPlain(w, g, m, v, c) }

func softmax(x []float32, scale float32) { softmaxByLoops(x, scale) }

func sum(lanes *[16]float64, x []float32) { sumPlain(lanes, x) }

func sumSquares(lanes *[16]float64, x []float32, center float64) { sumSquaresPlain(lanes, x, center) }

func dot(lanes *[16]float64, x, y []float32) { dotPlain(lanes, x, y) }

func largest(most *lanes, x []float32) { largestPlain(most, x) }

func extremes(least, most *[16]int32, x []float32) { extremesPlain(least, most, x) }

func quantize(dst []uint8, x []float32, middle, factor float32) {
	quantizePlain(dst, x, middle, factor)
}
