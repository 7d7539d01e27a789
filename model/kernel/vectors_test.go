package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The fast kernel has the bits of the plain loop, at every length and offset,
// and touches nothing else.
func TestAddIsAddPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for length := range 70 {
		for offset := range 5 {
			row, dst := make([]float32, length), make([]float32, length+10)
			for i := range row {
				row[i] = float32(random.NormFloat64() * 1e3)
			}
			for i := range dst {
				dst[i] = float32(random.NormFloat64())
			}
			want := append([]float32(nil), dst...)
			addPlain(want[offset:], row)
			Add(dst[offset:], row)
			require.Equal(t, want, dst, "length %d, offset %d", length, offset)
		}
	}
	require.Panics(t, func() { Add(make([]float32, 3), make([]float32, 4)) })
}

func BenchmarkAdd(b *testing.B) {
	row, dst := make([]float32, 176), make([]float32, 176)
	for _, variant := range []struct {
		name string
		add  func(dst, row []float32)
	}{{"plain", addPlain}, {"fast", Add}} {
		b.Run(variant.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				variant.add(dst, row)
			}
		})
	}
}

func ExampleAdd() {
	scores := []float32{1, 2, 3}
	Add(scores, []float32{10, 20})
	fmt.Println(scores)
	// Output: [11 22 3]
}
