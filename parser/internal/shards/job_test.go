package shards

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
)

// shout is a parser that writes a file in upper case, and counts its bytes as words. It fails for
// "bad".
func shout(_ context.Context, name string, w io.Writer) (Counts, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return Counts{}, err
	}
	if _, err := io.WriteString(w, strings.ToUpper(string(text))); err != nil {
		return Counts{}, err
	}
	if strings.Contains(string(text), "bad") {
		return Counts{}, fmt.Errorf("%s:1: bad", name)
	}
	return Counts{1, len(text)}, nil
}

// tree returns the contents of a folder: the text of files by name, without the record.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == recordName {
			return err
		}
		text, err := os.ReadFile(name)
		path, err2 := filepath.Rel(dir, name)
		found[filepath.ToSlash(path)] = string(text)
		return errors.Join(err, err2)
	}))
	return found
}

// listed lists the files of a folder.
func listed(t *testing.T, inputs ...string) []File {
	t.Helper()
	files, err := List("out", inputs, nil, ".up")
	require.NoError(t, err)
	return files
}

func TestRunParsesWhatIsNotFinished(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/b/c.txt", "in/d.txt.gz", "in/e.txt")
	files := listed(t, "in")
	var done []Outcome
	j := Job{Dir: "out", Done: func(o Outcome) { done = append(done, o) }}
	sum, err := j.Run(t.Context(), files, shout)
	require.NoError(t, err)
	require.Equal(t, Summary{Files: 4, Parsed: 4, Counts: Counts{4, len("in/a.txtin/b/c.txtin/d.txt.gzin/e.txt")}}, sum)
	require.Equal(t, Outcome{File: files[0], Counts: Counts{1, 8}}, done[0])
	got := tree(t, "out")
	z, err := gzip.NewReader(strings.NewReader(got["d.up.gz"]))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, "IN/D.TXT.GZ", string(text))
	got["d.up.gz"] = ""
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT", "b/c.up": "IN/B/C.TXT", "d.up.gz": "", "e.up": "IN/E.TXT"}, got)

	// Existing outputs are not touched; missing ones, and those older than their input, are made
	// again.
	require.NoError(t, os.WriteFile("out/a.up", []byte("kept"), 0o666))
	require.NoError(t, os.Remove("out/b/c.up"))
	later := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes("in/e.txt", later, later))
	require.NoError(t, os.WriteFile("out/e.up", []byte("old"), 0o666))
	sum, err = j.Run(t.Context(), files, shout)
	require.NoError(t, err)
	require.Equal(t, Summary{Files: 4, Parsed: 2, Skipped: 2, Counts: Counts{2, len("in/b/c.txtin/e.txt")}}, sum)
	require.Equal(t, Outcome{File: files[0], Skipped: true}, done[4])
	got = tree(t, "out")
	require.Equal(t, []string{"kept", "IN/B/C.TXT", "IN/E.TXT"}, []string{got["a.up"], got["b/c.up"], got["e.up"]})
}

// A clock that jumps, or one that differs from that of the machine with the inputs, makes no
// finished output look older than its input.
func TestClocksThatDiffer(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/b.txt")
	files := listed(t, "in")
	for i, off := range []time.Duration{-1000 * time.Hour, 1000 * time.Hour} {
		then := time.Now().Add(off)
		require.NoError(t, os.Chtimes(files[i].Name, then, then))
	}
	for _, want := range []Summary{{Files: 2, Parsed: 2, Counts: Counts{2, 16}}, {Files: 2, Skipped: 2}} {
		sum, err := (&Job{Dir: "out"}).Run(t.Context(), files, shout)
		require.NoError(t, err)
		require.Equal(t, want, sum)
	}
}

// Shards together make what one run makes.
func TestShardsMakeTheWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 10 {
		write(t, fmt.Sprintf("in/%d/%d.txt", i%3, i))
	}
	_, err := (&Job{Dir: "out"}).Run(t.Context(), listed(t, "in"), shout)
	require.NoError(t, err)
	for i := range 4 {
		sum, err := (&Job{Dir: "parts", Shard: Shard{3 - i, 4}}).Run(t.Context(), listed(t, "in"), shout)
		require.NoError(t, err)
		require.Equal(t, []int{2, 2, 3, 3}[i], sum.Parsed)
	}
	require.Equal(t, tree(t, "out"), tree(t, "parts"))
	sum, err := (&Job{Dir: "parts", Shard: Shard{3, 7}}).Run(t.Context(), listed(t, "in"), shout)
	require.NoError(t, err)
	require.Equal(t, Summary{Files: 1, Skipped: 1}, sum, "another number of shards finds the outputs")
}

func TestBadFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/bad.txt", "in/c.txt", "in/d.txt")
	files := listed(t, "in")
	require.NoError(t, os.Remove("in/c.txt")) // after it was listed
	var said []string
	j := Job{Dir: "out", Done: func(o Outcome) {
		if o.Err != nil {
			said = append(said, o.Err.Error())
		}
	}}
	sum, err := j.Run(t.Context(), files, shout)
	require.EqualError(t, err, "in/bad.txt:1: bad")
	require.Equal(t, Summary{Files: 4, Parsed: 1, Failed: 1, Counts: Counts{1, 8}}, sum)
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT"}, tree(t, "out"))

	j.KeepGoing = true
	said = nil
	sum, err = j.Run(t.Context(), files, shout)
	require.NoError(t, err)
	require.Equal(t, Summary{Files: 4, Parsed: 1, Skipped: 1, Failed: 2, Counts: Counts{1, 8}}, sum)
	require.Equal(t, []string{"in/bad.txt:1: bad", "stat in/c.txt: no such file or directory"}, said)
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT", "d.up": "IN/D.TXT"}, tree(t, "out"))

	// A file that was repaired, and one that no longer exists.
	require.NoError(t, os.WriteFile("in/bad.txt", []byte("good"), 0o666))
	require.NoError(t, os.Mkdir("in/c.txt", 0o777))
	sum, err = j.Run(t.Context(), files, shout)
	require.NoError(t, err)
	require.Equal(t, 1, sum.Parsed)
	require.Equal(t, 1, sum.Failed)
	require.ErrorContains(t, errors.New(said[2]), "in/c.txt")
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT", "d.up": "IN/D.TXT", "bad.up": "GOOD"}, tree(t, "out"))
}

func TestFilesThatChangeFail(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/b.txt")
	change := func(ctx context.Context, name string, w io.Writer) (Counts, error) {
		counts, err := shout(ctx, name, w)
		return counts, errors.Join(err, os.WriteFile("in/a.txt", []byte("longer than it was"), 0o666), os.Remove("in/b.txt"))
	}
	_, err := (&Job{Dir: "out"}).Run(t.Context(), listed(t, "in"), change)
	require.EqualError(t, err, "in/a.txt: it was changed while it was read")
	write(t, "in/b.txt")
	_, err = (&Job{Dir: "out"}).Run(t.Context(), listed(t, "in/b.txt"), change)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.Empty(t, tree(t, "out"))
}

func TestOutputsOfOtherJobsAreLeftAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/b.txt", "out/b.up")
	files := listed(t, "in")
	one := Job{Dir: "out", Record: Record{Model: "m.npz", Digest: "1"}}
	_, err := one.Run(t.Context(), files, shout)
	require.ErrorIs(t, err, ErrOther)
	require.EqualError(t, err, filepath.FromSlash(
		"outputs of another job: out/b.up is there, but no out/.parser.json that says what made it: take an empty folder"))
	require.Equal(t, map[string]string{"b.up": "out/b.up"}, tree(t, "out"))
	require.NoError(t, os.Remove("out/b.up"))
	write(t, "out/README") // others may be there
	_, err = one.Run(t.Context(), files, shout)
	require.NoError(t, err)
	for _, other := range []Record{{Model: "m.npz", Digest: "2"}, {Model: "m.npz", Digest: "1", Options: []string{"--beam=4"}}} {
		_, err = (&Job{Dir: "out", Record: other}).Run(t.Context(), files, shout)
		require.ErrorIs(t, err, ErrOther)
		require.ErrorContains(t, err, "made by m.npz (1), not by m.npz ("+other.String()[len("m.npz ("):])
	}
	_, err = (&Job{Dir: "out", Record: Record{Model: "moved.npz", Digest: "1"}}).Run(t.Context(), files, shout)
	require.NoError(t, err, "the name of a model does not matter")
	require.NoError(t, os.WriteFile("out/"+recordName, []byte("{"), 0o666))
	_, err = one.Run(t.Context(), files, shout)
	require.ErrorIs(t, err, ErrOther)

	// Two that start at the same moment: the one whose record is lost ends.
	require.NoError(t, os.RemoveAll("out"))
	_, err = one.Run(t.Context(), files, func(ctx context.Context, name string, w io.Writer) (Counts, error) {
		require.NoError(t, os.Remove("out/"+recordName))
		require.NoError(t, (&Record{Digest: "2"}).claim("out", nil))
		return shout(ctx, name, w)
	})
	require.ErrorIs(t, err, ErrOther)
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT"}, tree(t, "out"))
}

func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/b.txt")
	ctx, cancel := context.WithCancel(t.Context())
	sum, err := (&Job{Dir: "out", KeepGoing: true}).Run(ctx, listed(t, "in"), func(ctx context.Context, name string, w io.Writer) (Counts, error) {
		if name != "in/a.txt" {
			cancel()
			return Counts{}, ctx.Err()
		}
		return shout(ctx, name, w)
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, Summary{Files: 2, Parsed: 1, Counts: Counts{1, 8}}, sum)
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT"}, tree(t, "out"))
	_, err = (&Job{Dir: "out"}).Run(ctx, listed(t, "in"), shout)
	require.ErrorIs(t, err, context.Canceled)
}

// full is a disk with limited room, in bytes.
type full struct {
	w    io.Writer
	left int
}

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	n, err := f.w.Write(p[:min(len(p), f.left)])
	f.left -= n
	if err == nil && n < len(p) {
		err = errFull
	}
	return n, err
}

// A disk that fills up at any byte ends the job, even one that is to keep going, and leaves older
// outputs unchanged.
func TestFullDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/b.txt.gz")
	files := listed(t, "in")
	_, err := (&Job{Dir: "out"}).Run(t.Context(), files, shout)
	require.NoError(t, err)
	before := tree(t, "out")
	later := time.Now().Add(time.Hour)
	for _, f := range files {
		require.NoError(t, os.Chtimes(f.Name, later, later))
		size := len(before[f.Output])
		for room := range size + 1 {
			j := Job{Dir: "out", KeepGoing: true, writer: func(w io.Writer) io.Writer { return &full{w, room} }}
			_, err := j.Run(t.Context(), []File{f}, shout)
			if room == size {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, errFull)
			require.ErrorContains(t, err, filepath.Join("out", f.Output))
			require.Equal(t, before, tree(t, "out"))
		}
	}
}

// An input that cannot be read from some byte on has no output.
func TestUnreadable(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt")
	text := strings.Repeat("words\n", 100)
	for n := range len(text) {
		_, err := (&Job{Dir: "out"}).Run(t.Context(), listed(t, "in"), func(_ context.Context, name string, w io.Writer) (Counts, error) {
			_, err := io.Copy(w, io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(io.ErrUnexpectedEOF)))
			return Counts{}, fmt.Errorf("%s: %w", name, err)
		})
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Empty(t, tree(t, "out"))
	}
}

// Places of outputs that cannot be written, or that vanish.
func TestUnwritable(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "in/b/c.txt", "file", "out/b")
	files := listed(t, "in")
	j := Job{Dir: "file", KeepGoing: true}
	_, err := j.Run(t.Context(), files, shout)
	require.ErrorContains(t, err, "file")
	j.Dir = "out"
	_, err = j.Run(t.Context(), files, shout)
	require.ErrorContains(t, err, filepath.FromSlash("out/b"), "a file is no folder")
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT", "b": "out/b"}, tree(t, "out"))
	require.NoError(t, os.Remove("out/b"))
	require.NoError(t, os.MkdirAll("out/b/c.up/x", 0o777))
	_, err = j.Run(t.Context(), files, shout)
	require.ErrorContains(t, err, filepath.FromSlash("out/b/c.up"), "a folder is in the way")
	require.Equal(t, map[string]string{"a.up": "IN/A.TXT"}, tree(t, "out"))
	require.NoError(t, os.RemoveAll("out/b"))
	_, err = j.Run(t.Context(), files, func(ctx context.Context, name string, w io.Writer) (Counts, error) {
		require.NoError(t, os.RemoveAll("out"))
		return shout(ctx, name, w)
	})
	require.ErrorContains(t, err, filepath.FromSlash("out/b/c.up"), "the folder is gone")
	sum, err := j.Run(t.Context(), files, shout)
	require.NoError(t, err)
	require.Equal(t, 2, sum.Parsed)
}
