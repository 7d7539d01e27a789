package shards

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// asideSuffix is what the names of files end in that are still being written.
const asideSuffix = ".part"

// maxStem is how many bytes of the name of an output are in that of the file that is written
// first: file systems allow 255 in all.
const maxStem = 200

// aside is an output while it is written: a file of another name in the same folder. A lock on it
// tells others, and they only, that whoever writes it is alive.
type aside struct {
	*bufio.Writer
	file      *os.File
	name      string // of the output
	committed bool
}

// asidePrefix returns what the name begins with of files that become an output.
func asidePrefix(output string) string {
	base := filepath.Base(output)
	return "." + base[:min(len(base), maxStem)] + "."
}

// begin begins to write an output. Missing folders are made.
func begin(output string) (*aside, error) {
	folder := filepath.Dir(output)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	for {
		f, err := os.CreateTemp(folder, asidePrefix(output)+"*"+asideSuffix)
		if err != nil {
			return nil, err
		}
		_ = lock(f, true) // where there are no locks, nobody removes it
		if named(f) {
			return &aside{Writer: bufio.NewWriterSize(f, 1<<16), file: f, name: output}, nil
		}
		f.Close() // it was removed before it was locked
	}
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

// commit gives the file its name, once it is safe on the disk. Its lock lasts until then, but on
// Windows, where a file that is open cannot be renamed.
func (a *aside) commit() error {
	for _, step := range []func() error{
		a.Flush,
		func() error { return a.file.Chmod(0o644) }, // CreateTemp makes files for the owner alone
		a.file.Sync,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	if runtime.GOOS == "windows" {
		if err := a.file.Close(); err != nil {
			return err
		}
	}
	err := os.Rename(a.file.Name(), a.name)
	a.committed = err == nil
	return err
}

// end removes the file, unless it has its name.
func (a *aside) end() {
	a.file.Close()
	if !a.committed {
		os.Remove(a.file.Name())
	}
}

// removeStale removes, of files that were to become outputs, those that nobody is writing any more.
func removeStale(outputs []string) {
	own := map[string]map[string]bool{} // prefixes by folder
	for _, output := range outputs {
		folder := filepath.Dir(output)
		if own[folder] == nil {
			own[folder] = map[string]bool{}
		}
		own[folder][asidePrefix(output)] = true
	}
	for folder, prefixes := range own {
		entries, _ := os.ReadDir(folder) // of one that is not there yet there are none
		for _, entry := range entries {
			stem, ok := strings.CutSuffix(entry.Name(), asideSuffix)
			if ok && prefixes[stem[:strings.LastIndexByte(stem, '.')+1]] {
				removeUnlocked(filepath.Join(folder, entry.Name()))
			}
		}
	}
}

// removeUnlocked removes a file that nobody has locked. What cannot be removed stays: it is in
// nobody's way.
func removeUnlocked(name string) {
	f, err := os.OpenFile(name, os.O_RDWR, 0) // which locks of network file systems need
	if err != nil {
		return
	}
	defer f.Close()
	if lock(f, false) == nil {
		os.Remove(name)
	}
}
