package kernel

import "math"

// fma is x·y + z, rounded once. The product is exact in float64; the sum there is rounded,
// which matters to the second rounding only if it landed halfway between two values of
// float32 or among those with fewer bits.
func fma(x, y, z float32) float32 {
	s := float64(x)*float64(y) + float64(z)
	if math.Float64bits(s)&(1<<29-1) == 1<<28 || math.Abs(s) < 0x1p-126 {
		return fmaExact(x, y, z)
	}
	return float32(s)
}

// fmaExact is fma by rounding the sum in float64 to odd: where it is not exact, and its last
// bit is 0, it becomes the neighbour on the side of the true sum. The second rounding then
// sees on which side of halfway that is.
func fmaExact(x, y, z float32) float32 {
	p, c := float64(x)*float64(y), float64(z)
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
