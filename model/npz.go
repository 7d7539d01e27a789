package model

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sbinet/npyio"
)

// ErrFile is the cause of every error in the contents of a model file.
var ErrFile = errors.New("unusable model file")

// Entry is one named array of an .npz file, which NumPy opens by that name.
type Entry struct {
	Name  string
	Data  any   // []T where T is an Item
	Shape []int // of a matrix its rows and columns; nil for one dimension
	// Deflate compresses the array in the file.
	Deflate bool
}

// TextEntry is an entry of bytes, which are compressed in the file.
func TextEntry[T string | []byte](name string, text T) Entry {
	return Entry{Name: name, Data: []byte(text), Deflate: true}
}

// Item is what arrays are of.
type Item interface {
	int8 | int16 | int32 | uint8 | uint16 | uint32 | uint64 | float32 | float64 | Half
}

// dtypes are NumPy's names of the types of arrays.
var dtypes = map[reflect.Type]string{
	reflect.TypeFor[[]int8](): "|i1", reflect.TypeFor[[]int16](): "<i2", reflect.TypeFor[[]int32](): "<i4",
	reflect.TypeFor[[]uint8](): "|u1", reflect.TypeFor[[]uint16](): "<u2", reflect.TypeFor[[]uint32](): "<u4", reflect.TypeFor[[]uint64](): "<u8",
	reflect.TypeFor[[]Half](): "<f2", reflect.TypeFor[[]float32](): "<f4", reflect.TypeFor[[]float64](): "<f8",
}

// WriteNPZ writes entries as an .npz archive. Equal entries give equal bytes.
func WriteNPZ(w io.Writer, entries []Entry) error {
	archive := zip.NewWriter(w)
	for _, e := range entries {
		if dtypes[reflect.TypeOf(e.Data)] == "" {
			return fmt.Errorf("array %s: no type to store: %T", e.Name, e.Data)
		}
		method := zip.Store
		if e.Deflate {
			method = zip.Deflate
		}
		part, err := archive.CreateHeader(&zip.FileHeader{Name: e.Name + ".npy", Method: method})
		if err != nil {
			return err
		}
		buffered := bufio.NewWriterSize(part, 1<<16)
		if len(e.Shape) == 2 {
			err = writeMatrix(buffered, e)
		} else {
			err = npyio.Write(buffered, e.Data)
		}
		if err != nil {
			return fmt.Errorf("array %s: %w", e.Name, err)
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
	return archive.Close()
}

// writeMatrix writes an .npy file of two dimensions (NEP 1, version 1.0), which npyio can
// do for float64 only.
func writeMatrix(w io.Writer, e Entry) error {
	const start, multiple = 10, 64 // of the header, whose end is aligned
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }", dtypes[reflect.TypeOf(e.Data)], e.Shape[0], e.Shape[1])
	header += strings.Repeat(" ", multiple-(start+len(header)+1)%multiple) + "\n"
	if _, err := fmt.Fprintf(w, "\x93NUMPY\x01\x00%c%c", len(header)%256, len(header)/256); err != nil {
		return err
	}
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, e.Data)
}

// Arrays are the contents of an .npz file.
type Arrays struct {
	raw   map[string]array
	bytes map[string]int64 // of the file that each takes
}

type array struct {
	dtype string // as in NumPy, for example "<f4"
	shape [2]int // of one dimension: its length, and 0
	data  []byte
}

// length returns the number of items.
func (a *array) length() int {
	if a.shape[1] == 0 {
		return a.shape[0]
	}
	if a.shape[0] > math.MaxInt/a.shape[1] {
		return -1
	}
	return a.shape[0] * a.shape[1]
}

// Compressed arrays are together no larger than inflation times the file, and some bytes more.
const inflation, inflatedBytes = 16, 1 << 20

// ReadNPZ reads a whole archive of arrays of one or two dimensions. Every checksum is
// verified. Arrays that are not compressed are together no larger than the file, and the others
// than sixteen times the file and a megabyte, so that damaged or hostile files are refused
// (ErrFile) at no cost.
func ReadNPZ(r io.ReaderAt, size int64) (*Arrays, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	arrays, left := &Arrays{map[string]array{}, map[string]int64{}}, map[uint16]uint64{zip.Store: uint64(size), zip.Deflate: inflation*uint64(size) + inflatedBytes}
	for _, f := range archive.File {
		if f.UncompressedSize64 > left[f.Method] {
			return nil, fmt.Errorf("%w: %s: larger than the file allows, or compressed in an unknown way", ErrFile, f.Name)
		}
		left[f.Method] -= f.UncompressedSize64
		a, err := readEntry(f)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrFile, f.Name, err)
		}
		if _, twice := arrays.raw[f.Name]; twice {
			return nil, fmt.Errorf("%w: %s stands in it twice", ErrFile, f.Name)
		}
		arrays.raw[f.Name], arrays.bytes[f.Name] = a, int64(f.CompressedSize64)
	}
	return arrays, nil
}

// npyHeader is what stands in an .npy file of one or two dimensions, as npyio and NumPy write
// it, behind the length of the header. npyio itself panics on some damaged headers, and would
// allocate whatever length one declares.
var npyHeader = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': False, 'shape': \((\d+),(?: (\d+))?\), *\} *\n`)

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
		return array{}, errors.New("no header of an array of one or two dimensions")
	}
	a := array{dtype: string(header[1]), data: data[start+len(header[0]):]}
	for i, digits := range header[2:] {
		if len(digits) > 0 {
			if a.shape[i], err = strconv.Atoi(string(digits)); err != nil {
				return array{}, err
			}
		}
	}
	return a, nil
}

// Array returns a named array of one dimension, after checking that it is one of Ts.
func Array[T Item](a *Arrays, name string) ([]T, error) {
	if shape := a.raw[name+".npy"].shape; shape[1] != 0 {
		return nil, fmt.Errorf("%w: %s has the shape %v, not one dimension", ErrFile, name, shape)
	}
	return itemsOf[T](a, name)
}

// itemsOf returns the items of an array of any shape.
func itemsOf[T Item](a *Arrays, name string) ([]T, error) {
	raw, ok := a.raw[name+".npy"]
	dtype := dtypes[reflect.TypeFor[[]T]()]
	switch size := binary.Size(*new(T)); {
	case !ok:
		return nil, fmt.Errorf("%w: no array %s", ErrFile, name)
	case raw.dtype != dtype:
		return nil, fmt.Errorf("%w: %s is of type %s, not %s", ErrFile, name, raw.dtype, dtype)
	case len(raw.data)%size != 0 || len(raw.data)/size != raw.length():
		return nil, fmt.Errorf("%w: %s has %d bytes for %d items", ErrFile, name, len(raw.data), raw.length())
	}
	items := make([]T, raw.length())
	_, err := binary.Decode(raw.data, binary.LittleEndian, items)
	return items, err
}

// finite returns an array of n finite numbers.
func (a *Arrays) finite(name string, n int) ([]float32, error) {
	numbers, err := itemsOf[float32](a, name)
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

// narrowed is a compressed array, of uint8 if that is enough for the numbers.
func narrowed(name string, numbers []uint16) Entry {
	bytes := make([]uint8, len(numbers))
	for i, n := range numbers {
		if bytes[i] = uint8(n); n > math.MaxUint8 {
			return Entry{Name: name, Data: numbers, Deflate: true}
		}
	}
	return Entry{Name: name, Data: bytes, Deflate: true}
}

// widened returns what narrowed made an array of.
func (a *Arrays) widened(name string) ([]uint16, error) {
	if a.raw[name+".npy"].dtype != dtypes[reflect.TypeFor[[]uint8]()] {
		return Array[uint16](a, name)
	}
	bytes, err := Array[uint8](a, name)
	numbers := make([]uint16, len(bytes))
	for i, n := range bytes {
		numbers[i] = uint16(n)
	}
	return numbers, err
}

// Stored is an array as a file has it.
type Stored struct {
	Name  string
	Type  string // as NumPy names it
	Shape []int
	Bytes int64 // in the file, its header included
}

// List returns what arrays there are, by their names.
func (a *Arrays) List() []Stored {
	var all []Stored
	for _, file := range slices.Sorted(maps.Keys(a.raw)) {
		raw := a.raw[file]
		s := Stored{strings.TrimSuffix(file, ".npy"), raw.dtype, raw.shape[:1], a.bytes[file]}
		if raw.shape[1] != 0 {
			s.Shape = raw.shape[:]
		}
		all = append(all, s)
	}
	return all
}

// has says whether there is an array of that name.
func (a *Arrays) has(name string) bool {
	_, ok := a.raw[name+".npy"]
	return ok
}

// SetBytes sets a named array of bytes, as if the file had it.
func (a *Arrays) SetBytes(name string, data []byte) {
	a.raw[name+".npy"] = array{dtype: "|u1", shape: [2]int{len(data)}, data: data}
}
