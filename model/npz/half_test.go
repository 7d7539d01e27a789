package npz

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/kernel"
)

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

func halvesOf(numbers []float32) []half {
	halves := make([]half, len(numbers))
	kernel.ToHalf(halves, numbers)
	return halves
}
