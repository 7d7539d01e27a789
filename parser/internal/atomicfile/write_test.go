package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

var errFull = errors.New("no space left")

func writeText(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// requireOnly checks that a folder contains a single file with the given text and no leftovers.
func requireOnly(t *testing.T, name, text string) {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, text, string(data))
	entries, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

func TestWriteFileWritesAndReplaces(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "folder", "a.model")
	long := strings.Repeat("long ", 100_000)
	for _, text := range []string{"first", "", long, "short"} {
		require.NoError(t, WriteFile(name, writeText(text)))
		requireOnly(t, name, text)
	}
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o644), info.Mode().Perm(), "for everyone to read")
}

func TestWriteFileInTheCurrentFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, WriteFile("a.model", writeText("here")))
	requireOnly(t, "a.model", "here")
}

// What a killed program has left of a file is removed when the file is written again, also through a link; what another
// one is writing stays, and so does what belongs to other files.
func TestWriteFileRemovesWhatIsLeft(t *testing.T) {
	folder := t.TempDir()
	name, link := filepath.Join(folder, "a.model"), filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o666))
	if err := os.Symlink(name, link); err != nil {
		link = name // Windows
	}
	for _, to := range []string{name, link} {
		for _, left := range []string{".a.model.1.part", ".a.model.22.part"} {
			require.NoError(t, os.WriteFile(filepath.Join(folder, left), []byte("half"), 0o600))
		}
		require.False(t, RemoveStale("b.model"))
		require.NoError(t, WriteFile(to, writeText("new")))
		requireOnly(t, name, "new")
	}
	other := filepath.Join(folder, ".a.model.b.1.part")
	require.NoError(t, os.WriteFile(other, nil, 0o600))
	f, err := Create(name)
	require.NoError(t, err)
	defer f.Close()
	require.Equal(t, runtime.GOOS != "windows", RemoveStale(name))
	require.NoError(t, WriteFile(name, writeText("newer")))
	require.FileExists(t, f.file.Name())
	require.FileExists(t, other)
	f.Close()
	require.False(t, RemoveStale(name))
}

// Whatever fails, and however much was written, only the old file remains.
func TestWriteFileFailsWithoutATrace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.model")
	require.NoError(t, WriteFile(name, writeText("old")))
	for _, text := range []string{"", "half", strings.Repeat("more than the buffer ", 10_000)} {
		err := WriteFile(name, func(w io.Writer) error {
			require.NoError(t, writeText(text)(w))
			requireOld(t, name)
			return errFull
		})
		require.ErrorIs(t, err, errFull)
		requireOnly(t, name, "old")
	}
}

// requireOld checks that the file is as it was while another is being written.
func requireOld(t *testing.T, name string) {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "old", string(data))
}

func TestWriteFileReportsPlaces(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	require.NoError(t, WriteFile(file, writeText("x")))
	require.Error(t, WriteFile(filepath.Join(file, "below"), writeText("y")), "a file is no folder")
	requireOnly(t, file, "x")

	target := filepath.Join(t.TempDir(), "target")
	require.NoError(t, os.Mkdir(target, 0o755))
	require.Error(t, WriteFile(target, writeText("y")), "a folder is in the way")
	entries, err := os.ReadDir(filepath.Dir(target))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// With two writers at once, one wins as a whole.
func TestWriteFileAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.model")
	texts := []string{strings.Repeat("a", 1<<17), strings.Repeat("b", 1<<18)}
	var group sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		group.Go(func() { errs[i] = WriteFile(name, writeText(texts[i%2])) })
	}
	group.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, texts, string(data))
	requireOnly(t, name, string(data))
}

// A file keeps its permissions, a link to it stays a link, and a device is written to.
func TestWriteFileKeepsWhatAFileIs(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // where devices do not exist
	}
	folder := t.TempDir()
	name, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	require.NoError(t, os.Symlink("file", link))
	require.NoError(t, WriteFile(link, writeText("new")))
	info, err := os.Lstat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "new", string(data))
	target, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, "file", target)

	require.NoError(t, WriteFile(os.DevNull, writeText("into nothing")))
	info, err = os.Stat(os.DevNull)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeDevice, "it is still there")
	if _, err := os.Stat("/dev/full"); err == nil {
		require.ErrorIs(t, WriteFile("/dev/full", writeText("more")), syscall.ENOSPC)
	}
	require.Error(t, WriteFile(folder, writeText("x")))
}

// The error for a file that cannot be created names that file, not the temporary one.
func TestErrorsNameTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "no\x00name")
	_, err := Create(name)
	var wrong *fs.PathError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, name, wrong.Path)
	require.Equal(t, "create "+name+": "+wrong.Err.Error(), err.Error())

	name = filepath.Join(t.TempDir(), "name")
	f, err := Create(name)
	require.NoError(t, err)
	require.NoError(t, f.file.Close())
	_, err = f.Write(make([]byte, 2*bufferSize))
	require.EqualError(t, err, "write "+name+": file already closed")
	f.Close()
}
