package loops

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// best is the fastest way of the processor, or the one that is asked for.
var best = path

// onPaths runs a test on every path that the processor has, plain Go included.
func onPaths(t *testing.T, run func(t *testing.T)) {
	t.Helper()
	old := path
	t.Cleanup(func() { path = use(old) })
	for way := range best + 1 {
		path = use(way)
		t.Run(names[way], run)
	}
}

// random returns n values of about unit size, with a few zeros and extremes.
func random(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		switch v[i] = float32(r.NormFloat64()); r.IntN(200) {
		case 0:
			v[i] = 0
		case 1:
			v[i] *= 0x1p-70
		case 2:
			v[i] *= 0x1p60
		}
	}
	return v
}

// Products are as defined, at every size and stride, and no other column is touched.
func TestMulAdd(t *testing.T) {
	tries := 1000
	if testkit.Deep() {
		tries = 3000
	}
	var wants [][]float32 // of each try, the same on all paths
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 1))
		var p Panels
		for try := range tries {
			m, cols, rows := r.IntN(41), r.IntN(101), r.IntN(71)
			if try%10 == 0 {
				cols += r.IntN(200)
			}
			b, rowStride, colStride := strided(r, rows, cols)
			p.Pack(b, rows, cols, rowStride, colStride)
			require.Equal(t, []int{rows, cols}, []int{p.rows, p.cols})
			a, aRow, aCol := strided(r, m, rows)
			ldc := cols + r.IntN(5)
			c := random(r, m*ldc+3)
			if try == len(wants) {
				want := append([]float32(nil), c...)
				for i := range m {
					for j := range cols {
						var sum float32
						for k := range rows {
							sum = fma(a[i*aRow+k*aCol], b[k*rowStride+j*colStride], sum)
						}
						want[i*ldc+j] += sum
					}
				}
				wants = append(wants, want)
			}
			p.MulAdd(c, ldc, a, aRow, aCol, m)
			testkit.SameBits(t, wants[try], c, "m %d, columns %d, rows %d, strides %d, %d", m, cols, rows, aRow, aCol)
		}
	})
}

// strided is a random matrix stored by rows or by columns, with gaps, and its strides.
func strided(r *rand.Rand, rows, cols int) (v []float32, rowStride, colStride int) {
	gap := r.IntN(4)
	if r.IntN(2) == 0 {
		return random(r, rows*(cols+gap)), cols + gap, 1
	}
	return random(r, cols*(rows+gap)), 1, rows + gap
}

// Rows have the same products in large matrices, which pass in parts, as alone, be A stored by rows or by columns.
func TestMulAddInParts(t *testing.T) {
	const m, cols, rows = 3*atOnce - 7, 5, 3000
	r := rand.New(rand.NewPCG(7, 3))
	b, a, across := testkit.Floats(r, rows*cols), testkit.Floats(r, m*rows), make([]float32, rows*farApart)
	for i := range m {
		for k := range rows {
			across[i+k*farApart] = a[i*rows+k]
		}
	}
	onPaths(t, func(t *testing.T) {
		var p Panels
		p.Pack(b, rows, cols, cols, 1)
		want, whole, turned := make([]float32, m*cols), make([]float32, m*cols), make([]float32, m*cols)
		for i := range m {
			p.MulAdd(want[i*cols:], cols, a[i*rows:], rows, 1, 1)
		}
		p.MulAdd(whole, cols, a, rows, 1, m)
		p.MulAdd(turned, cols, across, 1, farApart, m)
		testkit.SameBits(t, want, whole, "by rows")
		testkit.SameBits(t, want, turned, "by columns")
	})
}

// Slices that are too short panic before anything is written, and so do negative sizes.
func TestMulAddChecks(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		var p Panels
		require.Panics(t, func() { p.Pack(make([]float32, 11), 3, 4, 4, 1) })
		require.Panics(t, func() { p.Pack(make([]float32, 12), 3, 4, -4, 1) })
		p.Pack(make([]float32, 12), 3, 4, 4, 1)
		a, c := make([]float32, 6), make([]float32, 8)
		p.MulAdd(c, 4, a, 3, 1, 2)
		require.Panics(t, func() { p.MulAdd(c[:7], 4, a, 3, 1, 2) })
		require.Panics(t, func() { p.MulAdd(c, 4, a[:5], 3, 1, 2) })
		require.Panics(t, func() { p.MulAdd(c, -4, a, 3, 1, 2) })
		require.Panics(t, func() { p.MulAdd(c, 4, a, 3, 1, -2) })
	})
}

// Memory is reused, and remains of a larger matrix do not show.
func TestPackAgain(t *testing.T) {
	var p Panels
	p.Pack([]float32{1, 2, 3, 4, 5, 6}, 2, 3, 3, 1)
	p.Pack([]float32{7, 8}, 2, 1, 1, 1)
	c := make([]float32, 3)
	p.MulAdd(c, 1, []float32{1, 10}, 2, 1, 1)
	require.Equal(t, []float32{87, 0, 0}, c)
	b := make([]float32, 64*64)
	p.Pack(b, 64, 64, 64, 1)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		p.Pack(b, 64, 64, 1, 64)
		p.MulAdd(c, 64, b, 64, 1, 0)
	}))
}

func ExamplePanels() {
	var p Panels
	p.Pack([]float32{1, 2, 3, 4, 5, 6}, 2, 3, 3, 1) // 1 2 3 over 4 5 6
	c := make([]float32, 3)
	p.MulAdd(c, 3, []float32{1, 10}, 2, 1, 1)
	fmt.Println(c)
	// Output: [41 52 63]
}

func BenchmarkMulAdd(b *testing.B) {
	for _, s := range []struct {
		m, rows, cols int
		across        bool // the left factor is stored by columns
	}{
		{1, 128, 512, false}, {2, 128, 512, false}, {4, 128, 512, false}, {8, 128, 512, false},
		{120, 300, 1024, false}, {120, 256, 1024, false}, {32, 200, 800, false},
		{300, 120, 512, true}, {8, 256, 90, false}, {17, 256, 90, false},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		a, c := testkit.Floats(r, s.m*s.rows), make([]float32, s.m*s.cols)
		rowStride, colStride := s.rows, 1
		if s.across {
			rowStride, colStride = 1, s.m
		}
		var p Panels
		p.Pack(testkit.Floats(r, s.rows*s.cols), s.rows, s.cols, s.cols, 1)
		b.Run(fmt.Sprintf("%dx%dx%d", s.m, s.rows, s.cols), func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					p.MulAdd(c, s.cols, a, rowStride, colStride, s.m)
				}
				b.ReportMetric(2*float64(s.m*s.rows*s.cols)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		})
	}
}

// eachPath runs a benchmark on every path that the processor has.
func eachPath(b *testing.B, run func(b *testing.B)) {
	old := path
	b.Cleanup(func() { path = use(old) })
	for way := range best + 1 {
		path = use(way)
		b.Run(names[way], run)
	}
}

func BenchmarkPack(b *testing.B) {
	v := make([]float32, 300*1024)
	var p Panels
	for _, across := range []bool{false, true} {
		b.Run(fmt.Sprintf("transposed=%v", across), func(b *testing.B) {
			for b.Loop() {
				if across {
					p.Pack(v, 300, 1024, 1, 300)
				} else {
					p.Pack(v, 300, 1024, 1024, 1)
				}
			}
			nsPerValue(b, len(v))
		})
	}
}
