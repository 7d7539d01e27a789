package loops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

// pack makes p the map by the rows × cols matrix whose element (k, j) is
// b[k·rowStride + j·colStride]·scales[j].
func (p *Panels8) pack(b []int8, scales, bias []float32, rows, cols, rowStride, colStride int) {
	checkMatrix(b, rows, cols, rowStride, colStride)
	p.resize(rows, cols)
	for j := range cols {
		column := make([]uint8, p.groups()*inGroup)
		fill(column, zero)
		for k := range rows {
			column[k] = uint8(int(b[k*rowStride+j*colStride]) + zero)
		}
		p.setColumn(j, column, scales[j], bias[j])
	}
}

// Maps are as defined, at every size and stride, and no other column is touched.
func TestMap8(t *testing.T) {
	var wants [][]float32 // of each try, the same on all paths
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(10, 1))
		var p Panels8
		for try := range 1000 {
			m, cols, rows := r.IntN(31), r.IntN(101), r.IntN(71)
			if try%10 == 3 || try%10 == 6 {
				m, rows = r.IntN(101), r.IntN(200) // tiles of AMX
			}
			rowStride, colStride := cols+r.IntN(4), 1
			if try%2 == 0 {
				rowStride, colStride = 1, rows+r.IntN(4)
			}
			b, scales, bias := bytes(r, rows*rowStride+cols*colStride), random(r, cols), random(r, cols)
			p.pack(b, scales, bias, rows, cols, rowStride, colStride)
			var a Rows8
			a.Resize(m, rows)
			for i, x := range bytes(r, len(a.data)) {
				a.data[i] = uint8(int(x) + zero)
			}
			for i, x := range random(r, m) {
				a.steps[i] = Steps{x, float32(r.NormFloat64())}
			}
			if try%20 == 0 && m > 0 {
				a.steps[r.IntN(m)].Scale = special[r.IntN(len(special))]
			}
			ldc := cols + r.IntN(5)
			c := random(r, m*ldc+3)
			if try == len(wants) {
				want := append([]float32(nil), c...)
				for i, s := range a.steps {
					for j := range cols {
						sum, all := 0, 0
						for k := range rows {
							w := int(b[k*rowStride+j*colStride])
							sum += (int(a.data[i*a.stride+k]) - zero) * w
							all += w
						}
						want[i*ldc+j] = fma(float32(sum)*scales[j], s.Scale, fma(float32(all)*scales[j], s.Middle, bias[j]))
					}
				}
				wants = append(wants, want)
			}
			p.Map(c, ldc, &a)
			testkit.SameBits(t, wants[try], c, "m %d, columns %d, rows %d", m, cols, rows)
		}
	})
}

// Sums of the largest products at the greatest depth do not overflow; deeper ones are refused, and
// so are slices that are too short.
func TestMap8Limits(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		b, one := make([]int8, maxDepth+1), []float32{1}
		var a Rows8
		a.Resize(1, maxDepth)
		for k := range a.data {
			b[k], a.data[k] = -128, 1
		}
		a.steps[0] = Steps{Scale: 1}
		var p Panels8
		p.pack(b, one, one, maxDepth, 1, 1, 1)
		c := make([]float32, 1)
		p.Map(c, 1, &a)
		require.Equal(t, []float32{maxDepth*127*128 + 1}, c)
		require.Panics(t, func() { p.pack(b, one, one, maxDepth+1, 1, 1, 1) })
		require.Panics(t, func() { p.Map(c[1:], 1, &a) })
		a.Resize(1, maxDepth-inTile)
		require.Panics(t, func() { p.Map(c, 1, &a) })
		require.Panics(t, func() { p.pack(b[:11], make([]float32, 4), make([]float32, 4), 3, 4, 4, 1) })
		require.Panics(t, func() { p.Quantize(make([]float32, 11), make([]float32, 4), 3, 4, 4, 1) })
		require.Panics(t, func() { p.Quantize(make([]float32, 12), make([]float32, 3), 3, 4, 4, 1) })
	})
}

// What Quantize makes of a row is nearest, on every path and at every length.
func TestQuantize(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(10, 2))
		for n := 1; n < 150; n++ {
			x, dst := testkit.Floats(r, n), make([]uint8, n+3)
			shift := float32(r.NormFloat64() * 3)
			for i := range x {
				x[i] += shift
			}
			s := Quantize(dst, x)
			middle := slices.Max(x)/2 + slices.Min(x)/2
			distance := max(slices.Max(x)-middle, middle-slices.Min(x))
			require.Equal(t, Steps{distance / 127, middle}, s)
			for i, v := range x {
				if distance == 0 {
					require.Equal(t, uint8(zero), dst[i])
					continue
				}
				want := math.RoundToEven(float64((v - middle) * (127 / distance)))
				require.Equal(t, want, float64(dst[i])-zero)
				require.LessOrEqual(t, math.Abs(want), 127.0)
				require.InDelta(t, v, float64(middle)+want*float64(s.Scale), 0.501*float64(s.Scale)+1e-6)
			}
			require.Equal(t, []uint8{zero, zero, zero}, dst[n:])
		}
		for length := range 40 {
			for _, bad := range special {
				x, dst := testkit.Floats(r, length+1), make([]uint8, length+1)
				x[r.IntN(length+1)] = bad
				s := Quantize(dst, x)
				if bad-bad != 0 {
					require.True(t, s.Scale != s.Scale)
				}
				for i, v := range x {
					if bad-bad == 0 {
						got := float64(s.Middle) + (float64(dst[i])-zero)*float64(s.Scale)
						require.InDelta(t, v, got, 0.501*float64(s.Scale)+1e-6*math.Abs(float64(s.Middle))+leastScaled)
					} else {
						require.Equal(t, uint8(zero), dst[i])
					}
				}
			}
		}
		tiny := []float32{1e-40, -0x1p-101}
		dst := make([]uint8, 2)
		require.Equal(t, Steps{0, -0x1p-102}, Quantize(dst, tiny))
		require.Equal(t, []uint8{zero, zero}, dst)
		require.Zero(t, Quantize(dst, nil))
		require.Panics(t, func() { Quantize(dst, make([]float32, 3)) })
	})
}

// Halves between multiples go to even ones, and neighbours far from 0 stay within bytes.
func TestQuantizeTies(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		x := make([]float32, 20)
		for i := range x {
			x[i] = float32(i) - 9.5
		}
		x[0], x[1] = 127, -127
		dst := make([]uint8, len(x))
		require.Equal(t, Steps{Scale: 1}, Quantize(dst, x))
		for i, v := range dst {
			require.Equal(t, math.RoundToEven(float64(x[i])), float64(v)-zero)
		}
		for i := range x {
			x[i] = math.Nextafter32(1, float32(i%2)*2)
		}
		require.Less(t, Quantize(dst, x).Scale, float32(1e-9))
		require.Equal(t, []uint8{dst[0], dst[1]}, dst[18:])
		require.Equal(t, []uint8{1, 255}, []uint8{min(dst[0], 1), max(dst[1], 255)})
	})
}

// Both ways of packing give the same matrix, and maps are near those of the float32s.
func TestMap8IsNear(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const m, depth, cols = 9, 203, 41
		r := rand.New(rand.NewPCG(10, 3))
		a, b, bias := testkit.Floats(r, m*depth), testkit.Floats(r, depth*cols), testkit.Floats(r, cols)
		for i := range a {
			a[i] += 2
		}
		var exact Panels
		var p, q Panels8
		exact.Pack(b, depth, cols, cols, 1)
		p.Quantize(b, bias, depth, cols, cols, 1)
		across := make([]float32, depth*cols)
		for k := range depth {
			for j := range cols {
				across[j*depth+k] = b[k*cols+j]
			}
		}
		q.Quantize(across, bias, depth, cols, 1, depth)
		require.Equal(t, p, q)

		var rows Rows8
		rows.Resize(m, depth)
		want, got := make([]float32, m*cols), make([]float32, m*cols)
		for i := range m {
			rows.Set(i, a[i*depth:][:depth])
			copy(want[i*cols:], bias)
		}
		exact.MulAdd(want, cols, a, depth, 1, m)
		p.Map(got, cols, &rows)
		norm, off := 0.0, 0.0
		for i := range want {
			norm += float64(want[i]) * float64(want[i])
			off += math.Pow(float64(want[i]-got[i]), 2)
		}
		require.Less(t, math.Sqrt(off/norm), 0.015)
	})
}

func BenchmarkMap8(b *testing.B) {
	for _, s := range [][3]int{
		{128, 256, 1024}, {256, 384, 1536}, {256, 1536, 384}, {64, 768, 768}, {128, 768, 3072}, {128, 3072, 768}, {512, 768, 3072},
		{128, 1024, 4096},
	} {
		m, depth, cols := s[0], s[1], s[2]
		var p Panels8
		p.Quantize(testkit.Floats(rand.New(rand.NewPCG(1, 1)), depth*cols), make([]float32, cols), depth, cols, cols, 1)
		var a Rows8
		a.Resize(m, depth)
		c := make([]float32, m*cols)
		b.Run(fmt.Sprintf("%dx%dx%d", m, depth, cols), func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					p.Map(c, cols, &a)
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
