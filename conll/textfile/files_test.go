package textfile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFilesOfFoldersAndPatterns(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{"a/2.txt", "a/1.txt", "a/b/0.gz", "a/.git/3.txt", "a/.4.txt", "a/é.txt", "a/x [1].txt"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, nil, 0o666))
	}
	all := []string{"1.txt", "2.txt", "b/0.gz", "x [1].txt", "é.txt"}
	in := func(folder string, names []string) (files []string) {
		for _, name := range names {
			files = append(files, filepath.Join(folder, name))
		}
		return files
	}
	requireFiles := func(want []string, root string, keep func(string) bool) {
		files, err := Folder(root, keep)
		require.NoError(t, err)
		require.Equal(t, want, files)
	}
	requireFiles(in("a", all), "a", nil)
	requireFiles(in("a", all), "./a/", nil)
	requireFiles(in("a", []string{"b/0.gz"}), "a", func(name string) bool { return strings.HasSuffix(name, ".gz") })
	requireFiles(nil, "a", func(string) bool { return false })
	_, err := Folder("nowhere", nil)
	require.ErrorIs(t, err, os.ErrNotExist)

	for _, c := range []struct {
		name string
		want []string
		err  string
	}{
		{"a/[12].txt", in("a", []string{"1.txt", "2.txt"}), ""},
		{"a/x [1].txt", in("a", []string{"x [1].txt"}), ""},
		{"nowhere", []string{"nowhere"}, ""},
		{"-", []string{"-"}, ""},
		{"a/?4*", nil, `no file matches "a/?4*"`},
		{"a/.4*", in("a", []string{".4.txt"}), ""},
		{"*", []string{"a"}, ""},
		{"*.gz", nil, `no file matches "*.gz"`},
		{"[", nil, `pattern "[": syntax error in pattern`},
	} {
		found, err := Matches(c.name)
		if c.err != "" {
			require.EqualError(t, err, c.err)
			continue
		}
		require.NoError(t, err)
		for i := range c.want {
			c.want[i] = filepath.FromSlash(c.want[i])
		}
		require.Equal(t, c.want, found)
	}
	if runtime.GOOS == "windows" {
		return // creating links needs privileges there
	}
	require.NoError(t, os.Symlink("a", "link"))
	requireFiles(in("link", all), "link", nil)
	require.True(t, IsFolder("link"))
	require.False(t, IsFolder("a/1.txt"))
	// Links are files, even dangling ones, unless they lead to a folder.
	require.NoError(t, os.Symlink("../1.txt", "a/b/up"))
	require.NoError(t, os.Symlink("..", "a/b/top"))
	require.NoError(t, os.Symlink("nowhere", "a/b/lost"))
	requireFiles([]string{"a/b/0.gz", "a/b/lost", "a/b/up"}, "a/b", nil)
}
