package places

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure"
	"parser/transition"
)

func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{
		"b/2.mrg", "b/1.mrg", "b/c/0.mrg.gz", "b/.git/3.mrg", "b/README", "b/.4.mrg", "a.mrg", "a [1].mrg", "b/x.conllu",
		"mixed/dev.conllu", "mixed/Train.conllu",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, nil, 0o666))
	}
	require.NoError(t, os.Symlink("b", "link"))
	require.NoError(t, os.Mkdir("hollow", 0o777))
	for _, c := range []struct {
		names, want []string
		err         string
	}{
		{nil, nil, ""},
		{[]string{"-", "a.mrg", "nowhere", "b/README"}, []string{"-", "a.mrg", "nowhere", "b/README"}, ""},
		{[]string{"b"}, []string{"b/1.mrg", "b/2.mrg", "b/c/0.mrg.gz"}, ""},
		{[]string{"b/"}, []string{"b/1.mrg", "b/2.mrg", "b/c/0.mrg.gz"}, ""},
		{[]string{"link/c", "a.mrg"}, []string{"link/c/0.mrg.gz", "a.mrg"}, ""},
		{[]string{"link"}, []string{"link/1.mrg", "link/2.mrg", "link/c/0.mrg.gz"}, ""},
		{[]string{"*/[12].mrg"}, []string{"b/1.mrg", "b/2.mrg", "link/1.mrg", "link/2.mrg"}, ""},
		{[]string{"b/?"}, []string{"b/c/0.mrg.gz"}, ""},
		{[]string{"a [1].mrg"}, []string{"a [1].mrg"}, ""},
		{[]string{"*.ptb"}, nil, `no file matches "*.ptb"`},
		{[]string{"hollow"}, nil, "folder hollow has no file that ends in .mrg, .mrg.gz, .mrg.bz2, .mrg.zst, .mrg.xz"},
		{[]string{"h*"}, nil, "folder hollow has no file that ends in .mrg, .mrg.gz, .mrg.bz2, .mrg.zst, .mrg.xz"},
		{[]string{"b/1.mrg", "./b/1.mrg"}, nil, "./b/1.mrg is named twice"},
		{[]string{"-", "-"}, nil, "stdin is named twice"},
	} {
		files, err := Files(structure.Of(transition.Constituents).Extensions, c.names)
		if c.err != "" {
			require.EqualError(t, err, c.err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, files)
	}
	_, err := Files(structure.Of(transition.Dependencies).Extensions, []string{"mixed"})
	require.EqualError(t, err, "folder mixed has all parts of a treebank, Train.conllu among them: name the files to take")
	files, err := Files(structure.Of(transition.Dependencies).Extensions, []string{"mixed/[Tt]*"})
	require.NoError(t, err)
	require.Equal(t, []string{"mixed/Train.conllu"}, files)
}

func TestPlacesAreNamed(t *testing.T) {
	places := Places{{Name: "a"}, {Name: "b"}, {Name: "en/c", Sample: true}}
	require.Empty(t, Places(nil).String())
	require.Equal(t, "a, b, the embedded sample en/c", places.String())
	require.Equal(t, "a and 3 more files", append(places, Place{Name: "d"}).String())
}
