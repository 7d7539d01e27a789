// Package atomicfile writes files so that no name ever stands for half of one, whatever ends a program.
//
//	err := atomicfile.WriteFile("model.npz", p.Write)
package atomicfile

import (
	"bufio"
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

// suffix is what the names of files end in that are still being written.
const suffix = ".part"

// maxStem is how many bytes of a name are in that which a file has first: file systems allow 255
// in all.
const maxStem = 200

// File is a file while it is written: under another name in the same folder. A lock on it
// tells others, and they only, that whoever writes it is alive.
type File struct {
	*bufio.Writer
	file      *os.File
	name      string // that it is to have
	device    bool   // not a file: it is written as it is
	mode      os.FileMode
	committed bool
}

// prefix returns what the names begin with of files that are to have a name.
func prefix(name string) string {
	base := filepath.Base(name)
	return "." + base[:min(len(base), maxStem)] + "."
}

// Create begins to write a file. Missing folders are made. A file that has the name keeps its
// permissions, and a link to one goes on to be one; devices and pipes are written to at once.
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
		_ = Lock(f, true) // where there are no locks, nobody removes it
		if named(f) {
			return &File{Writer: bufio.NewWriterSize(writer{f, name}, bufferSize), file: f, name: name, mode: mode}, nil
		}
		f.Close() // it was removed before it was locked
	}
}

// about returns an error of a file that is still being written as one of the file that it is to be: its own
// name means nothing to anybody.
func about(name, op string, err error) error {
	var wrong *fs.PathError
	if errors.As(err, &wrong) {
		return &fs.PathError{Op: op, Path: name, Err: wrong.Err}
	}
	return err
}

// writer writes to a file that is to have a name.
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
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(open, there)
}

// Commit gives the file its name, once it is safe on the disk. Its lock lasts until then, but on
// Windows, where a file that is open cannot be renamed.
func (f *File) Commit() error {
	if f.device {
		return errors.Join(f.Flush(), f.file.Close())
	}
	for _, step := range []func() error{
		f.Flush,
		func() error { return f.file.Chmod(f.mode) },
		f.file.Sync,
	} {
		if err := step(); err != nil {
			return err
		}
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

// WriteFile writes a file so that name never stands for half of it. On failure name is as it was
// before.
func WriteFile(name string, write func(io.Writer) error) error {
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

// RemoveStale removes, of files that were to have some names, those that nobody is writing any more.
func RemoveStale(names ...string) {
	own := map[string]map[string]bool{} // prefixes by folder
	for _, name := range names {
		folder := filepath.Dir(name)
		if own[folder] == nil {
			own[folder] = map[string]bool{}
		}
		own[folder][prefix(name)] = true
	}
	for folder, prefixes := range own {
		entries, _ := os.ReadDir(folder) // of one that is not there yet there are none
		for _, entry := range entries {
			stem, ok := strings.CutSuffix(entry.Name(), suffix)
			if ok && prefixes[stem[:strings.LastIndexByte(stem, '.')+1]] {
				removeUnlocked(filepath.Join(folder, entry.Name()))
			}
		}
	}
}

// RemoveStaleIn removes, of all files that were begun below a folder, those that nobody is writing any
// more.
func RemoveStaleIn(folder string) {
	_ = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(entry.Name(), ".") && strings.HasSuffix(name, suffix) {
			removeUnlocked(name)
		}
		return nil // what cannot be read is in nobody's way
	})
}

// removeUnlocked removes a file that nobody has locked. What cannot be removed stays: it is in
// nobody's way.
func removeUnlocked(name string) {
	f, err := os.OpenFile(name, os.O_RDWR, 0) // which locks of network file systems need
	if err != nil {
		return
	}
	defer f.Close()
	if Lock(f, false) == nil {
		os.Remove(name)
	}
}
