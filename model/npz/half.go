package npz

import "math"

// half is a number in half precision (IEEE 754 binary16), NumPy's float16: 11 significant
// bits, from 6e-8 to 65504.
type half uint16

// newHalf rounds to the nearest half, ties to even. Numbers that are too large become the
// largest finite half of their sign.
func newHalf(x float32) half {
	bits := math.Float32bits(x)
	sign := half(bits >> 16 & 0x8000)
	const largest = 65504
	size := min(math.Float64frombits(math.Float64bits(float64(x))&^(1<<63)), largest)
	switch {
	case x != x:
		return sign | 0x7e00
	case size < 0x1p-14: // subnormal: a multiple of 2⁻²⁴
		return sign | half(math.RoundToEven(size*0x1p24))
	}
	fraction, exponent := math.Frexp(size)         // in [½, 1)
	n := half(math.RoundToEven(fraction * 0x1p11)) // 1024 … 2048, the last of which carries
	return sign | half(exponent+13)<<10 + n
}

func (h half) float() float32 {
	const infinite, bias, shift = 0x7f800000, 127 - 15, 23 - 10 // of single precision, and beyond half
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 31:
		return math.Float32frombits(sign | infinite | fraction<<shift)
	}
	return math.Float32frombits(sign | (exponent+bias)<<23 | fraction<<shift)
}

func halvesOf(numbers []float32) []half {
	halves := make([]half, len(numbers))
	for i, x := range numbers {
		halves[i] = newHalf(x)
	}
	return halves
}

// Halve sets dst to numbers in half precision, rounded to the nearest, as bits of IEEE 754 binary16. Numbers that are
// too large become the largest finite one of their sign.
func Halve(dst []uint16, x []float32) {
	for i, v := range x {
		dst[i] = uint16(newHalf(v))
	}
}

// Single sets dst to numbers that Halve has made.
func Single(dst []float32, halves []uint16) {
	for i, h := range halves {
		dst[i] = half(h).float()
	}
}
