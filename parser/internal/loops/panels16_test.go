package loops

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Products of rounded factors are those of an independent definition, whatever sizes and strides are, and no other column is touched.
func TestMulAdd16(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 16))
	var p Panels16
	normal := func(v []float32) []float32 {
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return v
	}
	for try := range 600 {
		m, cols, rows := r.IntN(101), r.IntN(101), r.IntN(131)
		b, rowStride, colStride := strided(r, rows, cols)
		p.PackBy(Crew(1+try%2), normal(b), rows, cols, rowStride, colStride)
		a, aRow, aCol := strided(r, m, rows)
		normal(a)
		ldc := cols + r.IntN(5)
		c := normal(make([]float32, m*ldc+3))
		want := make([]float64, len(c))
		for i := range c {
			want[i] = float64(c[i])
		}
		for i := range m {
			for j := range cols {
				for k := range rows {
					want[i*ldc+j] += float64(nearest16(a[i*aRow+k*aCol])) * float64(nearest16(b[k*rowStride+j*colStride]))
				}
			}
		}
		p.MulAddBy(Crew(1+try%3), c, ldc, a, aRow, aCol, m)
		for i := range c {
			require.InDelta(t, want[i], c[i], 1e-4, "m %d, columns %d, rows %d, strides %d, %d", m, cols, rows, aRow, aCol)
		}
	}
}

// nearest16 finds the nearest number of bfloat16, of two the even one, by trying the two that enclose x.
func nearest16(x float32) float32 {
	down := math.Float32frombits(math.Float32bits(x) &^ 0xffff)
	up := math.Float32frombits(math.Float32bits(down) + 0x1_0000)
	below, above := math.Abs(float64(x)-float64(down)), math.Abs(float64(up)-float64(x))
	if below < above || below == above && math.Float32bits(down)>>16&1 == 0 {
		return down
	}
	return up
}

// The processor rounds as the plain loops do, also ties, infinities and NaN.
func TestRound16(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 17))
	src := make([]float32, 64*width)
	for i := range src {
		bits := r.Uint32()
		if i%3 == 0 {
			bits = bits&^0xffff | 0x8000
		}
		src[i] = math.Float32frombits(bits)
	}
	src[0], src[1], src[2] = float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())
	want, got := make([]uint16, len(src)), make([]uint16, len(src))
	roundRowPlain(want, src)
	roundRow(got, src)
	require.Equal(t, want, got)
	roundPairsPlain(want, src)
	roundPairs(got, src)
	require.Equal(t, want, got)
}

func BenchmarkMulAdd16(b *testing.B) {
	const m, in, out = 512, 384, 1536
	var packed Panels
	var p Panels16
	r := rand.New(rand.NewPCG(7, 18))
	w := random(r, in*out)
	packed.Pack(w, in, out, out, 1)
	p.PackBy(1, w, in, out, out, 1)
	x, y := random(r, m*in), make([]float32, m*out)
	b.Run("single", func(b *testing.B) {
		for b.Loop() {
			packed.MulAdd(y, out, x, in, 1, m)
		}
		b.ReportMetric(2*m*in*out*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
	b.Run("bfloat16", func(b *testing.B) {
		if !HasBFloat16() {
			b.Skip("this processor does not multiply numbers of bfloat16")
		}
		for b.Loop() {
			p.MulAddBy(1, y, out, x, in, 1, m)
		}
		b.ReportMetric(2*m*in*out*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
}
