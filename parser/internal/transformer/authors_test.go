package transformer

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
)

// A folder as DeBERTa's authors hand it out, with spm.model and pytorch_model.bin, has the vectors of the same weights in
// model.safetensors; a model finds it again, and holds it whole or trimmed.
func TestAuthors(t *testing.T) {
	s := Settings{Mixed: 2, Pieces: "mean"}
	text := sentences(rand.New(rand.NewPCG(4, 8)), 10, 20)
	folder := filepath.Join("testdata", "authors")
	e, err := Open(folder, s)
	require.NoError(t, err)
	defer e.Close()
	want := read(e.NewReader(), e.Width, text)

	same := copied(t, "deberta-v2")
	require.NoError(t, os.Remove(filepath.Join(same, "vocab.txt")))
	model, err := os.ReadFile(filepath.Join(folder, "spm.model"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(same, "spm.model"), model, 0o666))
	other, err := Open(same, s)
	require.NoError(t, err)
	defer other.Close()
	require.Equal(t, read(other.NewReader(), e.Width, text), want)

	size, err := sizeOf(folder)
	require.NoError(t, err)
	require.Equal(t, e.Size, size)
	found, err := NewFinder([]string{folder}, nil).Find(e.Identity)
	require.NoError(t, err)
	require.Equal(t, want, read(found.With(s).NewReader(), e.Width, text))
	trimmed, err := found.Trim(map[string]int{"the": 1}, 40)
	require.NoError(t, err)
	require.Equal(t, 40, trimmed.Vocabulary)
	for _, e := range []*Encoder{e, trimmed} {
		held, err := e.Hold(npz.InHalf)
		require.NoError(t, err)
		finder := NewFinder(nil, nil)
		_, finder.Arrays = stored(t, held.Held(0))
		found, err := finder.Find(held.Identity)
		require.NoError(t, err)
		require.Equal(t, read(held.With(s).NewReader(), e.Width, text), read(found.With(s).NewReader(), e.Width, text))
	}
}

// TestUnreadModels: a model of sentencepiece beside another vocabulary is no part of an encoder.
func TestUnreadModels(t *testing.T) {
	folder := copied(t, "bert")
	before, err := Open(folder, Settings{})
	require.NoError(t, err)
	defer before.Close()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "spm.model"), []byte("x"), 0o666))
	after, err := Open(folder, Settings{})
	require.NoError(t, err)
	defer after.Close()
	require.Equal(t, before.Identity, after.Identity)
	size, err := sizeOf(folder)
	require.NoError(t, err)
	require.Equal(t, before.Size, size)
}
