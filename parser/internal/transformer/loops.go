package transformer

import "math"

func (c *Config) scale() float32 { return float32(1 / math.Sqrt(float64(c.Width/c.Heads))) }

func (c *Config) activate(dst, x []float32) {
	for i, v := range x {
		y := float64(v)
		if c.Activation == "gelu" {
			dst[i] = float32(y * 0.5 * math.Erfc(-y/math.Sqrt2))
		} else {
			dst[i] = float32(0.5 * y * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(y+0.044715*y*y*y))))
		}
	}
}

func softmax(x []float32, scale float32) {
	most := float32(math.Inf(-1))
	for _, v := range x {
		most = max(most, v)
	}
	sum := float32(0)
	for i, v := range x {
		x[i] = float32(math.Exp(float64((v - most) * scale)))
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

func layerNorm(dst, x, gain, bias []float32, epsilon float32) (mean, inverse float32) {
	m, s := 0.0, 0.0
	for _, v := range x {
		m += float64(v)
	}
	m /= float64(len(x))
	for _, v := range x {
		s += (float64(v) - m) * (float64(v) - m)
	}
	r := 1 / math.Sqrt(s/float64(len(x))+float64(epsilon))
	for i, v := range x {
		dst[i] = float32((float64(v)-m)*r)*gain[i] + bias[i]
	}
	return float32(m), float32(r)
}

// activateBack multiplies slopes by the derivative of the activation at x.
func (c *Config) activateBack(slopes, x []float32) {
	for i, v := range x {
		y := float64(v)
		var d float64
		if c.Activation == "gelu" {
			d = 0.5*math.Erfc(-y/math.Sqrt2) + y*math.Exp(-y*y/2)/math.Sqrt(2*math.Pi)
		} else {
			u := math.Sqrt(2/math.Pi) * (y + 0.044715*y*y*y)
			t := math.Tanh(u)
			d = 0.5*(1+t) + 0.5*y*(1-t*t)*math.Sqrt(2/math.Pi)*(1+3*0.044715*y*y)
		}
		slopes[i] *= float32(d)
	}
}
