package loops

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parser/testdata/testkit"
)

// onFused runs a benchmark on every path that has a peak.
func onFused(b *testing.B, run func(b *testing.B)) {
	old := path
	b.Cleanup(func() { path = use(old) })
	for way := avx2; way <= best; way++ {
		path = use(way)
		b.Run(names[way], run)
	}
}

// peak multiplies and adds in registers alone, and returns how many operations that was.
func peak() float64 {
	const rounds = 10_000
	if path == avx512 {
		peakAVX512(rounds)
		return rounds * 24 * 32
	}
	peakAVX2(rounds)
	return rounds * 12 * 16
}

// BenchmarkPeak is the speed that no product can exceed.
func BenchmarkPeak(b *testing.B) {
	onFused(b, func(b *testing.B) {
		operations := 0.0
		for b.Loop() {
			operations += peak()
		}
		b.ReportMetric(operations/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
	})
}

// BenchmarkTransformer multiplies matrices of transformers. It reports the median speed, and the
// share of the peak, which is measured in turn because processors do not always run equally fast.
func BenchmarkTransformer(b *testing.B) {
	for _, s := range [][2]int{
		{256, 256}, {384, 1536}, {1536, 384}, {768, 768}, {768, 2304}, {768, 3072}, {3072, 768}, {1024, 4096},
	} {
		depth, cols := s[0], s[1]
		r := rand.New(rand.NewPCG(1, 1))
		var p Panels
		p.Pack(testkit.Floats(r, depth*cols), depth, cols, cols, 1)
		for _, m := range []int{64, 128, 512} {
			a, c := testkit.Floats(r, m*depth), make([]float32, m*cols)
			b.Run(fmt.Sprintf("%dx%dx%d", m, depth, cols), func(b *testing.B) {
				onFused(b, func(b *testing.B) {
					speed := func(run func() float64) float64 {
						start := time.Now()
						operations := run()
						return operations / float64(time.Since(start).Nanoseconds())
					}
					var products, peaks []float64
					for b.Loop() {
						products = append(products, speed(func() float64 {
							p.MulAdd(c, cols, a, depth, 1, m)
							return 2 * float64(m*depth*cols)
						}))
						peaks = append(peaks, speed(peak))
					}
					slices.Sort(products)
					slices.Sort(peaks)
					product := products[len(products)/2]
					b.ReportMetric(product, "GFLOP/s")
					b.ReportMetric(100*product/peaks[len(peaks)/2], "%peak")
					b.ReportMetric(0, "ns/op") // which the peak is part of
				})
			})
		}
	}
}

// Products of bytes are as defined where processors lack instructions that this one has, too.
func TestMap8WithoutVNNI(t *testing.T) {
	defer func(a, b, c bool) { amx, vnni, avxVNNI = a, b, c }(amx, vnni, avxVNNI)
	for _, lack := range []*bool{&amx, &vnni, &avxVNNI} {
		*lack = false
		t.Run("", TestMap8)
	}
}

// Products of bfloat16 are as defined where processors multiply no tiles of them, or cannot multiply them at all.
func TestMulAdd16WithoutAMX(t *testing.T) {
	defer func(a, b bool) { tiles16, bfloat16 = a, b }(tiles16, bfloat16)
	for _, lack := range []*bool{&tiles16, &bfloat16} {
		*lack = false
		t.Run("", TestMulAdd16)
	}
}
