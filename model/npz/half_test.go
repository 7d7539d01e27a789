package npz

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every half rounds to itself, and no half is nearer to a number than the one that it rounds to;
// ties go to the even one.
func TestHalvesAreNearest(t *testing.T) {
	for bits := range 1 << 16 {
		h := half(bits)
		if x := h.float(); x-x == 0 {
			require.Equal(t, h, newHalf(x), "%x", bits)
		}
	}
	require.True(t, math.IsNaN(float64(newHalf(float32(math.NaN())).float())))
	random := rand.New(rand.NewPCG(1, 0))
	for range 100_000 {
		x := math.Float32frombits(random.Uint32())
		if !(x > 0x1p-26 && x < 65504) {
			continue
		}
		h := newHalf(x)
		own := math.Abs(float64(h.float()) - float64(x))
		for _, other := range []half{h - 1, h + 1} {
			distance := math.Abs(float64(other.float()) - float64(x))
			require.True(t, own < distance || own == distance && h&1 == 0 || other.float() != other.float(), "%v", x)
		}
	}
	for x, want := range map[float32]float32{
		0: 0, 1: 1, -2.5: -2.5, 65504: 65504, 65519: 65504, 1e9: 65504, -1e9: -65504, 0x1p-24: 0x1p-24, 0x1p-25: 0, 0x1.8p-24: 0x1p-23,
		1 + 0x1p-11: 1, 1 + 0x1.8p-10: 1 + 0x1p-9, 0x1.ffp-15: 0x1.ffp-15, 0x1.fffp-15: 0x1p-14,
	} {
		require.Equal(t, want, newHalf(x).float(), "%v", x)
	}
}

// Matrices keep their shape, in half and in single precision, and are refused with another shape
// or with NaNs.
func TestMatrices(t *testing.T) {
	numbers := []float32{1, -2, 0.5, 0, 4, 1.0 / 1024}
	var file bytes.Buffer
	require.NoError(t, Write(&file, []Entry{
		{Name: "half", Data: halvesOf(numbers), Shape: []int{2, 3}}, {Name: "single", Data: numbers, Shape: []int{3, 2}},
		{Name: "row", Data: numbers}, {Name: "bad", Data: halvesOf([]float32{1, float32(math.NaN())}), Shape: []int{1, 2}},
	}))
	require.Contains(t, file.String(), "'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }")
	arrays, err := Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	for name, shape := range map[string][2]int{"half": {2, 3}, "single": {3, 2}} {
		got, err := arrays.Matrix(name, shape[0], shape[1])
		require.NoError(t, err)
		require.Equal(t, numbers, got)
		_, err = arrays.Matrix(name, shape[1], shape[0])
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, "has the shape")
		_, err = Array[float32](arrays, name)
		require.ErrorContains(t, err, "not one dimension")
	}
	for name, message := range map[string]string{"none": "no array none", "row": "has the shape [6 0]", "bad": "number 1 is NaN"} {
		_, err := arrays.Matrix(name, 1, 2)
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, message)
	}
}
