package neural

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/neural/vectors"
)

// TestWriteVectors: vectors come back as they were written, and are what the encoder reads of a word.
func TestWriteVectors(t *testing.T) {
	p := pretrained(t)
	forms := p.vocabulary(formColumn)
	forms.values[0].text, forms.values[1].text = "34\u00a0000", "" // which the format cannot hold
	forms.index()
	name := filepath.Join(t.TempDir(), "vectors.txt")
	file, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, p.WriteVectors(file))
	require.NoError(t, file.Close())
	table, err := vectors.Open(name, nil, nil)
	require.NoError(t, err)
	require.Len(t, table.Words, len(forms.values)-2)
	require.Greater(t, len(table.Words), 3)
	for i, word := range table.Words {
		require.Equal(t, forms.values[i+2].text, word)
		var want []float32
		for k, v := range p.vocabularies {
			sum := make([]float32, p.tables[k].cols)
			for _, row := range v.appendRows(nil, &conll.Word{Form: word}) {
				for j, x := range p.tables[k].row(row) {
					sum[j] += x
				}
			}
			want = append(want, sum...)
		}
		require.Equal(t, len(want), table.Dim)
		for j, x := range table.Row(i) {
			require.InDelta(t, want[j], x, 1e-5)
		}
		require.NotEqual(t, make([]float32, table.Dim), table.Row(i))
	}
	require.ErrorIs(t, p.WriteVectors(failing{}), errFull)
	p.vocabularies = slices.DeleteFunc(p.vocabularies, func(v *vocabulary) bool { return v == forms })
	require.ErrorIs(t, p.WriteVectors(failing{}), ErrPretrained)
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
