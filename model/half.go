package model

import "math"

// Half is a number in half precision (IEEE 754 binary16), NumPy's float16: 11 significant
// bits, from 6e-8 to 65504.
type Half uint16

// NewHalf rounds to the nearest half, ties to even; what is too large becomes the largest
// finite half of its sign.
func NewHalf(x float32) Half {
	bits := math.Float32bits(x)
	sign := Half(bits >> 16 & 0x8000)
	const largest = 65504
	size := min(math.Float64frombits(math.Float64bits(float64(x))&^(1<<63)), largest)
	switch {
	case x != x:
		return sign | 0x7e00
	case size < 0x1p-14: // subnormal: a multiple of 2⁻²⁴
		return sign | Half(math.RoundToEven(size*0x1p24))
	}
	fraction, exponent := math.Frexp(size)         // in [½, 1)
	n := Half(math.RoundToEven(fraction * 0x1p11)) // 1024 … 2048, the last of which carries
	return sign | Half(exponent+13)<<10 + n
}

// Float returns the same number in single precision.
func (h Half) Float() float32 {
	sign := float32(1)
	if h&0x8000 != 0 {
		sign = -1
	}
	exponent, fraction := int(h>>10&31), float64(h&1023)
	switch exponent {
	case 0:
		return sign * float32(fraction*0x1p-24)
	case 31:
		if fraction != 0 {
			return float32(math.NaN())
		}
		return sign * float32(math.Inf(1))
	}
	return sign * float32(math.Ldexp(1024+fraction, exponent-25))
}

// Halves rounds numbers to halves.
func Halves(numbers []float32) []Half {
	halves := make([]Half, len(numbers))
	for i, x := range numbers {
		halves[i] = NewHalf(x)
	}
	return halves
}
