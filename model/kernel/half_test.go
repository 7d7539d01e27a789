package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// Every half rounds to itself, and no half is nearer to a number than the one that it rounds to;
// ties go to the even one.
func TestHalvesAreNearest(t *testing.T) {
	for bits := range 1 << 16 {
		h := Half(bits)
		if x := single1(h); x-x == 0 {
			require.Equal(t, h, half1(x), "%x", bits)
		}
	}
	require.True(t, math.IsNaN(float64(single1(half1(float32(math.NaN()))))))
	random := rand.New(rand.NewPCG(1, 0))
	for range 100_000 {
		x := math.Float32frombits(random.Uint32())
		if !(x > 0x1p-26 && x < 65504) {
			continue
		}
		h := half1(x)
		own := math.Abs(float64(single1(h)) - float64(x))
		for _, other := range []Half{h - 1, h + 1} {
			distance := math.Abs(float64(single1(other)) - float64(x))
			require.True(t, own < distance || own == distance && h&1 == 0 || single1(other) != single1(other), "%v", x)
		}
	}
	for x, want := range map[float32]float32{
		0: 0, 1: 1, -2.5: -2.5, 65504: 65504, 65519: 65504, 1e9: 65504, -1e9: -65504,
		0x1p-24: 0x1p-24, 0x1p-25: 0, 0x1.8p-24: 0x1p-23,
		1 + 0x1p-11: 1, 1 + 0x1.8p-10: 1 + 0x1p-9, 0x1.ffp-15: 0x1.ffp-15, 0x1.fffp-15: 0x1p-14,
	} {
		require.Equal(t, want, single1(half1(x)), "%v", x)
	}
}

// Conversions have the bits of plain Go on every path, for all halves and for numbers of any kind, at
// every length, and touch nothing else.
func TestHalvesArePlain(t *testing.T) {
	var all []Half
	for bits := range 1 << 16 {
		all = append(all, Half(bits))
	}
	wantSingle := make([]float32, len(all))
	fromHalfPlain(wantSingle, all)
	onPaths(t, func(t *testing.T) {
		single, want, again := make([]float32, len(all)), make([]Half, len(all)), make([]Half, len(all))
		FromHalf(single, all)
		testkit.SameBits(t, wantSingle, single, "of all halves")
		toHalfPlain(want, single)
		ToHalf(again, single)
		require.Equal(t, want, again)

		r := rand.New(rand.NewPCG(11, 1))
		for n := range 100 {
			x, dst := make([]float32, n), make([]Half, n+3)
			for i := range x {
				switch x[i] = math.Float32frombits(r.Uint32()); n % 3 {
				case 0:
					x[i] = float32(r.NormFloat64()) * 0x1p-14
				case 1:
					x[i] = special[r.IntN(len(special))]
				}
			}
			want := slices.Clone(dst)
			toHalfPlain(want, x)
			ToHalf(dst[:n], x)
			require.Equal(t, want, dst)
			back, wantBack := make([]float32, n+3), make([]float32, n+3)
			fromHalfPlain(wantBack, dst[:n])
			FromHalf(back, dst[:n])
			testkit.SameBits(t, wantBack, back, "length %d", n)
		}
		require.Panics(t, func() { ToHalf(make([]Half, 3), single[:4]) })
		require.Panics(t, func() { FromHalf(make([]float32, 3), again[:4]) })
	})
}

func BenchmarkHalf(b *testing.B) {
	const n = 1 << 14
	x, h := make([]float32, n), make([]Half, n)
	for name, run := range map[string]func(){"to": func() { ToHalf(h, x) }, "from": func() { FromHalf(x, h) }} {
		b.Run(name, func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					run()
				}
				b.ReportMetric(6*n*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GB/s")
			})
		})
	}
}
