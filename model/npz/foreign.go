package npz

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// zipMagic begins an archive with something in it.
const zipMagic = "PK\x03\x04"

const pickle = "it is a pickle of Python, such as a model of Stanza or PyTorch"

// magics tell files that are no archives by how they begin.
var magics = []struct{ magic, what string }{
	{zipMagic, "the archive is cut off: its end is missing"},
	{"\x1f\x8b", "it is compressed with gzip: unpack it first"},
	{"BZh", "it is compressed with bzip2: unpack it first"},
	{"\xfd7zXZ\x00", "it is compressed with xz: unpack it first"},
	{"\x28\xb5\x2f\xfd", "it is compressed with zstd: unpack it first"},
	{"7z\xbc\xaf", "it is a 7z archive"},
	{"version https://git-lfs", "it is a pointer of Git LFS, not the file itself: git lfs pull brings that"},
	{"\x12morphodita_parsito", "it is a model of UDPipe 1"},
	{"\xba\x16\x4f\x2f", "it is a model of fastText"},
	{"\x80\x02", pickle}, {"\x80\x03", pickle}, {"\x80\x04", pickle}, {"\x80\x05", pickle},
	{"\x89HDF", "it is an HDF5 file, such as a model of Keras"},
	{"\x93NUMPY", "it is a single array of NumPy"},
	{"%PDF", "it is a PDF"},
}

// foreign says what a file is that is no archive.
func foreign(r io.ReaderAt, size int64) string {
	if size == 0 {
		return "the file is empty"
	}
	start := make([]byte, min(size, 512))
	n, _ := r.ReadAt(start, 0) // an error of reading shows as other content
	start = start[:n]
	for _, m := range magics {
		if bytes.HasPrefix(start, []byte(m.magic)) {
			return m.what
		}
	}
	text := strings.ToLower(strings.TrimSpace(string(start)))
	const tar, header = 257, 8
	switch {
	case strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html"):
		return "it is a web page: the download did not bring the file"
	case len(start) > tar+5 && string(start[tar:tar+5]) == "ustar":
		return "it is a tar archive: unpack it first"
	case len(start) > header && start[header] == '{' && binary.LittleEndian.Uint64(start) < uint64(size):
		return "it has the weights of a pre-trained transformer (safetensors)"
	case bytes.IndexByte(start, 0) < 0 && utf8.Valid(bytes.TrimRightFunc(start, func(c rune) bool { return c == utf8.RuneError })):
		return "it is text"
	}
	return "it is no archive of arrays (.npz)"
}

// otherArchive says what an archive is if its files are no arrays, and returns nil if they are.
func otherArchive(a *zip.Reader) error {
	other := ""
	for _, f := range a.File {
		name := f.Name
		switch {
		case strings.HasSuffix(name, ".npy"):
		case strings.HasSuffix(name, "/data.pkl"):
			return fmt.Errorf("%w: it is a model of PyTorch, such as Stanza's (it has %s)", ErrFile, name)
		case strings.HasSuffix(name, "config.cfg"), strings.HasSuffix(name, "vocab/strings.json"):
			return fmt.Errorf("%w: it is a model of spaCy (it has %s)", ErrFile, name)
		default:
			other = cmp.Or(other, name)
		}
	}
	if other != "" {
		return fmt.Errorf("%w: it is an archive of other files, such as %s", ErrFile, other)
	}
	return nil
}
