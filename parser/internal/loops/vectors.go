package loops

import "math"

// Add adds row to dst, which is at least as long.
func Add(dst, row []float32) { add(dst[:len(row)], row) }

func addPlain(dst, row []float32) {
	for i, x := range row {
		dst[i] += x
	}
}

// AddScaled adds factor · row to dst, which is at least as long, by fused multiply-adds.
func AddScaled(dst, row []float32, factor float32) { addScaled(dst[:len(row)], row, factor) }

func addScaledPlain(dst, row []float32, factor float32) {
	for i, x := range row {
		dst[i] = fma(factor, x, dst[i])
	}
}

// minNormal is the smallest float32 with full precision.
const minNormal = 0x1p-126

// Adam makes a step of Adam (Kingma and Ba 2015) on weights w with gradient g, which is
// cleared, and moments m and v, elementwise over all of w:
//
//	g ← scale·g
//	m ← b1·m + (1−b1)·g
//	v ← b2·v + (1−b2)·g²
//	w ← w − rate·m/(√v + eps)
//
// The rate already includes the corrections of the bias; scale serves to clip the gradient.
// Moments below the normal range of float32 become 0, because processors are slow there and
// decay would never leave that range.
func Adam(w, g, m, v []float32, rate, scale, b1, b2, eps float32) {
	n := len(w)
	adam(w, g[:n], m[:n], v[:n], &[7]float32{rate, scale, b1, 1 - b1, b2, 1 - b2, eps})
}

func adamPlain(w, g, m, v []float32, c *[7]float32) {
	for i := range w {
		x := float32(c[1] * g[i])
		m[i] = normal(fma(c[2], m[i], float32(c[3]*x)))
		v[i] = normal(fma(c[4], v[i], float32(float32(c[5]*x)*x)))
		w[i] = fma(-c[0], m[i]/(float32(math.Sqrt(float64(v[i])))+c[6]), w[i])
		g[i] = 0
	}
}

func normal(x float32) float32 {
	if x < minNormal && x > -minNormal {
		return 0
	}
	return x
}
