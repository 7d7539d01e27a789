package loops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// bytes returns n whole numbers, the extremes among them.
func bytes(r *rand.Rand, n int) []int8 {
	v := make([]int8, n)
	for i := range v {
		switch v[i] = int8(r.IntN(256) - 128); r.IntN(20) {
		case 0:
			v[i] = -128
		case 1:
			v[i] = 127
		}
	}
	return v
}

// pack makes p a copy of the rows × cols matrix whose element (k, j) is
// b[k·rowStride + j·colStride]·scales[j].
func (p *Panels8) pack(b []int8, scales []float32, rows, cols, rowStride, colStride int) {
	checkMatrix(b, rows, cols, rowStride, colStride)
	p.resize(rows, cols)
	copy(p.scales, scales[:cols])
	for j := range cols {
		column, sum := p.column(j), int32(0)
		for k := range rows {
			x := b[k*rowStride+j*colStride]
			column[k/inGroup*inGroup*width+k%inGroup] = x
			sum += int32(x)
		}
		p.starts[j] = -zero * sum
	}
}

// Products are as defined, at every size and stride, and no other column is touched.
func TestMulAdd8(t *testing.T) {
	var wants [][]float32 // of each try, the same on all paths
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(10, 1))
		var p Panels8
		for try := range 2000 {
			m, cols, rows := r.IntN(31), r.IntN(101), r.IntN(71)
			rowStride, colStride := cols+r.IntN(4), 1
			if try%2 == 0 {
				rowStride, colStride = 1, rows+r.IntN(4)
			}
			b, scales := bytes(r, rows*rowStride+cols*colStride), random(r, cols)
			p.pack(b, scales, rows, cols, rowStride, colStride)
			aRow := (rows+3)&^3 + 4*r.IntN(3)
			a, rowScales := make([]uint8, m*aRow), random(r, m)
			for i, x := range bytes(r, len(a)) {
				a[i] = uint8(int(x) + zero)
			}
			if try%20 == 0 && m > 0 {
				copy(rowScales, special[r.IntN(len(special)):])
			}
			ldc := cols + r.IntN(5)
			c := random(r, m*ldc+3)
			if try == len(wants) {
				want := append([]float32(nil), c...)
				for i := range m {
					for j := range cols {
						sum := 0
						for k := range rows {
							sum += (int(a[i*aRow+k]) - zero) * int(b[k*rowStride+j*colStride])
						}
						want[i*ldc+j] = fma(float32(sum)*scales[j], rowScales[i], want[i*ldc+j])
					}
				}
				wants = append(wants, want)
			}
			p.MulAdd(c, ldc, a, aRow, rowScales, m)
			testkit.SameBits(t, wants[try], c, "m %d, columns %d, rows %d", m, cols, rows)
		}
	})
}

// Sums of the largest products at the greatest depth do not overflow; deeper ones are refused, and
// so are slices that are too short.
func TestMulAdd8Limits(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		b, a := make([]int8, maxDepth+1), make([]uint8, maxDepth)
		for k := range a {
			b[k], a[k] = -128, 1
		}
		var p Panels8
		p.pack(b, []float32{1}, maxDepth, 1, 1, 1)
		c := make([]float32, 1)
		p.MulAdd(c, 1, a, 0, []float32{1}, 1)
		require.Equal(t, []float32{maxDepth * 127 * 128}, c)
		require.Panics(t, func() { p.pack(b, []float32{1}, maxDepth+1, 1, 1, 1) })
		require.Panics(t, func() { p.MulAdd(c, 1, a[1:], 0, []float32{1}, 1) })
		require.Panics(t, func() { p.MulAdd(c, 1, a, 0, nil, 1) })
		require.Panics(t, func() { p.MulAdd(c[1:], 1, a, 0, []float32{1}, 1) })
		require.Panics(t, func() { p.pack(b[:11], make([]float32, 4), 3, 4, 4, 1) })
		require.Panics(t, func() { p.pack(b[:12], make([]float32, 3), 3, 4, 4, 1) })
		require.Panics(t, func() { p.Quantize(make([]float32, 11), 3, 4, 4, 1) })
	})
}

// What Quantize makes of a row is nearest, on every path and at every length.
func TestQuantize(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(10, 2))
		for n := range 150 {
			x, dst := testkit.Floats(r, n), make([]uint8, n+3)
			scale := Quantize(dst, x)
			largest := float32(0)
			for _, v := range x {
				largest = max(largest, v, -v)
			}
			require.Equal(t, largest/127, scale)
			for i, v := range x {
				want := math.RoundToEven(float64(v * (127 / largest)))
				require.Equal(t, want, float64(dst[i])-zero)
				require.LessOrEqual(t, math.Abs(want), 127.0)
				require.InDelta(t, v, want*float64(scale), 0.501*float64(scale))
			}
			require.Equal(t, []uint8{zero, zero, zero}, dst[n:])
		}
		for length := range 40 {
			for _, bad := range special {
				x, dst := testkit.Floats(r, length+1), make([]uint8, length+1)
				at := r.IntN(length + 1)
				x[at] = bad
				scale := Quantize(dst, x)
				if bad-bad != 0 {
					require.True(t, scale != scale)
				}
				for i, v := range x {
					if bad-bad == 0 {
						require.InDelta(t, v, (float64(dst[i])-zero)*float64(scale), 0.501*float64(scale)+leastScaled)
					} else {
						require.Equal(t, uint8(zero), dst[i])
					}
				}
			}
		}
		tiny := []float32{1e-40, -0x1p-101}
		dst := make([]uint8, 2)
		require.Zero(t, Quantize(dst, tiny))
		require.Equal(t, []uint8{zero, zero}, dst)
		require.Panics(t, func() { Quantize(dst, make([]float32, 3)) })
	})
}

// Halves between multiples go to even ones.
func TestQuantizeTies(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		x := make([]float32, 20)
		for i := range x {
			x[i] = float32(i) - 9.5
		}
		x[0] = 127
		dst := make([]uint8, len(x))
		require.Equal(t, float32(1), Quantize(dst, x))
		for i, v := range dst[1:] {
			require.Equal(t, math.RoundToEven(float64(x[i+1])), float64(v)-zero)
		}
	})
}

// Both ways of packing give the same matrix, and products are near those of the float32s.
func TestMulAdd8IsNear(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const m, depth, cols = 9, 203, 41
		r := rand.New(rand.NewPCG(10, 3))
		a, b := testkit.Floats(r, m*depth), testkit.Floats(r, depth*cols)
		var exact Panels
		var p, q Panels8
		exact.Pack(b, depth, cols, cols, 1)
		p.Quantize(b, depth, cols, cols, 1)
		multiples, scales := make([]int8, depth*cols), make([]float32, cols)
		for j := range cols {
			column, rounded := make([]float32, depth), make([]uint8, depth)
			for k := range column {
				column[k] = b[k*cols+j]
			}
			scales[j] = Quantize(rounded, column)
			for k, x := range rounded {
				multiples[j*depth+k] = int8(int(x) - zero)
			}
		}
		q.pack(multiples, scales, depth, cols, 1, depth)
		require.Equal(t, p, q)

		const stride = (depth + 3) &^ 3
		bytes, rowScales := make([]uint8, m*stride), make([]float32, m)
		for i := range m {
			rowScales[i] = Quantize(bytes[i*stride:][:stride], a[i*depth:][:depth])
		}
		want, got := make([]float32, m*cols), make([]float32, m*cols)
		exact.MulAdd(want, cols, a, depth, 1, m)
		p.MulAdd(got, cols, bytes, stride, rowScales, m)
		norm, off := 0.0, 0.0
		for i := range want {
			norm += float64(want[i]) * float64(want[i])
			off += math.Pow(float64(want[i]-got[i]), 2)
		}
		require.Less(t, math.Sqrt(off/norm), 0.015)
	})
}

func BenchmarkMulAdd8(b *testing.B) {
	for _, s := range [][3]int{
		{128, 256, 1024}, {128, 384, 1536}, {64, 768, 768}, {128, 768, 3072}, {128, 3072, 768}, {512, 768, 3072},
		{128, 1024, 4096},
	} {
		m, depth, cols := s[0], s[1], s[2]
		var p Panels8
		p.Quantize(testkit.Floats(rand.New(rand.NewPCG(1, 1)), depth*cols), depth, cols, cols, 1)
		a, scales, c := make([]uint8, m*depth), ones(m), make([]float32, m*cols)
		b.Run(fmt.Sprintf("%dx%dx%d", m, depth, cols), func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					p.MulAdd(c, cols, a, depth, scales, m)
				}
				b.ReportMetric(2*float64(m*depth*cols)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GOP/s")
			})
		})
	}
}

func BenchmarkQuantize(b *testing.B) {
	x, dst := testkit.Floats(rand.New(rand.NewPCG(1, 1)), 768), make([]uint8, 768)
	eachPath(b, func(b *testing.B) {
		for b.Loop() {
			Quantize(dst, x)
		}
		nsPerValue(b, len(x))
	})
}
