package tensors

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWrite: what is written is what is read again, whatever its shape, and a row that cannot be had is an error.
func TestWrite(t *testing.T) {
	count := func(cols int) func(dst []float32, row int) error {
		return func(dst []float32, row int) error {
			for j := range dst {
				dst[j] = float32(row*cols+j) / 3
			}
			return nil
		}
	}
	sources := []Source{
		{"z", []int{2, 3}, count(3)}, {"a", []int{5}, count(5)}, {"none", []int{0, 4}, count(4)}, {"deep", []int{2, 3, 4}, count(4)},
	}
	var file bytes.Buffer
	require.NoError(t, Write(&file, sources))
	name := filepath.Join(t.TempDir(), wholeName)
	require.NoError(t, os.WriteFile(name, file.Bytes(), 0o666))
	f := open(t, name)
	require.Len(t, f.Names(), len(sources))
	for _, s := range sources {
		require.True(t, f.Has(s.Name))
		tensor, _ := f.Find(s.Name)
		require.Equal(t, s.Shape, tensor.Shape)
		numbers := make([]float32, tensor.Len())
		require.NoError(t, tensor.Floats(numbers, 0))
		for i, x := range numbers {
			require.Equal(t, float32(i)/3, x)
		}
		require.Zero(t, tensor.at%4)
	}
	require.False(t, f.Has("y"))
	require.ErrorContains(t, Write(&file, append(sources, sources[0])), `two tensors "z"`)
	lost := errors.New("lost")
	require.ErrorIs(t, Write(&file, []Source{{"z", []int{1}, func([]float32, int) error { return lost }}}), lost)
}
