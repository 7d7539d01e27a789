package flags

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/places"
)

func TestSpell(t *testing.T) {
	for text, want := range map[string]string{
		"flag provided but not defined: -epoch":               "flag provided but not defined: --epoch",
		"flag needs an argument: -model":                      "flag needs an argument: --model",
		`invalid value "a -model" for flag -epochs: parse -x`: `invalid value "a -model" for flag --epochs: parse -x`,
		"flag provided but not defined: -e":                   "flag provided but not defined: -e",
	} {
		require.Equal(t, want, Spell(errors.New(text)))
	}
}

func TestThreads(t *testing.T) {
	for n, ok := range map[int]bool{-1: false, 0: false, 1: true, MaxThreads: true, MaxThreads + 1: false} {
		require.Equal(t, ok, Threads(n) == nil, n)
	}
}

// A file is there, and is not what is written to, by whatever name.
func TestFiles(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.WriteFile(path(name), nil, 0o666))
	}
	require.NoError(t, os.Link(path("a"), path("same")))
	a, err := os.OpenFile(path("a"), os.O_APPEND|os.O_RDWR, 0)
	require.NoError(t, err)
	defer a.Close()
	b, err := os.Open(path("b"))
	require.NoError(t, err)
	defer b.Close()
	for _, c := range []struct {
		names         []string
		stdin, stdout *os.File
		want          error
	}{
		{[]string{path("a"), path("b")}, b, os.Stderr, nil},
		{[]string{path("b"), path("none")}, b, a, fs.ErrNotExist},
		{[]string{path("b"), path("same")}, b, a, places.ErrUsage},
		{[]string{path("b"), "-"}, b, a, nil},
		{[]string{"-"}, a, a, places.ErrUsage},
		{nil, a, a, places.ErrUsage},
		{nil, b, a, nil},
		{[]string{path("b")}, a, a, nil},
		{[]string{folder}, b, a, nil},
	} {
		require.ErrorIs(t, Files(c.names, c.stdin, c.stdout), c.want, c)
	}
	require.EqualError(t, Files([]string{path("none")}, nil, nil), "open "+path("none")+": no such file or directory")
	require.NoError(t, Files(nil, strings.NewReader(""), nil))
}
