package loops

import "math"

// geluTerms are the bound of |x| beyond which tails are 0, one half, the coefficients of z⁸, z⁷ … of
// the polynomial p, of degree 8 and with p(0) = 1, with the least error of z·Q(z) ≈ z·½ p(z)⁻⁸, z < 6
// (4.8e-8, by Lawson's algorithm), where Q(z) = 1 − Φ(z) is the tail of the normal distribution; then
// √(2/π), 0.044715·√(2/π) and three times that, the lower bound, 1/√(2π), and −½.
var geluTerms = [...]lanes{
	all(16), all(0.5),
	all(2.9324961527e-6), all(-1.6747247408e-5), all(9.758234766e-5), all(1.1135041079e-4),
	all(9.8066308725e-4), all(8.5916311423e-3), all(4.4788801537e-2), all(9.9732495292e-2), all(1),
	all(0.797884560803), all(0.0356774081363), all(0.107032224409), all(-16), all(0.398942280401), all(-0.5),
}

// signless has all bits but that of the sign.
var signless = func() (bits [16]int32) {
	for i := range bits {
		bits[i] = math.MaxInt32
	}
	return bits
}()

// tail1 is |x| up to its bound, and the tail Q of the normal distribution beyond it.
func tail1(x float32) (z, q float32) {
	t := func(i int) float32 { return geluTerms[i][0] }
	z = within(math.Float32frombits(math.Float32bits(x)&uint32(signless[0])), 0, t(0))
	p := t(2)
	for i := 3; i <= 10; i++ {
		p = fma(p, z, t(i))
	}
	p *= p
	p *= p
	return z, t(1) / float32(p*p)
}

// GELU sets dst to x·Φ(x) for each x, Φ being the distribution function of the normal distribution
// (Hendrycks and Gimpel 2016). The absolute error is below 2e-7 before the last rounding. NaN stays NaN.
func GELU(dst, x []float32) { gelu(dst[:len(x)], x) }

func geluPlain(dst, x []float32) {
	for i, v := range x {
		z, q := tail1(v)
		if v < 0 {
			v = 0
		}
		dst[i] = fma(-z, q, v)
	}
}

// GELUBack sets dx to the gradient of the inputs x of [GELU], given the gradient dy of its results:
// dy·(Φ(x) + x·φ(x)), φ being the normal density. dx may be dy. The absolute error of the derivative
// is below 9e-7.
func GELUBack(dx, dy, x []float32) { geluBack(dx[:len(x)], dy[:len(x)], x) }

func geluBackPlain(dx, dy, x []float32) {
	t := func(i int) float32 { return geluTerms[i][0] }
	for i, v := range x {
		z, q := tail1(v)
		density := exp1(float32(float32(z*z)*t(16))) * t(15)
		negative := math.Float32bits(v) &^ uint32(signless[0])
		odd := math.Float32frombits(math.Float32bits(fma(z, density, t(1)-q)) | negative)
		dx[i] = dy[i] * (odd + t(1))
	}
}

// GELUTanh sets dst to the approximation of [GELU] that BERT's first implementation and GPT use
// ("gelu_new"), ½x·(1 + tanh(√(2/π)·(x + 0.044715·x³))), for each x. The absolute error is below
// 7e-7 before the last rounding. NaN stays NaN.
func GELUTanh(dst, x []float32) { geluTanh(dst[:len(x)], x) }

func geluTanhPlain(dst, x []float32) {
	t := func(i int) float32 { return geluTerms[i][0] }
	for i, v := range x {
		v = within(v, t(14), float32(math.Inf(1)))
		slope := fma(t(12), float32(v*v), t(11))
		y := tanh1(v * slope)
		half := v * t(1)
		dst[i] = fma(half, y, half)
	}
}

// GELUTanhBack sets dx to the gradient of the inputs x of [GELUTanh], given the gradient dy of its
// results. dx may be dy. The absolute error of the derivative is below 5e-6.
func GELUTanhBack(dx, dy, x []float32) { geluTanhBack(dx[:len(x)], dy[:len(x)], x) }

func geluTanhBackPlain(dx, dy, x []float32) {
	t := func(i int) float32 { return geluTerms[i][0] }
	for i, v := range x {
		v = within(v, t(14), t(0))
		u := v * v
		y := tanh1(v * fma(t(12), u, t(11)))
		steep := float32(float32(v*fma(-y, y, 1)) * fma(t(13), u, t(11))) // x·tanh′·slope
		dx[i] = dy[i] * fma(steep+y, t(1), t(1))
	}
}
