package loops

// Softmax replaces x by exp(scale·xᵢ) / Σⱼ exp(scale·xⱼ), where scale is not negative. The largest
// is subtracted first, by a fused multiply-add; exponentials are those of [Exp]; their sum is taken
// in float64, in the order of [SumSquares], and its reciprocal, rounded to float32, multiplies them.
// Numbers of −Inf become 0. All become NaN if one is NaN or +Inf, or if all are −Inf.
func Softmax(x []float32, scale float32) {
	if len(x) > 0 {
		softmax(x, scale)
	}
}

// softmaxByLoops is the specification of Softmax, by loops that have faster ways.
func softmaxByLoops(x []float32, scale float32) {
	var most lanes
	for i := range most {
		most[i] = x[0]
	}
	largest(&most, x)
	top := most[0]
	for _, v := range most {
		if v > top {
			top = v
		}
	}
	expScaled(x, x, scale, -float32(scale*top))
	multiply(x, float32(1/total(x)))
}

// largestPlain replaces most by what is larger in x; lane l of 16 sees the elements l, l+16 ….
func largestPlain(most *lanes, x []float32) {
	for i, v := range x {
		if v > most[i%16] {
			most[i%16] = v
		}
	}
}

func expScaledPlain(dst, x []float32, scale, shift float32) {
	for i, v := range x {
		dst[i] = exp1(fma(scale, v, shift))
	}
}

func multiplyPlain(dst []float32, factor float32) {
	for i, v := range dst {
		dst[i] = v * factor
	}
}

// SoftmaxBack sets dx to the gradient of the inputs of [Softmax], given the gradient dy of its
// results y: scale·y·(dy − Σ dy·y), where the sum is that of product. dx may be dy.
func SoftmaxBack(dx, dy, y []float32, scale float32) {
	n := len(y)
	softmaxBack(dx[:n], dy[:n], y, scale, float32(product(dy[:n], y)))
}

func softmaxBackPlain(dx, dy, y []float32, scale, mean float32) {
	for i, v := range y {
		dx[i] = float32(dy[i]-mean) * float32(v*scale)
	}
}
