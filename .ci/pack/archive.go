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

// adder writes a file, or a folder if the name ends with a slash.
type adder func(name string, mode fs.FileMode, content []byte) error

// archive writes a folder, under its own name, in the order of names. It keeps which files are
// executable, and nothing else of owners, rights and times.
func archive(out, folder string, at time.Time) error {
	pack := tarball
	if strings.HasSuffix(out, ".zip") {
		pack = zipped
	}
	folder = filepath.Clean(folder)
	data, err := pack(at, func(add adder) error {
		return addAll(os.DirFS(filepath.Dir(folder)), filepath.Base(folder), add)
	})
	if err != nil {
		return err
	}
	return os.WriteFile(out, data, 0o644)
}

// addAll adds a folder and all that is in it.
func addAll(root fs.FS, folder string, add adder) error {
	return fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return add(name+"/", 0o755, nil)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		content, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return add(name, mode, content)
	})
}

// tarball returns the compressed archive of what write adds.
func tarball(at time.Time, write func(adder) error) ([]byte, error) {
	var data bytes.Buffer
	w := tar.NewWriter(&data)
	err := write(func(name string, mode fs.FileMode, content []byte) error {
		h := &tar.Header{Name: name, Mode: int64(mode), Size: int64(len(content)), ModTime: at, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		_, err := w.Write(content)
		return err
	})
	if err := cmp.Or(err, w.Close()); err != nil {
		return nil, err
	}
	return compressed(data.Bytes())
}

func compressed(content []byte) ([]byte, error) {
	var data bytes.Buffer
	z, err := gzip.NewWriterLevel(&data, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(content)
	err = cmp.Or(err, z.Close())
	return data.Bytes(), err
}

// zipped is tarball for .zip.
func zipped(at time.Time, write func(adder) error) ([]byte, error) {
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	err := write(func(name string, mode fs.FileMode, content []byte) error {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
		if strings.HasSuffix(name, "/") {
			mode |= fs.ModeDir
		}
		h.SetMode(mode)
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write(content)
		}
		return err
	})
	err = cmp.Or(err, w.Close())
	return data.Bytes(), err
}
