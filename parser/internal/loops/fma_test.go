package loops

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The emulated fused multiply-add is the exact one, rounded once: halfway cases, cancellation
// and the subnormal range included.
func TestFMA(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	draw := func() float32 {
		bits := r.Uint32()
		switch r.IntN(4) {
		case 0: // few bits, so that halfway cases are frequent
			bits &= 0xfff80000
		case 1: // about the same size
			bits = bits&^0x7f800000 | uint32(120+r.IntN(14))<<23
		case 2: // small, so that products are subnormal
			bits = bits&^0x7f800000 | uint32(20+r.IntN(50))<<23
		}
		return math.Float32frombits(bits)
	}
	halfway := 0
	for range 2_000_000 {
		x, y, z := draw(), draw(), draw()
		if r.IntN(4) == 0 {
			z = float32(-float64(x) * float64(y)) // cancels except for the rounding
		}
		if r.IntN(4) == 0 { // half of the last bit, or a little more or less
			z = math.Float32frombits(r.Uint32()&0x007fffff | uint32(60+r.IntN(100))<<23)
			half := math.Float32frombits(math.Float32bits(z)&0x7f800000) * 0x1p-24
			x, y = half, 1+float32(r.IntN(3)-1)*0x1p-23
			halfway++
		}
		want := float32(float64(x)*float64(y) + float64(z)) // right where one is not finite
		if finite(x) && finite(y) && finite(z) {
			want = exactFMA(x, y, z)
		}
		if got := fma(x, y, z); math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
			t.Fatalf("fma(%x, %x, %x) = %x, want %x", x, y, z, got, want)
		}
	}
	if halfway < 100_000 {
		t.Fatal("too few halfway cases:", halfway)
	}
}

func finite(x float32) bool { return x-x == 0 }

// exactFMA computes with as many bits as needed.
func exactFMA(x, y, z float32) float32 {
	exact := func(v float32) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(float64(v)) }
	sum := exact(x)
	sum.Mul(sum, exact(y)).Add(sum, exact(z))
	if sum.Sign() == 0 { // signs of zeros follow the rule of addition
		return float32(float64(x)*float64(y)) + z
	}
	v, _ := sum.Float32()
	return v
}
