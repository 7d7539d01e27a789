// Package conlltest finds, for tests, the treebanks that lie beside the project
// and are no part of it.
//
//	file := conlltest.Shared(t, "ud/da/dev.conllu.gz") // or else t is skipped
package conlltest

import (
	"os"
	"path/filepath"
	"testing"
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
