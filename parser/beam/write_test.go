package parserbeam

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// blocks that follow each other in threes, of two files.
func blocks() []Block {
	return []Block{
		{File: "in/a.conllu", Start: 0, End: 2, Text: "ab"},
		{File: "in/a.conllu", Start: 2, End: 3, Text: "C"},
		{File: "in/a.conllu", Start: 10, End: 12, Text: "de", Last: true},
		{File: "in/b.txt", Start: 0, End: 1, Text: "x", Last: true},
		{File: "in/a.conllu", Start: 3, End: 10, Text: "long"},
	}
}

// writeAll passes blocks through a WriteFn without a runner.
func writeAll(t *testing.T, output string, blocks []Block) map[string][]Piece {
	pieces := map[string][]Piece{}
	emit := func(file string, p Piece) { pieces[file] = append(pieces[file], p) }
	f := &WriteFn{Output: output}
	for _, b := range blocks {
		require.NoError(t, f.ProcessElement(t.Context(), b, emit))
	}
	require.NoError(t, f.FinishBundle(t.Context(), emit))
	require.NoError(t, f.FinishBundle(t.Context(), emit))
	return pieces
}

// merge passes pieces through a MergeFn and a SweepFn without a runner.
func merge(t *testing.T, output, of string, pieces []Piece) (names []string, err error) {
	next := func(p *Piece) bool {
		if len(pieces) == 0 {
			return false
		}
		*p, pieces = pieces[0], pieces[1:]
		return true
	}
	err = (&MergeFn{Output: output}).ProcessElement(t.Context(), of, next, func(m Merged) {
		(&SweepFn{}).ProcessElement(t.Context(), m, func(name string) { names = append(names, name) })
	})
	return names, err
}

// Pieces are put in order, and nothing but the results stays.
func TestWriteAndMerge(t *testing.T) {
	output := filepath.Join(t.TempDir(), "new", "out")
	for range 2 { // the second time, the results are there
		pieces := writeAll(t, output, blocks())
		require.Len(t, pieces["in/a.conllu"], 3)
		for of, want := range map[string]string{"in/a.conllu": "abClongde", "in/b.txt": "x"} {
			names, err := merge(t, output, of, pieces[of])
			require.NoError(t, err)
			require.Equal(t, []string{outputName(output, of)}, names)
			require.Equal(t, want, contentOf(t, names[0]))
		}
		entries, err := os.ReadDir(output)
		require.NoError(t, err)
		require.Len(t, entries, 2)
	}
}

// No output is written if any piece of it is missing.
func TestMergeMissing(t *testing.T) {
	output := t.TempDir()
	pieces := writeAll(t, output, blocks())["in/a.conllu"]
	for missing := range pieces {
		_, err := merge(t, output, "in/a.conllu", slices.Delete(slices.Clone(pieces), missing, missing+1))
		require.ErrorContains(t, err, "in/a.conllu: ")
	}
	require.NoError(t, os.Remove(pieces[1].Path))
	_, err := merge(t, output, "in/a.conllu", pieces)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoFileExists(t, filepath.Join(output, "a.conllu"))
	entries, err := os.ReadDir(output)
	require.NoError(t, err)
	require.Len(t, entries, 3) // pieces
}

// Nothing remains of a damaged file.
func TestMergeDamaged(t *testing.T) {
	output := t.TempDir()
	pieces := writeAll(t, output, append(blocks()[:2], Block{File: "in/a.conllu", Damaged: true}))["in/a.conllu"]
	require.Len(t, pieces, 2)
	names, err := merge(t, output, "in/a.conllu", pieces)
	require.NoError(t, err)
	require.Empty(t, names)
	entries, err := os.ReadDir(output)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// A bundle that fails leaves nothing.
func TestWriteFails(t *testing.T) {
	output := t.TempDir()
	f := &WriteFn{Output: output}
	none := func(string, Piece) { t.Fatal("nothing is complete") }
	require.NoError(t, f.ProcessElement(t.Context(), blocks()[0], none))
	require.NoError(t, f.Teardown(t.Context()))
	entries, err := os.ReadDir(output)
	require.NoError(t, err)
	require.Empty(t, entries)
	f = &WriteFn{Output: write(t, t.TempDir(), "file", "")}
	require.Error(t, f.ProcessElement(t.Context(), blocks()[0], none))
	require.NoError(t, f.Teardown(t.Context()))
}

// Files are listed once, even if several patterns match them, and never if one would overwrite another.
func TestList(t *testing.T) {
	folder := t.TempDir()
	a := write(t, folder, "a.conllu", "abc")
	b := write(t, folder, "b.conllu.gz", "abc")
	list := func(output string, patterns ...string) (files []Input, err error) {
		err = (&ListFn{Patterns: patterns, Output: output}).ProcessElement(t.Context(), nil, func(in Input) { files = append(files, in) })
		return files, err
	}
	files, err := list("out", folder+"/b*", folder+"/*", a)
	require.NoError(t, err)
	require.Len(t, files, 2)
	require.Equal(t, Input{File: a, Size: 3}, files[0])
	require.Equal(t, b, files[1].File)
	require.True(t, files[1].Gzip)
	require.NoError(t, os.Mkdir(folder+"/f", 0o755))
	for message, failed := range map[string][]string{
		"/x*: no such file":    {"out", folder + "/a*", folder + "/x*"},
		"both be written to":   {"out", a, write(t, t.TempDir(), "a.conllu", "")},
		"would be overwritten": {folder + "/", folder + "/*"},
		"syntax error":         {"out", folder + "/["},
		"not registered":       {"out", "none://a"},
		folder + "/f: ":        {"out", folder + "/f"},
	} {
		_, err := list(failed[0], failed[1:]...)
		require.ErrorContains(t, err, message)
	}
	for file, want := range map[string]string{
		"a/b.conllu": "gs://x/b.conllu", "b.conllu.gz": "gs://x/b.conllu", `c:\b.txt`: "gs://x/b.conllu", "gs://a/b": "gs://x/b.conllu",
	} {
		require.Equal(t, want, outputName("gs://x/", file))
	}
}
