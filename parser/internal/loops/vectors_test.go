package loops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// plainly runs a function on the path of plain Go.
func plainly(run func(v [][]float32)) func(v [][]float32) {
	return func(v [][]float32) {
		old := path
		defer func() { path = use(old) }()
		path = use(plain)
		run(v)
	}
}

// Every function of several vectors has the bits of plain Go on every path, at every length
// and offset, and touches nothing else.
func TestVectorsArePlain(t *testing.T) {
	b1, b2 := float32(0.9), float32(0.8)
	c := [7]float32{0.01, 0.5, b1, 1 - b1, b2, 1 - b2, 1e-8}
	softmax := func(v [][]float32) { Softmax(v[0], 0.3) }
	softmaxBack := func(v [][]float32) { SoftmaxBack(v[0], v[1], v[2], 0.3) }
	layerNorm := func(v [][]float32) { LayerNorm(v[0], v[1], v[2], v[3], 1e-5) }
	layerNormBack := func(v [][]float32) { LayerNormBack(v[0], v[1], v[2], v[3], v[4], v[5], 0.3, 1.7) }
	for _, f := range []struct {
		name        string
		sizes       []int // lengths of the arguments, in units of n
		fast, plain func(v [][]float32)
	}{
		{"Add", []int{1, 1}, func(v [][]float32) { Add(v[0], v[1]) }, func(v [][]float32) { addPlain(v[0], v[1]) }},
		{
			"AddScaled", []int{1, 1},
			func(v [][]float32) { AddScaled(v[0], v[1], 1.7) }, func(v [][]float32) { addScaledPlain(v[0], v[1], 1.7) },
		},
		{
			"Adam", []int{1, 1, 1, 1},
			func(v [][]float32) { Adam(v[0], v[1], v[2], v[3], 0.01, 0.5, b1, b2, 1e-8) },
			func(v [][]float32) { adamPlain(v[0], v[1], v[2], v[3], &c) },
		},
		{
			"Cell", []int{1, 1, 1, 4, 1},
			func(v [][]float32) { Cell(v[0], v[1], v[2], v[3], v[4]) },
			func(v [][]float32) { cellPlain(v[0], v[1], v[2], v[3], v[4]) },
		},
		{
			"Cell in place", []int{1, 1, 1, 4},
			func(v [][]float32) { Cell(v[0], v[1], v[2], v[3], v[1]) },
			func(v [][]float32) { cellPlain(v[0], v[1], v[2], v[3], v[1]) },
		},
		{
			"CellBack", []int{4, 1, 1, 4, 1, 1},
			func(v [][]float32) { CellBack(v[0], v[1], v[2], v[3], v[4], v[5]) },
			func(v [][]float32) { cellBackPlain(v[0], v[1], v[2], v[3], v[4], v[5]) },
		},
		{
			"CellBack in place", []int{4, 1, 1, 1, 1},
			func(v [][]float32) { CellBack(v[0], v[1], v[2], v[0], v[3], v[4]) },
			func(v [][]float32) { cellBackPlain(v[0], v[1], v[2], v[0], v[3], v[4]) },
		},
		{
			"GELUBack", []int{1, 1, 1},
			func(v [][]float32) { GELUBack(v[0], v[1], v[2]) }, func(v [][]float32) { geluBackPlain(v[0], v[1], v[2]) },
		},
		{
			"GELUTanhBack", []int{1, 1},
			func(v [][]float32) { GELUTanhBack(v[0], v[0], v[1]) },
			func(v [][]float32) { geluTanhBackPlain(v[0], v[0], v[1]) },
		},
		{"Softmax", []int{1}, softmax, plainly(softmax)},
		{"SoftmaxBack", []int{1, 1, 1}, softmaxBack, plainly(softmaxBack)},
		{"LayerNorm", []int{1, 1, 1, 1}, layerNorm, plainly(layerNorm)},
		{"LayerNormBack", []int{1, 1, 1, 1, 1, 1}, layerNormBack, plainly(layerNormBack)},
	} {
		t.Run(f.name, func(t *testing.T) {
			onPaths(t, func(t *testing.T) {
				r := rand.New(rand.NewPCG(3, 1))
				for n := range 150 {
					var whole, want, v, w [][]float32
					for i, size := range f.sizes {
						whole = append(whole, random(r, n*size+10))
						if n > 9 && n%2 == 0 {
							copy(whole[i][r.IntN(n):n*size], special[r.IntN(len(special)):])
						}
						want = append(want, append([]float32(nil), whole[i]...))
						offset := r.IntN(5)
						v, w = append(v, whole[i][offset:][:n*size]), append(w, want[i][offset:][:n*size])
					}
					f.fast(v)
					f.plain(w)
					for i := range whole {
						testkit.SameBits(t, want[i], whole[i], "argument %d, length %d", i, n)
					}
				}
			})
		})
	}
}

// Slices that are too short panic.
func TestVectorChecks(t *testing.T) {
	v, long := make([]float32, 3), make([]float32, 16)
	for name, run := range map[string]func(){
		"Add":       func() { Add(v, long) },
		"AddScaled": func() { AddScaled(v, long, 1) },
		"Adam":      func() { Adam(long, long, long, v, 1, 1, 1, 1, 1) },
		"Cell":      func() { Cell(long[:4], long[:4], v, long, long) },
		"CellBack":  func() { CellBack(long, long, long[:4], long, long, v) },

		"GELU":          func() { GELU(v, long) },
		"GELUBack":      func() { GELUBack(long, v, long) },
		"GELUTanh":      func() { GELUTanh(v, long) },
		"GELUTanhBack":  func() { GELUTanhBack(v, long, long) },
		"Dot":           func() { product(long, v) },
		"SoftmaxBack":   func() { SoftmaxBack(long, v, long, 1) },
		"LayerNorm":     func() { LayerNorm(long, long, v, long, 1) },
		"LayerNormBack": func() { LayerNormBack(long, long, v, long, long, long, 0, 1) },
	} {
		require.Panics(t, run, name)
	}
}

// The order of summation is that of the documentation, on every path.
func TestSums(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 2))
		for n := range 100 {
			x, y, center := random(r, n), random(r, n), r.NormFloat64()
			for name, f := range map[string]struct {
				got float64
				of  func(x, y float64) float64
			}{
				"total":      {total(x), func(x, _ float64) float64 { return x }},
				"SumSquares": {SumSquares(x), func(x, _ float64) float64 { return x * x }},
				"Dot":        {product(x, y), func(x, y float64) float64 { return x * y }},
				"about":      {squaresAbout(x, center), func(x, _ float64) float64 { d := x - center; return float64(d * d) }},
			} {
				var lanes [16]float64
				for i, v := range x {
					lanes[i%16] += f.of(float64(v), float64(y[i]))
				}
				sum := func(i, j int) float64 { return (lanes[i] + lanes[i+8]) + (lanes[j] + lanes[j+8]) }
				want := ((sum(0, 4) + sum(2, 6)) + (sum(1, 5) + sum(3, 7)))
				require.Equal(t, want, f.got, "%s, length %d", name, n)
			}
		}
	})
	require.Equal(t, 25.0, SumSquares([]float32{3, -4}))
}

// Adam follows its equations, clears the gradient, and lets moments die out.
func TestAdam(t *testing.T) {
	w, g, m, v := []float32{1, 1}, []float32{2, 0}, []float32{0.5, 0x1p-126}, []float32{0.25, 0x1p-126}
	Adam(w, g, m, v, 0.1, 0.5, 0.75, 0.5, 0.25)
	require.Equal(t, []float32{0, 0}, g)
	require.Equal(t, []float32{0.75*0.5 + 0.25, 0}, m)
	require.Equal(t, []float32{0.5*0.25 + 0.5, 0}, v)
	require.InDelta(t, 1-0.1*0.625/(math.Sqrt(0.625)+0.25), w[0], 1e-7)
	require.Equal(t, float32(1), w[1])
}

func nsPerValue(b *testing.B, values int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*values), "ns/value")
}

func BenchmarkVectors(b *testing.B) {
	const n = 512
	r := rand.New(rand.NewPCG(1, 1))
	row, dst, gates, dgates := testkit.Floats(r, n), testkit.Floats(r, n), testkit.Floats(r, 4*n), testkit.Floats(r, 4*n)
	c, tanhC, c0 := testkit.Floats(r, n), testkit.Floats(r, n), testkit.Floats(r, n)
	for _, f := range []struct {
		name string
		run  func()
	}{
		{"AddScaled", func() { AddScaled(dst, row, 0x1p-20) }},
		{"SumSquares", func() { SumSquares(row) }},
		{"Dot", func() { product(row, c) }},
		{"Softmax", func() { copy(dst, row); Softmax(dst, 1) }},
		{"SoftmaxBack", func() { SoftmaxBack(dst, row, c, 1) }},
		{"LayerNorm", func() { LayerNorm(dst, row, c, c0, 1e-5) }},
		{"LayerNormBack", func() { LayerNormBack(dst, tanhC, gates, row, c, c0, 0, 1) }},
		{"Cell", func() { Cell(dst, c, tanhC, gates, c0) }},
		{"CellBack", func() { CellBack(dgates, c, row, gates, tanhC, c0) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					f.run()
				}
				nsPerValue(b, n)
			})
		})
	}
}

func BenchmarkAdam(b *testing.B) {
	const n = 1 << 20
	r := rand.New(rand.NewPCG(1, 1))
	w, g, m, v := testkit.Floats(r, n), make([]float32, n), testkit.Floats(r, n), make([]float32, n)
	eachPath(b, func(b *testing.B) {
		for b.Loop() {
			Adam(w, g, m, v, 1e-3, 1, 0.9, 0.9, 1e-8)
		}
		nsPerValue(b, n)
	})
}

// Rows are added to the same scores one after the other.
func BenchmarkAdd(b *testing.B) {
	for _, n := range []int{7, 90, 176} {
		row, dst := make([]float32, n), make([]float32, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					Add(dst, row)
				}
			})
		})
	}
}

func ExampleAdd() {
	scores := []float32{1, 2, 3}
	Add(scores, []float32{10, 20})
	fmt.Println(scores)
	// Output: [11 22 3]
}
