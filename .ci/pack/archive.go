package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// archive writes a folder, under its own name, in the order of names; what is executable there
// is so in the archive, and nothing else is kept of owners, rights and times.
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
		finish = func() error {
			if err := w.Close(); err != nil {
				return err
			}
			return z.Close()
		}
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
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
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(filepath.Dir(folder), path)
		if err != nil {
			return err
		}
		return add(filepath.ToSlash(name), mode, content)
	})
	if err == nil {
		err = finish()
	}
	if err != nil {
		return err
	}
	return os.WriteFile(out, data.Bytes(), 0o644)
}
