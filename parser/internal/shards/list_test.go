package shards

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// write makes files that contain their own names.
func write(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(name), 0o666))
	}
}

// shown returns files as "name>output".
func shown(files []File) (all []string) {
	for _, f := range files {
		all = append(all, filepath.ToSlash(f.Name+">"+f.Output))
	}
	return all
}

func TestList(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "c/b.txt", "c/a/z.txt", "c/a.conllu.gz", "c/.git/d.txt", "c/.e.txt", "d/b.txt", "f.txt", "g/h.txt", "g2/f.json/x/y.txt")
	for _, c := range []struct {
		inputs string
		want   string
		err    string
	}{
		{"c", "c/a.conllu.gz>a.json.gz c/a/z.txt>a/z.json c/b.txt>b.json", ""},
		{"c/", "c/a.conllu.gz>a.json.gz c/a/z.txt>a/z.json c/b.txt>b.json", ""},
		{"c/b.txt c", "c/a.conllu.gz>a.json.gz c/a/z.txt>a/z.json c/b.txt>b.json", ""},
		{"f.txt g f.txt ./g/../f.txt", "f.txt>f.json g/h.txt>h.json", ""},
		{"g f.txt", "f.txt>f.json g/h.txt>h.json", ""},
		{"c/*.txt [fg]", "c/b.txt>b.json g/h.txt>h.json", ""},
		{"c d", "", "unusable inputs: c/b.txt and d/b.txt would both be written to out/b.json"},
		{"c/a/z.txt c", "c/a.conllu.gz>a.json.gz c/b.txt>b.json c/a/z.txt>z.json", ""},
		{"f.txt g2", "", "unusable inputs: f.txt would be written to out/f.json, which is the folder of the output of g2/f.json/x/y.txt"},
		{"c/*.x", "", `unusable inputs: no file matches "c/*.x"`},
		{"x.txt", "", "unusable inputs: stat x.txt: no such file or directory"},
		{"-", "", "unusable inputs: the standard input has no name to call the output by"},
	} {
		files, err := List("out", strings.Fields(c.inputs), nil, ".json")
		if c.err != "" {
			require.ErrorIs(t, err, ErrInputs)
			require.EqualError(t, err, filepath.FromSlash(c.err))
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, strings.Join(shown(files), " "), c.inputs)
	}
	files, err := List("out", []string{"c"}, func(name string) bool { return strings.HasSuffix(name, ".gz") }, "")
	require.NoError(t, err)
	require.Equal(t, []string{"c/a.conllu.gz>a.conllu.gz"}, shown(files))
	_, err = List("out", []string{"c"}, func(string) bool { return false }, "")
	require.EqualError(t, err, "unusable inputs: the folder c has no file of the kind that is parsed")
}

func TestOutputsAreNotAmongInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "c/a/b.txt", "c/d.txt", "e.txt")
	links := runtime.GOOS != "windows"
	if links {
		require.NoError(t, os.Symlink("c/a", "link"))
	}
	for _, c := range []struct {
		dir, input string
		bad        bool
	}{
		{"c", "c", true},
		{"c/", "./c", true},
		{"c/a", "c", true},
		{"c/new/folder", "c", true},
		{"c", "c/a", true},
		{"c", "c/a/b.txt", true},
		{".", "e.txt", true},
		{"c", "e.txt", false},
		{"new", "e.txt", false},
		{"c/a", "c/d.txt", false},
		{"ca", "c", false},
		{"link", "c", links},
		{"link/new", "c", links},
		{"c", "link", links},
		{"c", "link/b.txt", links},
	} {
		if !links && strings.Contains(c.dir+c.input, "link") {
			continue
		}
		_, err := List(c.dir, []string{c.input}, nil, "")
		if !c.bad {
			require.NoError(t, err, "%v", c)
			continue
		}
		require.ErrorIs(t, err, ErrInputs, "%v", c)
		require.ErrorContains(t, err, "outputs must not be among inputs", "%v", c)
	}
}

func TestOutput(t *testing.T) {
	for _, c := range []struct{ input, extension, want string }{
		{"a/b.conllu", ".json", "a/b.json"},
		{"b.conllu.gz", ".json", "b.json.gz"},
		{"b.conllu", "", "b.conllu"},
		{"wiki_00", ".conllu", "wiki_00.conllu"},
		{"2026.11", ".conllu", "2026.11.conllu"},
		{"a.html.txt", ".conllu", "a.html.conllu"},
		{"a/.txt", ".conllu", "a/.txt.conllu"},
		{"b.gz", ".conllu", "b.conllu.gz"},
		{"b.txt.xz", ".conllu", "b.conllu.gz"},
		{"b.conllu.zst", "", "b.conllu.gz"},
		{"b.conllu.gz", "", "b.conllu.gz"},
	} {
		require.Equal(t, c.want, Output(c.input, c.extension), c.input)
	}
}

// The shards of a list are a partition of it for any count, in its order, and their sizes differ by
// at most one.
func TestShardsAreAPartition(t *testing.T) {
	for size := range 40 {
		var files []File
		for i := range size {
			files = append(files, File{Output: fmt.Sprintf("%02d", i)})
		}
		require.Equal(t, files, Shard{}.Of(files))
		for n := 1; n <= size+3; n++ {
			in := map[File]int{}
			for i := range n {
				own := Shard{i, n}.Of(files)
				require.Contains(t, []int{size / n, (size + n - 1) / n}, len(own))
				for k, f := range own {
					in[f]++
					require.True(t, k == 0 || own[k-1].Output < f.Output)
				}
			}
			require.Len(t, in, size)
			for _, times := range in {
				require.Equal(t, 1, times)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	for _, text := range []string{"0/1", "0/16", "15/16"} {
		s, err := ParseShard(text)
		require.NoError(t, err)
		require.Equal(t, text, s.String())
	}
	require.Equal(t, "0/1", Shard{}.String())
	for text, want := range map[string]string{
		"":      `"" is no shard: give it as i/n, such as 0/16 for the first of 16`,
		"3":     `"3" is no shard: give it as i/n, such as 0/16 for the first of 16`,
		"/16":   `"/16" is no shard: give it as i/n, such as 0/16 for the first of 16`,
		"a/b":   `"a/b" is no shard: give it as i/n, such as 0/16 for the first of 16`,
		"1/2/3": `"1/2/3" is no shard: give it as i/n, such as 0/16 for the first of 16`,
		"0/0":   `shard "0/0": there must be at least one`,
		"16/16": `shard "16/16": they are counted from 0, so that the last of 16 is 15/16`,
		"-1/16": `shard "-1/16": they are counted from 0, so that the last of 16 is 15/16`,
	} {
		_, err := ParseShard(text)
		require.EqualError(t, err, want)
	}
}
