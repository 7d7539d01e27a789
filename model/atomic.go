package model

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
)

// WriteFile writes a file so that name never holds half of it: into a temporary
// file in the same folder, which is synced and renamed. Missing folders are
// made. On failure name is as it was before.
func WriteFile(name string, write func(io.Writer) error) (err error) {
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	buffered := bufio.NewWriterSize(f, 1<<16)
	for _, step := range []func() error{
		func() error { return write(buffered) },
		buffered.Flush,
		func() error { return f.Chmod(0o644) }, // CreateTemp makes files for the owner alone; a model is for everyone
		f.Sync,
		f.Close,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return os.Rename(f.Name(), name)
}
