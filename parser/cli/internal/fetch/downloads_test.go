package fetch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDownloadsAreKept: a downloaded model is known by its content, under any name, and keeps it under another name; a
// model that was trained is not one.
func TestDownloadsAreKept(t *testing.T) {
	from, folder := t.TempDir(), t.TempDir()
	file, old := filepath.Join(folder, "xx.npz"), filepath.Join(folder, "xx.old.npz")
	require.NoError(t, os.WriteFile(filepath.Join(from, "xx-1.npz"), []byte(weights), 0o666))
	get := func() {
		_, err := (&Getter{From: from, Replace: true}).GetModel(t.Context(), toyModel(), folder)
		require.NoError(t, err)
	}
	train := func(text string) {
		require.NoError(t, os.Remove(file)) // as a file that is renamed does: the other name keeps its content
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	}
	keep := func() string {
		kept, _, err := Keep(file)
		require.NoError(t, err)
		return kept
	}
	require.Empty(t, keep(), "there is no file")
	get()
	d, err := Downloaded(file)
	require.NoError(t, err)
	require.Equal(t, toyModel().Treebank, d.Treebank)
	for range 2 {
		require.Equal(t, old, keep())
		train("trained")
		require.Equal(t, weights, text(t, old))
		require.Empty(t, keep())
		get()
	}
	train("trained")
	require.NoError(t, os.WriteFile(old, []byte("another"), 0o666))
	get()
	require.Equal(t, filepath.Join(folder, "xx.old2.npz"), keep())
	require.Equal(t, "another", text(t, old))
	require.Equal(t, 1, strings.Count(text(t, folder, "downloaded"), "\n"))

	require.NoError(t, os.WriteFile(filepath.Join(folder, "downloaded"), []byte("nonsense\n"), 0o666))
	_, _, err = Keep(file)
	require.ErrorIs(t, err, ErrList)
}

// TestReplacedModelsAreNamed: what is overwritten, and where it is from.
func TestReplacedModelsAreNamed(t *testing.T) {
	from, folder, said := t.TempDir(), t.TempDir(), ""
	require.NoError(t, os.WriteFile(filepath.Join(from, "xx-1.npz"), []byte(weights), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xx.npz"), []byte("mine"), 0o666))
	g := &Getter{From: from, Replace: true, Note: func(text string) { said += text + "; " }}
	_, err := g.GetModel(t.Context(), toyModel(), folder)
	require.NoError(t, err)
	later := *toyModel()
	later.SHA256 = sum(strings.ToUpper(weights))
	require.NoError(t, os.WriteFile(filepath.Join(from, "xx-1.npz"), []byte(strings.ToUpper(weights)), 0o666))
	_, err = (&Getter{From: from}).GetModel(t.Context(), &later, folder)
	require.ErrorIs(t, err, ErrFolder)
	require.ErrorContains(t, err, ": an earlier download, trained on "+toyModel().Treebank)
	_, err = g.GetModel(t.Context(), &later, folder)
	require.NoError(t, err)
	require.Equal(t, "replaced xx.npz: one that was not downloaded, but trained or put there; replaced xx.npz: an earlier download, trained on "+
		toyModel().Treebank+"; ", said)
	require.Equal(t, strings.ToUpper(weights), text(t, folder, "xx.npz"))
}

// FuzzDownloads: whatever the list of downloads contains, it is read or refused with the line.
func FuzzDownloads(f *testing.F) {
	f.Add(strings.Repeat("0f", 32) + "\tda\tUD Danish DDT, 2.7\n")
	f.Add("x\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := downloads(text, nil)
		if err != nil {
			require.ErrorIs(t, err, ErrList)
			require.ErrorContains(t, err, downloadsName+":")
			return
		}
		for _, d := range list {
			require.Len(t, d.SHA256, 64)
		}
	})
}
