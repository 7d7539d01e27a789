package loops

import "math"

// lanes is a constant in every lane of the longest vectors, as the assembly wants it.
type lanes [16]float32

func all(x float32) (v lanes) {
	for i := range v {
		v[i] = x
	}
	return v
}

// tanhTerms are the bound beyond which tanh is ±1, that result, one half, and the
// coefficients of u, u², u³, u⁴ above and below the fraction bar of
// tanh x ≈ x·(1 + …)/(1 + …), u = x²: the rational function with the least relative error
// up to 9 (2.2e-8, by Remez' algorithm).
var tanhTerms = [...]lanes{
	all(9.02), all(-9.02), all(1), all(-1), all(0.5),
	all(0.133839792044), all(0.0034989948431), all(2.06612437247e-5), all(1.34197987316e-8),
	all(0.467173006854), all(0.0258902015934), all(0.000329103641694), all(7.80471925842e-7),
}

// tanh1 is the hyperbolic tangent, as [Cell] computes it. The absolute error is below 3e-7;
// results are within ±1, and are ±1 beyond ±9.02. NaN stays NaN.
func tanh1(x float32) float32 {
	t := func(i int) float32 { return tanhTerms[i][0] }
	x = within(x, t(1), t(0))
	u := x * x
	above := fma(fma(fma(fma(t(8), u, t(7)), u, t(6)), u, t(5)), u, t(2))
	below := fma(fma(fma(fma(t(12), u, t(11)), u, t(10)), u, t(9)), u, t(2))
	return within(x*above/below, t(3), t(2))
}

// within clamps x to the bounds. NaN stays NaN.
func within(x, least, largest float32) float32 {
	switch {
	case x < least:
		return least
	case x > largest:
		return largest
	}
	return x
}

// sigmoid1 is 1/(1 + e⁻ˣ), as [Cell] computes it: ½ tanh ½x + ½. The absolute error is below
// 2e-7; results are within 0 and 1, and reach them beyond ±18.04. NaN stays NaN.
func sigmoid1(x float32) float32 { return fma(tanh1(x*0.5), 0.5, 0.5) }

// expTerms are the bounds outside which e^x is 0 and +Inf; a number that, added, leaves the
// nearest integer in the low bits; 1/ln 2; −ln 2 and what its rounding lost; and the
// coefficients of r⁷, r⁶ … of e^r ≈ 1 + r + r²/2 …, |r| ≤ ½ ln 2 (those of Cephes).
var expTerms = [...]lanes{
	all(-88), all(89), all(0x1.8p23), all(1.44269504089), all(-0.693147182465), all(1.90465429995e-9),
	all(1.9875691500e-4), all(1.3981999507e-3), all(8.3334519073e-3), all(4.1665795894e-2),
	all(1.6666665459e-1), all(5.0000001201e-1), all(1),
}

// expLargest is the largest exponent of float32, and the bias of its exponents.
var expLargest = [16]int32{127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}

// Exp sets dst to e^x for each x. The relative error is below 1.5e-7 down to −87.33, where
// results leave the normal range; they are 0 below −87.69, and +Inf where too large for float32.
// NaN stays NaN.
func Exp(dst, x []float32) { exp(dst[:len(x)], x) }

func expPlain(dst, x []float32) {
	for i, v := range x {
		dst[i] = exp1(v)
	}
}

// exp1 is the specification of Exp for one value: 2ⁿ·e^r with r = x − n·ln 2. Two factors
// make 2ⁿ, since n may be one too large; the smallest n, −127, has the bits of 0.
func exp1(x float32) float32 {
	t := func(i int) float32 { return expTerms[i][0] }
	x = within(x, t(0), t(1))
	shifted := fma(x, t(3), t(2))
	n := shifted - t(2)
	r := fma(n, t(5), fma(n, t(4), x))
	y := t(6)
	for i := 7; i <= 12; i++ {
		y = fma(y, r, t(i))
	}
	y = fma(y, r, t(12))
	bias := expLargest[0]
	power := int32(math.Float32bits(shifted) - math.Float32bits(t(2)))
	most := min(power, bias)
	return y * math.Float32frombits(uint32(most+bias)<<23) * math.Float32frombits(uint32(power-most+bias)<<23)
}

// Leaky sets dst to the larger of x and slope·x for each x: for a slope between 0 and 1 the
// leaky rectified linear unit. NaN stays NaN.
func Leaky(dst, x []float32, slope float32) { leaky(dst[:len(x)], x, slope) }

func leakyPlain(dst, x []float32, slope float32) {
	for i, v := range x {
		if y := slope * v; y > v {
			v = y
		}
		dst[i] = v
	}
}
