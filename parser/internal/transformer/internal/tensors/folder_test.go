package tensors

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const first, second = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"

func open(t *testing.T, path string) *Folder {
	t.Helper()
	f, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

// golden opens the tensors that testdata/make has written.
func golden(t *testing.T) map[string]*Folder {
	return map[string]*Folder{
		"whole": open(t, filepath.Join("testdata", "whole")), "parts": open(t, filepath.Join("testdata", "parts")),
		"file": open(t, filepath.Join("testdata", "whole", wholeName)),
	}
}

// copied copies a golden folder, to be changed.
func copied(t *testing.T, name string) string {
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", name))))
	return folder
}

// reindexed writes an index with other files.
func reindexed(t *testing.T, folder string, change func(files map[string]string)) {
	files, err := readIndex(filepath.Join("testdata", "parts", wholeName+indexed))
	require.NoError(t, err)
	change(files)
	text, err := json.Marshal(map[string]any{"weight_map": files})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, wholeName+indexed), text, 0o666))
}

// TestGolden: names, types and shapes are those that a program of its own has written.
func TestGolden(t *testing.T) {
	want := []string{"bool BOOL [3]", "brain BF16 [7 2]", "double F64 [5]", "half F16 [2 3 4]", "i16 I16 [3]", "i32 I32 [3]",
		"i64 I64 [1 3]", "i8 I8 [3]", "nothing F32 [0 4]", "number F32 []", "single F32 [4 3]", "u8 U8 [3]"}
	for name, f := range golden(t) {
		var got []string
		for _, tensor := range f.Names() {
			found, ok := f.Find(tensor)
			require.True(t, ok)
			got = append(got, fmt.Sprint(found.Name, " ", found.Type, " ", found.Shape))
		}
		require.Equal(t, want, got, name)
		_, ok := f.Find("pooler")
		require.False(t, ok)
	}
}

// TestDigest: it is that of all bytes, in the order of the names of the files.
func TestDigest(t *testing.T) {
	f := golden(t)
	for name, files := range map[string][]string{"whole": {wholeName}, "parts": {first, second}, "file": {wholeName}} {
		var all []byte
		for _, file := range files {
			data, err := os.ReadFile(filepath.Join("testdata", strings.Replace(name, "file", "whole", 1), file))
			require.NoError(t, err)
			all = append(all, data...)
		}
		want := sha256.Sum256(all)
		sum, err := f[name].Digest()
		require.NoError(t, err)
		require.Equal(t, hex.EncodeToString(want[:]), sum)
		require.EqualValues(t, len(all), f[name].Size())
	}
}

// TestLinks as the hubs' caches have them: snapshots with links to files that are named by their contents.
func TestLinks(t *testing.T) {
	cache := t.TempDir()
	blobs, snapshot := filepath.Join(cache, "blobs"), filepath.Join(cache, "snapshots", "e73636d")
	require.NoError(t, os.CopyFS(blobs, os.DirFS(filepath.Join("testdata", "parts"))))
	require.NoError(t, os.MkdirAll(snapshot, 0o777))
	for _, name := range []string{first, second, wholeName + indexed} {
		if err := os.Symlink(filepath.Join("..", "..", "blobs", name), filepath.Join(snapshot, name)); err != nil {
			t.Skip(err)
		}
	}
	require.Equal(t, open(t, filepath.Join("testdata", "parts")).Names(), open(t, snapshot).Names())
	require.NoError(t, os.Symlink(wholeName, filepath.Join(snapshot, wholeName)))
	_, err := Open(snapshot)
	require.ErrorContains(t, err, wholeName+": ", "a link to itself")
	require.NoError(t, os.Remove(filepath.Join(snapshot, wholeName)))
	require.NoError(t, os.Symlink("gone", filepath.Join(snapshot, wholeName)))
	_, err = Open(snapshot)
	require.ErrorIs(t, err, os.ErrNotExist, "the parts are not read instead")
}

// TestFoldersWithout tensors are refused with what is missing.
func TestFoldersWithout(t *testing.T) {
	folder := t.TempDir()
	_, err := Open(filepath.Join(folder, "bert"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Open(folder)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, folder+" has neither model.safetensors nor pytorch_model.bin")
	require.NoError(t, os.Mkdir(filepath.Join(folder, wholeName), 0o777))
	_, err = Open(folder)
	require.ErrorIs(t, err, ErrFile)
	require.ErrorContains(t, err, "not a file")
}

// TestBadIndexes are refused: they lead nowhere else, and agree with the parts.
func TestBadIndexes(t *testing.T) {
	outside := filepath.Join(copied(t, "whole"), wholeName)
	for name, c := range map[string]struct {
		change func(files map[string]string)
		want   string
	}{
		"missing part":  {func(files map[string]string) { files["single"] = "model-3.safetensors" }, "model-3.safetensors: no such file"},
		"a path":        {func(files map[string]string) { files["single"] = outside }, "is no name of a file in the folder"},
		"above":         {func(files map[string]string) { files["single"] = "../model.safetensors" }, `"../model.safetensors" is no name`},
		"dots":          {func(files map[string]string) { files["single"] = "..safetensors" }, `"..safetensors" is no name`},
		"backslash":     {func(files map[string]string) { files["single"] = `a\model.safetensors` }, "is no name"},
		"a stream":      {func(files map[string]string) { files["single"] = "a:b.safetensors" }, "is no name"},
		"nothing":       {func(files map[string]string) { files["single"] = "" }, `"" is no name`},
		"itself":        {func(files map[string]string) { files["single"] = wholeName + indexed }, "is no name"},
		"elsewhere":     {func(files map[string]string) { files["single"] = second }, `tensor "single" is there, and in "` + second + `" by the index`},
		"not in it":     {func(files map[string]string) { delete(files, "single") }, `tensor "single" is there, and in "" by the index`},
		"not in a part": {func(files map[string]string) { files["more"] = first }, `tensor "more" is not in ` + first},
		"empty":         {func(files map[string]string) { clear(files) }, "its weight_map names no file"},
	} {
		folder := copied(t, "parts")
		reindexed(t, folder, c.change)
		_, err := Open(folder)
		require.ErrorContains(t, err, c.want, name)
		require.ErrorContains(t, err, folder, name)
		require.Equal(t, name != "missing part", strings.Contains(err.Error(), ErrFile.Error()), name)
	}
	folder := copied(t, "parts")
	for text, want := range map[string]string{
		"":    "byte 0: unexpected EOF",
		"[]":  `"[" instead of {`,
		"{} ": "its weight_map names no file",
		`{"weight_map":{"a":"b.safetensors","a":"c.safetensors"}}`: `"a" stands in it twice`,
		`{"weight_map":{"a":"b.safetensors"},"weight_map":{}}`:     `"weight_map" stands in it twice`,
		`{"weight_map":{"a":["b.safetensors"]}}`:                   "cannot unmarshal array",
		`{"weight_map":{"a":"b.safetensors"}`:                      "byte 35: unexpected EOF",
		`{"weight_map":{"a":"b.safetensors"}} {}`:                  "more follows the end",
		`{"weight_map":` + strings.Repeat("[", 20000):              `"[" instead of {`,
		`{"metadata":` + strings.Repeat("[", 20000):                "exceeded max depth",
		`{"weight_map":{"a":"` + strings.Repeat("b", 1000) + `"}}`: strings.Repeat("b", 80) + `" is no name`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, wholeName+indexed), []byte(text), 0o666))
		_, err := Open(folder)
		require.ErrorIs(t, err, ErrFile, text)
		require.ErrorContains(t, err, want)
		require.Less(t, len(err.Error()), len(folder)+300)
	}
	require.NoError(t, os.Truncate(filepath.Join(folder, wholeName+indexed), maxHeader+1))
	_, err := Open(folder)
	require.ErrorContains(t, err, "an index of 100000001 bytes is longer than 100000000")
}

// TestPartsAreApart: a name is in one part only, and all files are closed when one is refused.
func TestPartsAreApart(t *testing.T) {
	folder := copied(t, "parts")
	data, err := os.ReadFile(filepath.Join(folder, first))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, second), data, 0o666))
	before := openFiles(t)
	_, err = Open(folder)
	require.ErrorIs(t, err, ErrFile)
	require.ErrorContains(t, err, filepath.Join(folder, second)+`: unusable tensors: tensor "brain" is in `+filepath.Join(folder, first)+" too")
	require.Equal(t, before, openFiles(t))
}

// openFiles returns the number of files that this process has open, where the system tells.
func openFiles(t *testing.T) int {
	if runtime.GOOS != "linux" {
		return 0
	}
	all, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(all)
}

// TestClosed: tensors of a folder that is closed cannot be read.
func TestClosed(t *testing.T) {
	f, err := Open(filepath.Join("testdata", "parts"))
	require.NoError(t, err)
	tensor, _ := f.Find("single")
	require.NoError(t, f.Close())
	require.ErrorIs(t, tensor.Floats(make([]float32, 2), 0), os.ErrClosed)
	tensor.Forget()
	_, err = f.Digest()
	require.ErrorIs(t, err, os.ErrClosed)
	require.True(t, slices.IsSorted(f.Names()))
}
