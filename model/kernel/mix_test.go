package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Hashes are mixed one by one, on every path and in any number, and nothing else is touched.
func TestMix(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(8, 1))
		for n := range 70 {
			hashes, values, slots := make([]uint64, n+9), make([]uint64, 1+r.IntN(100)), make([]int32, n)
			for i := range hashes {
				hashes[i] = r.Uint64()
			}
			for i := range values {
				values[i] = r.Uint64() >> r.IntN(64)
			}
			want := slices.Clone(hashes)
			for i := range slots {
				slots[i] = int32(r.IntN(len(values)))
				x := (hashes[i] ^ values[slots[i]]) * 0x9e3779b97f4a7c15
				want[i] = x ^ x>>32
			}
			Mix(hashes[:n], values, slots)
			require.Equal(t, want, hashes)
		}
		require.Panics(t, func() { Mix(make([]uint64, 2), make([]uint64, 1), make([]int32, 1)) }, "a slot too few")
	})
}

func BenchmarkMix(b *testing.B) {
	r := rand.New(rand.NewPCG(8, 2))
	hashes, values, slots := make([]uint64, 125), make([]uint64, 70), make([]int32, 125)
	for i := range slots {
		slots[i] = r.Int32N(70)
	}
	eachPath(b, func(b *testing.B) {
		for b.Loop() {
			Mix(hashes, values, slots)
		}
		nsPerValue(b, len(slots))
	})
}

func ExampleMix() {
	hashes := []uint64{7, 7, 7}
	Mix(hashes, []uint64{10, 20}, []int32{0, 1, 0})
	fmt.Println(hashes[0] == MixOne(7, 10), hashes[1] == MixOne(7, 20), hashes[2] == hashes[0])
	// Output: true true true
}
