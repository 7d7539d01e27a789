// Package atomicfile writes files so that a name never refers to an incomplete file, however a program ends.
//
//	err := atomicfile.WriteFile("model.npz", p.Write)
package atomicfile

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

const bufferSize = 1 << 16

// ErrLocked is the error of locking a file that another program, or another File, has locked.
var ErrLocked = errors.New("locked by another program")

// suffix is the extension of files that are still being written.
const suffix = ".part"

// maxStem is how many bytes of a name its temporary name keeps: file systems allow 255 in total.
const maxStem = 200

// File is a file while it is written, under another name in the same folder. Its lock says that the writer is alive.
type File struct {
	*bufio.Writer
	file      *os.File
	name      string // that it will get
	device    bool   // not a file: written directly
	mode      os.FileMode
	committed bool
}

// prefix returns the beginning of the temporary names of files that are to get a name.
func prefix(name string) string {
	base := filepath.Base(name)
	return "." + base[:min(len(base), maxStem)] + "."
}

// Create begins to write a file. Missing folders are made. A file with that name keeps its permissions, and a link
// remains a link; devices and pipes are written to directly.
func Create(name string) (*File, error) {
	mode := os.FileMode(0o644) // CreateTemp makes files for the owner alone
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0) // an error for a folder
			if err != nil {
				return nil, err
			}
			return &File{Writer: bufio.NewWriterSize(f, bufferSize), file: f, device: true}, nil
		}
		mode = info.Mode().Perm()
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return nil, err
		}
	}
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	for {
		f, err := os.CreateTemp(folder, prefix(name)+"*"+suffix)
		if err != nil {
			return nil, about(name, "create", err)
		}
		_ = Lock(f, true) // without locks, others do not remove it either
		if named(f) {
			return &File{Writer: bufio.NewWriterSize(writer{f, name}, bufferSize), file: f, name: name, mode: mode}, nil
		}
		f.Close() // it was removed before it was locked
	}
}

// about turns an error about a temporary file, which means nothing to users, into one about the file.
func about(name, op string, err error) error {
	var wrong *fs.PathError
	if errors.As(err, &wrong) {
		return &fs.PathError{Op: op, Path: name, Err: wrong.Err}
	}
	return err
}

// writer writes to a temporary file.
type writer struct {
	file *os.File
	name string
}

func (w writer) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	if err != nil {
		err = about(w.name, "write", err)
	}
	return n, err
}

// named reports whether a file still has its name.
func named(f *os.File) bool {
	open, err := f.Stat()
	there, missing := os.Lstat(f.Name())
	return err == nil && missing == nil && os.SameFile(open, there)
}

// Commit gives the file its name, after it is safe on the disk. Windows cannot rename an open file.
func (f *File) Commit() error {
	if f.device {
		return errors.Join(f.Flush(), f.file.Close())
	}
	if err := cmp.Or(f.Flush(), f.file.Chmod(f.mode), f.file.Sync()); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		if err := f.file.Close(); err != nil {
			return err
		}
	}
	err := os.Rename(f.file.Name(), f.name)
	f.committed = err == nil
	return err
}

// Close removes the file, unless it was committed.
func (f *File) Close() {
	f.file.Close()
	if !f.committed && !f.device {
		os.Remove(f.file.Name())
	}
}

// WriteFile writes a file so that name never refers to an incomplete one. On failure name is unchanged. What a program
// that was killed has left of the same file is removed.
func WriteFile(name string, write func(io.Writer) error) error {
	RemoveStale(name)
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// WriteText is WriteFile for a text.
func WriteText(name, text string) error {
	return WriteFile(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// RemoveStale removes temporary files for the given names that no program is writing any more, and reports whether there
// are others. Create does not do that: it takes a look at all names in a folder, which is too much for each of thousands
// of files.
func RemoveStale(names ...string) (busy bool) {
	folders, prefixes := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		if target, err := filepath.EvalSymlinks(name); err == nil {
			name = target
		}
		folder := filepath.Dir(name)
		folders[folder], prefixes[filepath.Join(folder, prefix(name))] = true, true
	}
	for folder := range folders {
		entries, _ := os.ReadDir(folder) // a missing folder has none
		for _, entry := range entries {
			stem, ok := strings.CutSuffix(entry.Name(), suffix)
			if ok && prefixes[filepath.Join(folder, stem[:strings.LastIndexByte(stem, '.')+1])] {
				busy = removeUnlocked(filepath.Join(folder, entry.Name())) || busy
			}
		}
	}
	return busy
}

// RemoveStaleIn removes the temporary files below a folder that no program is writing any more.
func RemoveStaleIn(folder string) {
	_ = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(entry.Name(), ".") && strings.HasSuffix(name, suffix) {
			removeUnlocked(name)
		}
		return nil // what cannot be read does no harm
	})
}

// removeUnlocked removes a file that no program has locked. One that cannot be removed stays; it does no harm.
func removeUnlocked(name string) (locked bool) {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0) // locks of network file systems need write access
	if err != nil {
		return false
	}
	defer f.Close()
	err = Lock(f, false)
	if err == nil {
		os.Remove(name)
	}
	return errors.Is(err, ErrLocked)
}
