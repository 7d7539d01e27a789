package kernel

import (
	"math"
	"slices"
)

// Half is a number in half precision (IEEE 754 binary16), NumPy's float16: 11 significant
// bits, from 6e-8 to 65504.
type Half uint16

// halfBounds are the largest finite halves of both signs.
var halfBounds = [2][16]float32{[16]float32(slices.Repeat([]float32{-65504}, 16)), [16]float32(slices.Repeat([]float32{65504}, 16))}

// ToHalf sets dst to the nearest half for each x, ties to even. Numbers that are too large become
// the largest finite half of their sign; NaN stays NaN.
func ToHalf(dst []Half, x []float32) { toHalf(dst[:len(x)], x) }

func toHalfPlain(dst []Half, x []float32) {
	for i, v := range x {
		dst[i] = half1(v)
	}
}

func half1(x float32) Half {
	bits := math.Float32bits(x)
	sign := Half(bits >> 16 & 0x8000)
	size := min(math.Float64frombits(math.Float64bits(float64(x))&^(1<<63)), float64(halfBounds[1][0]))
	switch {
	case x != x:
		return sign | 0x7e00 | Half(bits>>13&1023)
	case size < 0x1p-14: // subnormal: a multiple of 2⁻²⁴
		return sign | Half(math.RoundToEven(size*0x1p24))
	}
	fraction, exponent := math.Frexp(size)         // in [½, 1)
	n := Half(math.RoundToEven(fraction * 0x1p11)) // 1024 … 2048, the last of which carries
	return sign | Half(exponent+13)<<10 + n
}

// FromHalf sets dst to the value of each half, exactly.
func FromHalf(dst []float32, halves []Half) { fromHalf(dst[:len(halves)], halves) }

func fromHalfPlain(dst []float32, halves []Half) {
	for i, h := range halves {
		dst[i] = single1(h)
	}
}

func single1(h Half) float32 {
	const bias, shift = 127 - 15, 23 - 10 // of single precision, beyond half
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<shift)
	}
	return math.Float32frombits(sign | (exponent+bias)<<23 | fraction<<shift)
}
