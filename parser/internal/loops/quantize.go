package loops

import (
	"math"
	"slices"
)

// leastScaled is the size below which rows have no steps, so that what divides by them stays finite.
const leastScaled = 0x1p-100

// zero is the byte for 0 where numbers from −128 to 127 are stored plus 128.
const zero = 128

// Steps say which numbers bytes stand for: q for Middle + Scale·(q − 128).
type Steps struct{ Scale, Middle float32 }

// Quantize rounds x to steps on both sides of the middle between its least and its largest number, −127
// to 127 of them (Jacob et al. 2018; asymmetric, since what leaves GELU is hardly negative), nearest,
// ties to even, and sets dst to their numbers plus 128; the rest of dst, beyond len(x), becomes 128,
// too. Steps have 1/127 of the distance from the middle. If that is below 2⁻¹⁰⁰, all are 128 and the
// scale is 0; if x has an infinity or NaN, all are 128 and the scale is NaN. What a number x is above the
// middle is multiplied by 127 divided by the distance, with all results rounded to float32.
func Quantize(dst []uint8, x []float32) Steps {
	least, most := bounds(x)
	middle := float32(most*0.5) + float32(least*0.5)
	return quantizeAbout(dst, x, middle, max(most-middle, middle-least))
}

// quantizeEven is Quantize about 0.
func quantizeEven(dst []uint8, x []float32) Steps {
	least, most := bounds(x)
	return quantizeAbout(dst, x, 0, max(most, -least))
}

func quantizeAbout(dst []uint8, x []float32, middle, distance float32) Steps {
	s, rest := Steps{distance / 127, middle}, dst[len(x):]
	switch dst = dst[:len(x)]; {
	case distance-distance != 0:
		fill(dst, zero)
		s = Steps{float32(math.NaN()), 0}
	case distance < leastScaled:
		fill(dst, zero)
		s.Scale = 0
	default:
		quantize(dst, x, middle, 127/distance)
	}
	fill(rest, zero)
	return s
}

func fill[T any](v []T, x T) {
	for i := range v {
		v[i] = x
	}
}

// bounds returns the least and the largest number of x, which may be empty; NaN if there is one.
func bounds(x []float32) (least, largest float32) {
	if len(x) == 0 {
		return 0, 0
	}
	var low, high [16]int32
	fill(low[:], math.MaxInt32)
	fill(high[:], math.MinInt32)
	extremes(&low, &high, x)
	number := func(k int32) float32 { return math.Float32frombits(uint32(inOrder(k))) }
	least, largest = number(slices.Min(low[:])), number(slices.Max(high[:]))
	if least != least {
		return least, least
	}
	return least, largest
}

// inOrder turns the bits of float32s into whole numbers of the same order, NaNs beyond both infinities, and back.
func inOrder(bits int32) int32 { return bits ^ bits>>31&math.MaxInt32 }

// extremesPlain replaces least and most by what is less and what is more in x, as inOrder has it; lane l of 16
// sees the elements l, l+16 ….
func extremesPlain(least, most *[16]int32, x []float32) {
	for i, v := range x {
		k := inOrder(int32(math.Float32bits(v)))
		least[i%16], most[i%16] = min(least[i%16], k), max(most[i%16], k)
	}
}

func quantizePlain(dst []uint8, x []float32, middle, factor float32) {
	for i, v := range x {
		dst[i] = uint8(int32(math.RoundToEven(float64((v-middle)*factor))) + zero)
	}
}
