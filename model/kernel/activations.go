package kernel

import "math"

// tanhTerms are the bound beyond which tanh is ±1, one half, one, and the coefficients of u,
// u², u³, u⁴ above and below the fraction bar of tanh x ≈ x·(1 + …)/(1 + …), u = x²: the
// rational function with the least relative error up to 9 (2.2e-8, by Remez' algorithm).
var tanhTerms = [...]float32{
	9.02, 0.5, 1,
	0.133839792044, 0.0034989948431, 2.06612437247e-5, 1.34197987316e-8,
	0.467173006854, 0.0258902015934, 0.000329103641694, 7.80471925842e-7,
}

// Tanh sets dst to the hyperbolic tangent of each x. The absolute error is below 3e-7;
// results are within ±1, and are ±1 beyond ±9.02. NaN stays NaN.
func Tanh(dst, x []float32) { tanh(dst[:len(x)], x) }

func tanhPlain(dst, x []float32) {
	for i, v := range x {
		dst[i] = tanh1(v)
	}
}

// tanh1 is the specification of Tanh for one value.
func tanh1(x float32) float32 {
	t := &tanhTerms
	if x > t[0] {
		x = t[0]
	}
	if x < -t[0] {
		x = -t[0]
	}
	u := x * x
	above := fma(fma(fma(fma(t[6], u, t[5]), u, t[4]), u, t[3]), u, t[2])
	below := fma(fma(fma(fma(t[10], u, t[9]), u, t[8]), u, t[7]), u, t[2])
	y := x * above / below
	if y > t[2] {
		y = t[2]
	}
	if y < -t[2] {
		y = -t[2]
	}
	return y
}

// Sigmoid sets dst to 1/(1 + e⁻ˣ) for each x, as ½ tanh ½x + ½. The absolute error is below
// 2e-7; results are within 0 and 1, and are these beyond ±18.04. NaN stays NaN.
func Sigmoid(dst, x []float32) { sigmoid(dst[:len(x)], x) }

func sigmoidPlain(dst, x []float32) {
	for i, v := range x {
		dst[i] = sigmoid1(v)
	}
}

// sigmoid1 is the specification of Sigmoid for one value.
func sigmoid1(x float32) float32 { return fma(tanh1(x*0.5), 0.5, 0.5) }

// expTerms are the bounds outside which e^x is 0 and +Inf; a number that, added, leaves the
// nearest integer in the low bits; 1/ln 2; −ln 2 and what its rounding lost; and the
// coefficients of r⁷, r⁶ … of e^r ≈ 1 + r + r²/2 …, |r| ≤ ½ ln 2 (those of Cephes).
var expTerms = [...]float32{
	-87.33, 89, 0x1.8p23, 1.44269504089, -0.693147182465, 1.90465429995e-9,
	1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1, 1,
}

// Exp sets dst to e^x for each x. The relative error is below 1.5e-7. It is 0 below −87.33,
// where results would leave the normal range, and +Inf where they are too large for float32.
// NaN stays NaN.
func Exp(dst, x []float32) { exp(dst[:len(x)], x) }

func expPlain(dst, x []float32) {
	for i, v := range x {
		dst[i] = exp1(v)
	}
}

// exp1 is the specification of Exp for one value: 2ⁿ·e^r with r = x − n·ln 2. Two factors
// make 2ⁿ, which itself may be too large.
func exp1(x float32) float32 {
	t := &expTerms
	if x < t[0] {
		return 0
	}
	if x > t[1] {
		x = t[1]
	}
	shifted := fma(x, t[3], t[2])
	n := shifted - t[2]
	r := fma(n, t[5], fma(n, t[4], x))
	y := t[6]
	for _, term := range t[7:] {
		y = fma(y, r, term)
	}
	y = fma(y, r, 1)
	power := int32(math.Float32bits(shifted) - math.Float32bits(t[2]))
	half := power >> 1
	return y * math.Float32frombits(uint32(half+127)<<23) * math.Float32frombits(uint32(power-half+127)<<23)
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
