package loops

import "math"

// fma is x·y + z, rounded once. The product is exact in float64, fused or not; rounding the sum there
// rarely affects the second rounding.
func fma(x, y, z float32) float32 {
	s := float64(float64(x)*float64(y)) + float64(z)
	if roundsTwice(s) {
		return fmaExact(x, y, z)
	}
	return float32(s)
}

// minNormalBits are the bits of the smallest float32 with a full mantissa, as a float64.
const minNormalBits = (1023 - 126) << 52

// roundsTwice reports whether s, a rounded sum, may round to another float32 than the exact sum:
// if it is halfway between two of them, or where they have fewer bits.
func roundsTwice(s float64) bool {
	bits := math.Float64bits(s)
	return bits&(1<<29-1) == 1<<28 || bits<<1-1 < minNormalBits<<1-1 // 0, which is exact, wraps
}

// fmaExact is fma by rounding the sum in float64 to odd: a sum that is not exact and whose last bit
// is 0 becomes the neighbour on the side of the true sum. The second rounding then sees on which
// side of halfway the true sum is.
func fmaExact(x, y, z float32) float32 {
	p, c := float64(float64(x)*float64(y)), float64(z)
	s := p + c
	b := s - p
	rest := (p - (s - b)) + (c - b) // p + c = s + rest, exactly (Knuth's TwoSum)
	if bits := math.Float64bits(s); rest != 0 && bits&1 == 0 {
		if (rest > 0) == (s > 0) {
			return float32(math.Float64frombits(bits + 1))
		}
		return float32(math.Float64frombits(bits - 1))
	}
	return float32(s)
}
