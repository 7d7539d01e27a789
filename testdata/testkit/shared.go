package testkit

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Shared returns the path of a file or folder in shared/data, beside the project
// or above it; "" names shared/data itself. It skips the test where there is none.
func Shared(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "shared", "data", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf("no shared/data/%s beside the project", name)
	return ""
}

// SharedFiles returns the files of shared/data that match a pattern, of which there must be
// some. It skips the test where there is no shared/data.
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
