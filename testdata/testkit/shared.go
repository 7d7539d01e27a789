package testkit

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Sample returns the path of a file or folder in the project's testdata.
func Sample(t testing.TB, name string) string {
	t.Helper()
	path := above(t, filepath.Join("testdata", name))
	require.NotEmpty(t, path, name)
	return path
}

// Shared returns the path of a file or folder in shared/data, beside the project
// or above it; "" names shared/data itself. It skips the test if the file is missing.
func Shared(t testing.TB, name string) string {
	t.Helper()
	path := above(t, filepath.Join("shared", "data", name))
	if path == "" {
		t.Skipf("no shared/data/%s beside the project", name)
	}
	return path
}

// above returns the path of a file or folder below the working directory or one of those
// above it, or "" if it is missing.
func above(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if path := filepath.Join(dir, name); exists(path) {
			return path
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// SharedFiles returns the files of shared/data that match a pattern; at least one must. It skips
// the test if there is no shared/data.
func SharedFiles(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Shared(t, ""), pattern))
	require.NoError(t, err)
	require.NotEmpty(t, files, pattern)
	return files
}

// Unzipped returns the content of a file that gzip compressed.
func Unzipped(t testing.TB, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(z)
	require.NoError(t, err)
	return data
}
