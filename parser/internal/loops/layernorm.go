package loops

import "math"

// LayerNorm sets dst to the row x less its mean, divided by its standard deviation, times gain, plus
// bias (Ba, Kiros and Hinton 2016, equation 4; eps is added to the variance):
//
//	tᵢ = (xᵢ − mean)·inverse    dstᵢ = tᵢ·gainᵢ + biasᵢ    inverse = 1/√(Σ (xᵢ − mean)²/n + eps)
//
// Both sums are taken in float64, like [SumSquares]. The results, rounded to float32, are what
// [LayerNormBack] needs. All other slices are at least as long as x.
func LayerNorm(dst, x, gain, bias []float32, eps float64) (mean, inverse float32) {
	n := len(x)
	center := total(x) / float64(n)
	inverse = float32(1 / math.Sqrt(squaresAbout(x, center)/float64(n)+eps))
	mean = float32(center)
	normalize(dst[:n], x, gain[:n], bias[:n], mean, inverse)
	return mean, inverse
}

func normalizePlain(dst, x, gain, bias []float32, mean, inverse float32) {
	for i, v := range x {
		dst[i] = fma(float32((v-mean)*inverse), gain[i], bias[i])
	}
}

// LayerNormBack is the derivative of [LayerNorm]. Given the gradient dy of its results, its inputs and
// what it returned, it adds to dgain and dbias their gradients and sets dx, which may be dy, to that of
// x: with gᵢ = dyᵢ·gainᵢ,
//
//	dxᵢ = (gᵢ − Σ gⱼ/n − tᵢ·Σ gⱼ·tⱼ/n)·inverse
func LayerNormBack(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32) {
	n := len(x)
	dx = dx[:n]
	gainBack(dx, dgain[:n], dbias[:n], dy[:n], x, gain[:n], mean, inverse)
	sum := total(dx)
	along := (product(dx, x) - float64(float64(mean)*sum)) * float64(inverse) // Σ g·t
	normalizeBack(dx, x, mean, inverse, float32(sum/float64(n)), float32(along/float64(n)))
}

func gainBackPlain(dx, dgain, dbias, dy, x, gain []float32, mean, inverse float32) {
	for i, v := range x {
		dgain[i] = fma(dy[i], float32((v-mean)*inverse), dgain[i])
		dbias[i] += dy[i]
		dx[i] = dy[i] * gain[i]
	}
}

func normalizeBackPlain(dx, x []float32, mean, inverse, level, along float32) {
	for i, v := range x {
		dx[i] = fma(-float32((v-mean)*inverse), along, dx[i]-level) * inverse
	}
}
