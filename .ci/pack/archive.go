package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// archive writes a folder, under its own name, in the order of names. It keeps which files are
// executable, and nothing else of owners, rights and times.
func archive(out, folder string, at time.Time) error {
	var data bytes.Buffer
	var add func(name string, mode fs.FileMode, content []byte) error
	var finish func() error
	if strings.HasSuffix(out, ".zip") {
		w := zip.NewWriter(&data)
		add = func(name string, mode fs.FileMode, content []byte) error {
			h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
			h.SetMode(mode)
			f, err := w.CreateHeader(h)
			if err == nil {
				_, err = f.Write(content)
			}
			return err
		}
		finish = w.Close
	} else {
		z := gzip.NewWriter(&data)
		w := tar.NewWriter(z)
		add = func(name string, mode fs.FileMode, content []byte) error {
			h := &tar.Header{Name: name, Mode: int64(mode), Size: int64(len(content)), ModTime: at, Format: tar.FormatPAX}
			if err := w.WriteHeader(h); err != nil {
				return err
			}
			_, err := w.Write(content)
			return err
		}
		finish = func() error { return cmp.Or(w.Close(), z.Close()) }
	}
	folder = filepath.Clean(folder)
	parent := os.DirFS(filepath.Dir(folder))
	err := fs.WalkDir(parent, filepath.Base(folder), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		content, err := fs.ReadFile(parent, name)
		if err != nil {
			return err
		}
		return add(name, mode, content)
	})
	if err == nil {
		err = finish()
	}
	if err != nil {
		return err
	}
	return os.WriteFile(out, data.Bytes(), 0o644)
}
