package model

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The fast kernel has the bits of the plain loop, at every length and offset,
// and touches nothing else.
func TestAddToIsAddPlain(t *testing.T) {
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
			addTo(dst[offset:], row)
			require.Equal(t, want, dst, "length %d, offset %d", length, offset)
		}
	}
	require.Panics(t, func() { addTo(make([]float32, 3), make([]float32, 4)) })
}

func BenchmarkAddTo(b *testing.B) {
	row, dst := make([]float32, 176), make([]float32, 176)
	for _, variant := range []struct {
		name string
		add  func(dst, row []float32)
	}{{"plain", addPlain}, {"fast", addTo}} {
		b.Run(variant.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				variant.add(dst, row)
			}
		})
	}
}
