package npz

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// numbers returns a matrix of normally distributed numbers, whose rows differ much in size: one
// is all zeros, and one rounds to zeros.
func numbers(random *rand.Rand, rows, cols int) []float32 {
	all := make([]float32, rows*cols)
	for i := range all {
		all[i] = float32(random.NormFloat64() * math.Exp(random.NormFloat64()*float64(i/cols)))
		switch i / cols {
		case 1:
			all[i] = 0
		case 2:
			all[i] *= 1e-40
		}
	}
	return all
}

// stored writes a matrix and reads it again.
func stored(t *testing.T, p Precision, all []float32, rows, cols int) (numbers []float32, file []byte) {
	t.Helper()
	file = written(t, p.Entries("m", all, rows, cols))
	arrays, err := read(file)
	require.NoError(t, err)
	numbers, err = arrays.Matrix("m", rows, cols)
	require.NoError(t, err)
	return numbers, file
}

// A file holds what Round leaves, in any precision, and rounding again changes nothing: a model
// that is saved, loaded and saved again is the same file.
func TestStoredAsRounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for _, name := range append(Precisions(), "") {
		p := Precision(name)
		for range 200 {
			rows, cols := 1+random.IntN(7), 1+random.IntN(40)
			raw := numbers(random, rows, cols)
			rounded := slices.Clone(raw)
			p.Round(rounded, cols)
			again := slices.Clone(rounded)
			p.Round(again, cols)
			require.Equal(t, rounded, again, p)
			read, file := stored(t, p, rounded, rows, cols)
			require.Equal(t, rounded, read, p)
			fromRaw, same := stored(t, p, raw, rows, cols)
			require.Equal(t, rounded, fromRaw, p)
			require.Equal(t, file, same, p)
			_, same = stored(t, p, read, rows, cols)
			require.Equal(t, file, same, p)
		}
	}
}

// No number moves by more than half a scale, which is about a 127th of the largest of the row.
func TestInt8IsNear(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	const rows, cols = 12, 50
	raw := numbers(random, rows, cols)
	rounded := slices.Clone(raw)
	InInt8.Round(rounded, cols)
	for row := range rows {
		largest := 0.0
		for i := row * cols; i < (row+1)*cols; i++ {
			largest = max(largest, math.Abs(float64(raw[i])))
		}
		for i := row * cols; i < (row+1)*cols; i++ {
			require.InDelta(t, raw[i], rounded[i], max(largest/most/2*1.0001, 0x1p-100))
		}
	}
	row := []float32{-127, 126.4, 0.5, 254, 3, -5}
	InInt8.Round(row, 3)
	require.Equal(t, []float32{-127, 126, 0, 254, 4, -4}, row)
	bias := []float32{1, 0x1p-11}
	InInt8.Round(bias, 2)
	require.Equal(t, []float32{1, 0x1p-11}, bias, "a single row is stored in half precision")
}

// Half precision takes half the space of single, and int8 about half of that.
func TestSizes(t *testing.T) {
	const rows, cols = 200, 100
	raw := make([]float32, rows*cols)
	for p, bytes := range map[Precision]int{
		InSingle: 4 * rows * cols, InHalf: 2 * rows * cols, "": 2 * rows * cols, InInt8: rows*cols + 4*rows, inInt4: rows*cols/2 + 2*4*rows,
	} {
		_, file := stored(t, p, raw, rows, cols)
		require.InDelta(t, bytes, len(file), 1000, p)
	}
}

// No number moves by more than a fifth of the largest of its block, unless all of them are tiny.
func TestInt4IsNear(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	const rows, cols = 8, 77
	raw := numbers(random, rows, cols)
	for i, x := range raw {
		raw[i] = max(-4e5, min(4e5, x))
	}
	rounded := slices.Clone(raw)
	inInt4.Round(rounded, cols)
	for row := range rows {
		for from := 0; from < cols; from += block {
			part, largest := raw[row*cols:][from:min(from+block, cols)], 0.0
			for i := range part {
				largest = max(largest, math.Abs(float64(part[i])))
			}
			for i, x := range part {
				require.InDelta(t, x, rounded[row*cols+from+i], max(largest/5*1.001, 7*0x1p-14))
			}
		}
	}
	row := []float32{-7, 6, 0, 14, 4, -6, 1e-5, 0, -2e-5}
	inInt4.Round(row, 3)
	require.Equal(t, []float32{-7, 6, 0, 14, 4, -6, 0, 0, 0}, row)
	bias := []float32{1, 0x1p-11}
	inInt4.Round(bias, 2)
	require.Equal(t, []float32{1, 0x1p-11}, bias, "a single row is stored in half precision")
}

// Bad scales are refused, and multiples that no rounding makes.
func TestBadScalesAreRefused(t *testing.T) {
	fours := func(low uint8, scales ...half) []Entry {
		return []Entry{{Name: "m", Data: []uint8{0x81, low}, Shape: []int{2, 1}}, {Name: "m/scales", Data: scales, Shape: []int{len(scales), 1}}}
	}
	nan, infinite := float32(math.NaN()), float32(math.Inf(1))
	for message, entries := range map[string][]Entry{
		"no array m/scales":                        {{Name: "m", Data: []int8{1, 2}, Shape: []int{2, 1}}},
		"has 1 numbers, not 2":                     {{Name: "m", Data: []int8{1, 2}, Shape: []int{2, 1}}, {Name: "m/scales", Data: []float32{1}}},
		"number 1 is NaN":                          {{Name: "m", Data: []int8{1, 2}, Shape: []int{2, 1}}, {Name: "m/scales", Data: []float32{1, nan}}},
		"number 0 is +Inf":                         {{Name: "m", Data: []int8{1, 2}, Shape: []int{2, 1}}, {Name: "m/scales", Data: []float32{infinite, 1}}},
		"scale 0 is -1":                            {{Name: "m", Data: []int8{1, 2}, Shape: []int{2, 1}}, {Name: "m/scales", Data: []float32{-1, 1}}},
		"scale 1 is 1e+38":                         {{Name: "m", Data: []int8{1, 2}, Shape: []int{2, 1}}, {Name: "m/scales", Data: []float32{1, 1e38}}},
		"number 1 is -128, below -127":             {{Name: "m", Data: []int8{1, -128}, Shape: []int{2, 1}}, {Name: "m/scales", Data: []float32{1, 1}}},
		"m/scales has 1 numbers, not 2":            fours(0x82, 1),
		"scale 1 is negative, infinite, or no num": fours(0x82, 1, 0x7c00),
		"byte 1 is 0x80, which no rounding makes":  fours(0x80, 1, 1),
		"byte 1 is 0x72, which no rounding makes":  fours(0x72, 1, 1),
		"has the shape [1 2], not [2 1":            {{Name: "m", Data: []int8{1, 2}, Shape: []int{1, 2}}, {Name: "m/scales", Data: []float32{1}}},
	} {
		arrays, err := read(written(t, entries))
		require.NoError(t, err)
		_, err = arrays.Matrix("m", 2, 1)
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, message)
	}
}

// TestHasZero: wherever the 4 bits are, and whatever is beside them.
func TestHasZero(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	for range 10000 {
		x, zero := random.Uint64(), false
		if random.IntN(2) == 0 {
			x |= 0x1111111111111111 << random.IntN(4)
		}
		for shift := 0; shift < 64; shift += 4 {
			zero = zero || x>>shift&0xf == 0
		}
		require.Equal(t, zero, hasZero(x), "%#x", x)
	}
}
