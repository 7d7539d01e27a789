// Package testkit holds what tests of all packages share: golden files, samples beside the
// project, streams that never end or fail, and archives that are damaged on purpose. It
// imports no other package of the project, so that each of them can use it.
//
//	testkit.Golden(t, "testdata/report.txt", testkit.Text(t, report.Write)) // go test -update writes it
//	file := testkit.Shared(t, "ud/da/dev.conllu.gz")                        // or else t is skipped
//	good, bad := testkit.All(conll.NewReader(input, "input").All())
package testkit

import (
	"bytes"
	"flag"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files from what the tests see")

// Updating reports whether tests are to write their golden files.
func Updating() bool { return *update }

// Deep reports whether tests are to run their long twins, too (see .ci/deep).
func Deep() bool { return os.Getenv("PARSER_DEEP") != "" }

func init() { CollectLess() }

// CollectLess lets garbage be collected less often, which saves a sixth of the time of tests: what
// they train and parse is small and soon over. All tests with the kit do so; it is exported for
// programs that tests start. GOGC and GOMEMLIMIT have their meaning if they are set.
func CollectLess() {
	const percent, limit = 400, 1 << 30
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// Golden compares a text with a golden file, or writes the file under -update.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if Updating() {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "go test . -update writes it")
	require.Equal(t, string(want), got)
}

// Text returns what a method that prints to a writer prints.
func Text(t testing.TB, write func(w io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, write(&b))
	return b.String()
}

// All returns the items of a reader and its errors.
func All[T any](items iter.Seq2[T, error]) (good []T, bad []error) {
	for item, err := range items {
		if err != nil {
			bad = append(bad, err)
		} else {
			good = append(good, item)
		}
	}
	return good, bad
}

// Items returns the items of a reader that meets no error.
func Items[T any](t testing.TB, items iter.Seq2[T, error]) []T {
	t.Helper()
	good, bad := All(items)
	require.Empty(t, bad)
	return good
}
