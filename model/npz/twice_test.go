package npz

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/kernel"
)

// inFours returns a matrix as Q4_0 has it, in half precision: of each block the number farthest from 0 is −8 times the scale.
func inFours(random *rand.Rand, rows, cols int) []float32 {
	all, halves := make([]float32, rows*cols), make([]half, rows*cols)
	for row := range rows {
		size := math.Exp(random.NormFloat64()) / 50
		for from := row * cols; from < (row+1)*cols; from += block {
			part := all[from:min(from+block, (row+1)*cols)]
			farthest := float32(0)
			for i := range part {
				if part[i] = float32(random.NormFloat64() * size); math.Abs(float64(part[i])) > math.Abs(float64(farthest)) {
					farthest = part[i]
				}
			}
			var scale [1]half
			var value [1]float32
			kernel.ToHalf(scale[:], []float32{farthest / -8})
			kernel.FromHalf(value[:], scale[:])
			if random.IntN(20) == 0 {
				value[0] = 0
			}
			for i, x := range part {
				if part[i] = 0; value[0] != 0 {
					part[i] = float32(max(-8, min(7, math.Floor(float64(x/value[0])+0.5)))) * value[0]
				}
			}
		}
	}
	kernel.ToHalf(halves, all)
	kernel.FromHalf(all, halves)
	return all
}

// A matrix that others had rounded to 4 bits is in a file in hardly more than these, and is read as one in 8 bits is; a file of
// what was read has the same bytes.
func TestFours(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for range 100 {
		rows, cols := 2+random.IntN(9), 1+random.IntN(100)
		raw := inFours(random, rows, cols)
		m := InInt8.NewRows(rows, cols, func(dst []float32, row int) { copy(dst, raw[row*cols:]) })
		entries := m.Fours("m")
		require.Len(t, entries, 3)
		require.IsType(t, []uint8{}, entries[0].Data)
		file := written(t, entries)
		arrays, err := read(file)
		require.NoError(t, err)
		found, err := arrays.Rows("m", rows, cols)
		require.NoError(t, err)
		require.Equal(t, m, found)
		require.Equal(t, file, written(t, found.Fours("m")))
	}
}

// A matrix is in 8 bits if a block has numbers that no scale makes, and in its own precision if that is another one.
func TestFoursLoseNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	const rows, cols = 6, 70
	raw := inFours(random, rows, cols)
	in := func(p Precision) *Rows {
		return p.NewRows(rows, cols, func(dst []float32, row int) { copy(dst, raw[row*cols:]) })
	}
	for _, p := range Precisions() {
		if p != string(InInt8) {
			require.Equal(t, in(Precision(p)).Entries("m"), in(Precision(p)).Fours("m"), p)
		}
	}
	at := 3*cols + 40
	largest := slices.Max(raw[3*cols:][:cols])
	raw[at], raw[at+1], raw[at+2] = largest, largest*0.98, largest*0.96
	require.Equal(t, in(InInt8).Entries("m"), in(InInt8).Fours("m"))
}

// Unfit scales of blocks are refused; any bits are multiples.
func TestBadBlocksAreRefused(t *testing.T) {
	with := func(data, scales, of any) error {
		arrays, err := read(written(t, []Entry{
			{Name: "m", Data: data, Shape: []int{2, 1}}, {Name: "m/scales", Data: scales}, {Name: "m/blocks", Data: of, Shape: []int{2, 1}},
		}))
		require.NoError(t, err)
		_, err = arrays.Matrix("m", 2, 1)
		return err
	}
	data, scales := []uint8{0x00, 0xff}, []float32{1, 2}
	require.NoError(t, with(data, scales, []half{0xbc00, 0x7bff}))
	require.ErrorContains(t, with(data, scales, []half{0x3c00, 0xfc00}), "m/blocks: scale 1 is infinite, or no number")
	require.ErrorIs(t, with(data, scales, []half{0x3c00, 0x7e00}), ErrFile)
	require.ErrorContains(t, with(data, scales, []float32{1, 1}), "m/blocks is of type <f4")
	require.ErrorContains(t, with(data, []float32{1, -1}, []half{0, 0}), "scale 1 is -1")
	require.ErrorContains(t, with(data, []uint16{0, 0}, []half{0, 0}), "m/scales is of type <u2")
	arrays, err := read(written(t, []Entry{
		{Name: "m", Data: data, Shape: []int{2, 1}}, {Name: "m/scales", Data: scales}, {Name: "m/blocks", Data: []half{0}, Shape: []int{1, 1}},
	}))
	require.NoError(t, err)
	_, err = arrays.Rows("m", 2, 1)
	require.ErrorContains(t, err, "m/blocks has 1 numbers, not 2")
}
