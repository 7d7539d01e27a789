package compact

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/tables"
	"parser/model/npz"
)

// classCounts are below, at and above the lengths that rows are padded to.
var classCounts = []int{1, 2, 30, 32, 33, 63, 64, 65, 126, 128, 129, 300, 1500}

// linearOf returns a model of rows of weights by class; the feature of a row is its number.
func linearOf(classes int, rows []map[int32]float32) *Linear {
	b := NewLinear(classes)
	for i, row := range rows {
		for _, k := range slices.Sorted(maps.Keys(row)) {
			b.Add(k, row[k])
		}
		b.End(uint64(i))
	}
	return b.Done()
}

// someRows draws rows of few and of many weights, small and large.
func someRows(random *rand.Rand, classes, n int) []map[int32]float32 {
	var rows []map[int32]float32
	for range n {
		row := map[int32]float32{}
		size, weight := 3.0, 1+random.IntN(1+random.IntN(classes))
		if random.IntN(80) == 0 {
			size = 200
		}
		for range weight {
			row[random.Int32N(1+random.Int32N(int32(classes)))] = float32(random.NormFloat64() * size)
		}
		rows = append(rows, row)
	}
	return rows
}

// scoresOf returns the scores of features.
func scoresOf(s *Quantized, features []uint64) []float32 {
	scores := make([]float32, s.Classes())
	s.Score(scores, features)
	return scores
}

// readSmall writes the entries and reads them as a model.
func readSmall(t testing.TB, entries []npz.Entry, prefix string, classes int) (*Quantized, error) {
	a, err := read(written(t, entries))
	require.NoError(t, err)
	return ReadSmall(a, prefix, classes)
}

// rounded returns a weight as a multiple of the step.
func rounded(weight, step float32) float64 {
	return math.RoundToEven(float64(weight)/float64(step)) * float64(step)
}

// Scores are sums of the weights, each rounded to a multiple of the step, whatever the kinds of
// rows; unknown features do not count, and repeated ones count twice.
func TestSmallScores(t *testing.T) {
	for _, classes := range classCounts {
		t.Run(fmt.Sprint(classes), func(t *testing.T) {
			random := rand.New(rand.NewPCG(31, uint64(classes)))
			rows := someRows(random, classes, 1000)
			s := linearOf(classes, rows).Quantized()
			require.Equal(t, classes, s.Classes())
			dst := make([]float32, classes)
			for n := range 60 {
				features, want := make([]uint64, n*n/6), make([]float64, classes)
				for i := range features {
					if features[i] = random.Uint64N(1200); features[i] >= uint64(len(rows)) {
						continue
					}
					for k, weight := range rows[features[i]] {
						want[k] += rounded(weight, s.step)
					}
				}
				dst[0] = 99 // what was there before does not matter
				s.Score(dst, features)
				for k := range dst {
					require.Equal(t, float32(want[k]), dst[k], "class %d of %d features", k, len(features))
				}
			}
		})
	}
}

// kinds counts the rows of each kind.
func (s *Quantized) kinds() map[uint32]int {
	kinds := map[uint32]int{}
	for _, b := range s.buckets {
		for _, name := range b.Values {
			if name != 0 {
				kinds[name&^tables.Offset]++
			}
		}
	}
	return kinds
}

// The rows of the test above are of every kind.
func TestSmallHasAllKinds(t *testing.T) {
	s := linearOf(300, someRows(rand.New(rand.NewPCG(31, 300)), 300, 1000)).Quantized()
	for _, kind := range []uint32{isShort, isLine, isFull, isWide} {
		require.Greater(t, s.kinds()[kind], 3, "%x of %v", kind, s.kinds())
	}
}

// Sums never overflow: as many features as there may be at a time and more, all of them of the
// largest weights that a model can hold.
func TestSmallNeverOverflows(t *testing.T) {
	for _, sign := range []float32{1, -1} {
		for _, classes := range classCounts {
			rows := make([]map[int32]float32, 66)
			for row := range rows {
				rows[row] = map[int32]float32{}
				for k := range int32(classes) {
					rows[row][k] = sign * narrowest
				}
			}
			for k := range rows[0] {
				rows[0][k] = sign * widest
			}
			l := linearOf(classes, rows)
			require.Equal(t, 0, l.exponent())
			s, dst := l.Quantized(), make([]float32, classes)
			for _, n := range []int{1, tables.MaxRows - 1, tables.MaxRows, tables.MaxRows + 1, 10_000} {
				for row, weight := range []float32{widest, narrowest} {
					s.Score(dst, slices.Repeat([]uint64{uint64(row)}, n))
					for k := range dst {
						require.InEpsilon(t, sign*weight*float32(n), dst[k], 1e-6, "%d of %d features", k, n)
					}
				}
			}
		}
	}
}

// The step is the finest by which no more than one row in 64 is wide and every weight can be held.
func TestSmallStep(t *testing.T) {
	for _, c := range []struct {
		usual, largest float32
		wide           int
		step           float64
	}{
		{1, 1, 0, 1. / 64}, {127, 127, 0, 1}, {128, 128, 0, 2}, {1, 100, 15, 1. / 64}, {1, 100, 16, 1},
		{1, 16383, 1, 1}, {1, 16384, 1, 2}, {1, 1e15, 1, math.Ldexp(1, 36)}, {1e-30, 1e-30, 0, math.Ldexp(1, -100)}, {1e-45, 1, 1, math.Ldexp(1, -13)},
		{1e15, 1e15, 9, math.Ldexp(1, 43)},
	} {
		var rows []map[int32]float32
		for i := range 1001 {
			w := c.usual
			if i < c.wide {
				w = c.largest
			}
			rows = append(rows, map[int32]float32{0: -w, 1: w / 2})
		}
		l := linearOf(2, rows)
		s := l.Quantized()
		require.Equal(t, c.step, float64(s.step), "%+v", c)
		again, err := readSmall(t, s.Entries("x/"), "x/", 2)
		require.NoError(t, err)
		for _, x := range append(scoresOf(s, []uint64{0, 1, 1000}), scoresOf(again, []uint64{0, 1, 1000})...) {
			require.False(t, math.IsNaN(float64(x)) || math.IsInf(float64(x), 0))
		}
	}
	empty := linearOf(3, nil).Quantized()
	require.Equal(t, []float32{0, 0, 0}, scoresOf(empty, []uint64{1, 2}))
}

// Weights far below the step are left out, and rows that have no others.
func TestSmallLeavesOutZeros(t *testing.T) {
	var rows []map[int32]float32
	for range 100 {
		rows = append(rows, map[int32]float32{0: 100, 1: 1e-5})
	}
	s := linearOf(2, append(rows, map[int32]float32{1: 1e-5})).Quantized()
	require.Equal(t, "100 features, 100 weights", s.Describe())
}

// A model that was written and read again scores the same and gives the same file.
func TestSmallFiles(t *testing.T) {
	for _, classes := range classCounts {
		random := rand.New(rand.NewPCG(32, uint64(classes)))
		s := linearOf(classes, someRows(random, classes, 300)).Quantized()
		read, err := readSmall(t, s.Entries("x/"), "x/", classes)
		require.NoError(t, err)
		require.Equal(t, s.Entries("x/"), read.Entries("x/"))
		for range 20 {
			features := make([]uint64, 50)
			for i := range features {
				features[i] = random.Uint64N(330)
			}
			require.Equal(t, scoresOf(s, features), scoresOf(read, features))
		}
	}
}

// Rows of one length stay in their order.
func TestLongestFirst(t *testing.T) {
	require.Equal(t, []uint32{3, 1, 4, 0, 5, 2}, longestFirst([]uint16{2, 4, 1, 7, 4, 2}, 7))
	require.Empty(t, longestFirst(nil, 3))
}

// Files whose parts do not fit together are refused.
func TestSmallRefusesFiles(t *testing.T) {
	rows := someRows(rand.New(rand.NewPCG(33, 1)), 40, 100)
	of := func() *smallRows { return linearOf(40, rows).Quantized().rows() }
	read := func(r *smallRows, others []int16) error {
		entries := r.entries("x/")
		if others != nil {
			entries[len(entries)-1].Data = others
		}
		a, err := read(written(t, entries))
		require.NoError(t, err)
		_, err = ReadSmall(a, "x/", 40)
		return err
	}
	require.NoError(t, read(of(), nil))
	for name, damage := range map[string]func(r *smallRows){
		"no step":              func(r *smallRows) { r.step = 0 },
		"a negative step":      func(r *smallRows) { r.step = -1 },
		"a step without bound": func(r *smallRows) { r.step = float32(math.Inf(1)) },
		"a check too few":      func(r *smallRows) { r.checks = r.checks[1:] },
		"a length too few":     func(r *smallRows) { r.lengths = r.lengths[1:] },
		"a class too few":      func(r *smallRows) { r.classes = r.classes[1:] },
		"a number too few":     func(r *smallRows) { r.numbers = r.numbers[1:] },
		"a bucket too few":     func(r *smallRows) { r.used = r.used[1:] },
		"a number of 0":        func(r *smallRows) { r.numbers[3] = 0 },
		"a number too large":   func(r *smallRows) { r.numbers[3] = widest + 1 },
		"a class too large":    func(r *smallRows) { r.classes[len(r.classes)-1] = 40 },
		"classes out of order": func(r *smallRows) {
			i := slices.IndexFunc(r.lengths, func(n uint16) bool { return n > 1 })
			at := 0
			for _, n := range r.lengths[:i] {
				at += int(n)
			}
			r.classes[at], r.classes[at+1] = r.classes[at+1], r.classes[at]
		},
		"a row of nothing": func(r *smallRows) { r.lengths[0] += r.lengths[1]; r.lengths[1] = 0 },
		"a bucket of nine": func(r *smallRows) { r.used[0], r.used[1] = 9, r.used[0]+r.used[1]-9 },
		"no bucket at all": func(r *smallRows) { r.used = nil },
	} {
		r := of()
		damage(r)
		require.ErrorIs(t, read(r, nil), npz.ErrFile, name)
	}
	require.ErrorIs(t, read(of(), []int16{}), npz.ErrFile, "large numbers that are missing")
	require.ErrorIs(t, read(of(), make([]int16, 5000)), npz.ErrFile, "large numbers that nothing asks for")
}

// Tables in which a search would not end, or would take long, are refused.
func TestSmallRefusesFullTables(t *testing.T) {
	for _, c := range []struct {
		buckets, from, to int // full buckets are those in between, also across the end of the table
		refused           bool
	}{{1, 0, 1, true}, {5, 0, 5, true}, {5, 0, 4, false}, {300, 10, 10 + maxProbe - 1, false}, {300, 10, 10 + maxProbe, true},
		{300, 250, 250 + maxProbe - 1, false}, {300, 250, 250 + maxProbe, true}} {
		r := &smallRows{step: 1, used: make([]uint8, c.buckets)}
		for i := c.from; i < c.to; i++ {
			r.used[i%c.buckets] = 8
			for range 8 {
				r.add(uint32(i), []uint16{0}, []int16{1})
			}
		}
		a, err := read(written(t, r.entries("x/")))
		require.NoError(t, err)
		m, err := ReadSmall(a, "x/", 2)
		if c.refused {
			require.ErrorIs(t, err, npz.ErrFile, "%+v", c)
			continue
		}
		require.NoError(t, err, "%+v", c)
		scoresOf(m, []uint64{1, 2, 3, math.MaxUint64})
	}
}

// FuzzReadSmall makes arrays from any bytes: they are refused with ErrFile, or give a model that
// scores and survives a round trip.
func FuzzReadSmall(f *testing.F) {
	f.Add(uint8(1), uint8(2), uint8(1), []byte{2, 1, 0, 0, 0, 2, 0, 0, 0, 1, 2, 7, 3, 9, 5, 12, 0x80, 0xfb, 1})
	f.Add(uint8(0), uint8(0), uint8(0), []byte{})
	f.Fuzz(func(t *testing.T, buckets, rows, larger uint8, data []byte) {
		take := func(n int) []byte {
			some := make([]byte, n)
			data = data[copy(some, data):]
			return some
		}
		entries := []npz.Entry{
			{Name: "0/step", Data: []float32{0.25}}, {Name: "0/buckets", Data: take(int(buckets))}, {Name: "0/checks", Data: decoded[uint32](t, take(4*int(rows)))},
			{Name: "0/lengths", Data: take(int(rows))}, {Name: "0/large", Data: decoded[int16](t, take(2*int(larger)))},
		}
		n := len(data) / 2
		m, err := readSmall(t, append(entries, npz.Entry{Name: "0/classes", Data: data[:n]},
			npz.Entry{Name: "0/numbers", Data: decoded[int8](t, data[n:2*n])}), "0/", someClasses)
		if err != nil {
			require.ErrorIs(t, err, npz.ErrFile)
			return
		}
		scoresOf(m, []uint64{0, 1, 2, math.MaxUint64})
		again, err := readSmall(t, m.Entries("x/"), "x/", someClasses)
		require.NoError(t, err)
		require.Equal(t, m.Entries("x/"), again.Entries("x/"))
	})
}
