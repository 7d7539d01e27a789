package loops

import "math"

// leastScaled is the size below which rows are zeros, so that what divides by them stays finite.
const leastScaled = 0x1p-100

// infinite are the bits of +Inf; those of NaNs without their sign are larger.
const infinite = 0x7f800000

// zero is the byte for 0 where numbers from −128 to 127 are stored plus 128.
const zero = 128

// Quantize rounds x to whole multiples of a scale from −127 to 127 (Jacob et al. 2018), nearest, ties
// to even, and sets dst to them plus 128; the rest of dst, beyond len(x), becomes 128, too. It
// returns the scale, the largest size in x divided by 127. If that size is below 2⁻¹⁰⁰, all are
// 128 and the scale is 0; if x has an infinity or NaN, all are 128 and the scale is NaN. A
// number x is multiplied by 127 divided by the largest size, with both results rounded to float32.
func Quantize(dst []uint8, x []float32) (scale float32) {
	var most [16]int32
	magnitude(&most, x)
	bits := int32(0)
	for _, b := range most {
		bits = max(bits, b)
	}
	largest, rest := math.Float32frombits(uint32(bits)), dst[len(x):]
	switch dst = dst[:len(x)]; {
	case bits >= infinite:
		fill(dst, zero)
		scale = float32(math.NaN())
	case largest < leastScaled:
		fill(dst, zero)
	default:
		quantize(dst, x, 127/largest)
		scale = largest / 127
	}
	fill(rest, zero)
	return scale
}

func fill[T any](v []T, x T) {
	for i := range v {
		v[i] = x
	}
}

// magnitudePlain replaces most by the bits of what is larger in x, without its sign; lane l of 16
// sees the elements l, l+16 ….
func magnitudePlain(most *[16]int32, x []float32) {
	for i, v := range x {
		most[i%16] = max(most[i%16], int32(math.Float32bits(v))&math.MaxInt32)
	}
}

func quantizePlain(dst []uint8, x []float32, factor float32) {
	for i, v := range x {
		dst[i] = uint8(int32(math.RoundToEven(float64(v*factor))) + zero)
	}
}
