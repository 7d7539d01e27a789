package model

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"

	"github.com/sbinet/npyio"
)

// ErrFile is the cause of every error in the contents of a model file.
var ErrFile = errors.New("unusable model file")

// Entry is one named array of an .npz file, which NumPy opens by that name.
type Entry struct {
	Name string
	Data any // []uint8, []uint16, []uint64 or []float32
}

// dtypes are NumPy's names of the types of arrays.
var dtypes = map[reflect.Type]string{
	reflect.TypeFor[[]uint8](): "|u1", reflect.TypeFor[[]uint16](): "<u2", reflect.TypeFor[[]uint64](): "<u8", reflect.TypeFor[[]float32](): "<f4",
}

// WriteNPZ writes entries as an uncompressed .npz archive. Equal entries give
// equal bytes.
func WriteNPZ(w io.Writer, entries []Entry) error {
	archive := zip.NewWriter(w)
	for _, e := range entries {
		if dtypes[reflect.TypeOf(e.Data)] == "" {
			return fmt.Errorf("array %s: no type to store: %T", e.Name, e.Data)
		}
		part, err := archive.CreateHeader(&zip.FileHeader{Name: e.Name + ".npy", Method: zip.Store})
		if err != nil {
			return err
		}
		buffered := bufio.NewWriterSize(part, 1<<16)
		if err := npyio.Write(buffered, e.Data); err != nil {
			return fmt.Errorf("array %s: %w", e.Name, err)
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
	return archive.Close()
}

// Arrays are the contents of an .npz file.
type Arrays struct{ raw map[string]array }

type array struct {
	dtype  string // as in NumPy, for example "<f4"
	length int
	data   []byte
}

// ReadNPZ reads a whole archive of one-dimensional arrays. Every checksum is
// verified, and the arrays together are no larger than the file, so that damaged
// or hostile files are refused (ErrFile) at no cost. Compressed archives are
// refused as well.
func ReadNPZ(r io.ReaderAt, size int64) (*Arrays, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	arrays, left := &Arrays{raw: map[string]array{}}, uint64(size)
	for _, f := range archive.File {
		if f.Method != zip.Store || f.UncompressedSize64 > left {
			return nil, fmt.Errorf("%w: %s: compressed, or larger than the file", ErrFile, f.Name)
		}
		left -= f.UncompressedSize64
		a, err := readEntry(f)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrFile, f.Name, err)
		}
		if _, twice := arrays.raw[f.Name]; twice {
			return nil, fmt.Errorf("%w: %s stands in it twice", ErrFile, f.Name)
		}
		arrays.raw[f.Name] = a
	}
	return arrays, nil
}

// npyHeader is what stands in an .npy file of one dimension, as npyio and NumPy write it,
// behind the length of the header. npyio itself panics on some damaged headers, and would
// allocate whatever length one declares.
var npyHeader = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (?:False|True), 'shape': \((\d+),\), *\} *\n`)

// readEntry reads one array to its end, where archive/zip compares size and checksum.
func readEntry(f *zip.File) (array, error) {
	part, err := f.Open()
	if err != nil {
		return array{}, err
	}
	defer part.Close()
	buffer := bytes.NewBuffer(make([]byte, 0, f.UncompressedSize64+bytes.MinRead))
	if _, err := buffer.ReadFrom(part); err != nil {
		return array{}, err
	}
	data := buffer.Bytes()
	start, known := map[string]int{"\x93NUMPY\x01\x00": 10, "\x93NUMPY\x02\x00": 12}[string(data[:min(8, len(data))])]
	if !known || start > len(data) {
		return array{}, errors.New("no .npy file")
	}
	header := npyHeader.FindSubmatch(data[start:])
	if header == nil {
		return array{}, errors.New("no header of an array of one dimension")
	}
	n, err := strconv.Atoi(string(header[2]))
	return array{string(header[1]), n, data[start+len(header[0]):]}, err
}

// Array returns a named array, after checking that it is one of Ts.
func Array[T uint8 | uint16 | uint64 | float32](a *Arrays, name string) ([]T, error) {
	raw, ok := a.raw[name+".npy"]
	dtype := dtypes[reflect.TypeFor[[]T]()]
	switch size := binary.Size(*new(T)); {
	case !ok:
		return nil, fmt.Errorf("%w: no array %s", ErrFile, name)
	case raw.dtype != dtype:
		return nil, fmt.Errorf("%w: %s is of type %s, not %s", ErrFile, name, raw.dtype, dtype)
	case len(raw.data)%size != 0 || len(raw.data)/size != raw.length:
		return nil, fmt.Errorf("%w: %s has %d bytes for %d items", ErrFile, name, len(raw.data), raw.length)
	}
	items := make([]T, raw.length)
	_, err := binary.Decode(raw.data, binary.LittleEndian, items)
	return items, err
}

// finite returns an array of n finite numbers.
func (a *Arrays) finite(name string, n int) ([]float32, error) {
	numbers, err := Array[float32](a, name)
	if err == nil && len(numbers) != n {
		err = fmt.Errorf("%w: %s has %d numbers, not %d", ErrFile, name, len(numbers), n)
	}
	for i, x := range numbers {
		if x-x != 0 { // infinite, or no number
			return nil, fmt.Errorf("%w: %s: number %d is %v", ErrFile, name, i, x)
		}
	}
	return numbers, err
}

// has says whether there is an array of that name.
func (a *Arrays) has(name string) bool {
	_, ok := a.raw[name+".npy"]
	return ok
}

// SetBytes sets a named array of bytes, as if the file had it.
func (a *Arrays) SetBytes(name string, data []byte) {
	a.raw[name+".npy"] = array{dtype: "|u1", length: len(data), data: data}
}
