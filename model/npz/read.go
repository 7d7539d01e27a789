package npz

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// Arrays are the contents of an .npz file.
type Arrays struct {
	raw    map[string]array
	unread map[string]*zip.File // of a file that Open has opened
	text   []byte               // the file, if that is a string; it must not be changed
}

type array struct {
	dtype  string // as in NumPy, for example "<f4"
	shape  [2]int // rows and columns; with one dimension its length and 0
	data   []byte
	inFile int64 // bytes
}

func (a *array) length() int {
	if a.shape[1] == 0 {
		return a.shape[0]
	}
	if a.shape[0] > math.MaxInt/a.shape[1] {
		return -1
	}
	return a.shape[0] * a.shape[1]
}

// Compressed arrays may take inflation times the size of the file, and inflatedBytes more.
const inflation, inflatedBytes = 16, 1 << 20

// Read reads a whole archive of arrays of one or two dimensions and verifies every checksum. It refuses
// (ErrFile) uncompressed arrays of more memory than the file is long, and compressed ones of more than
// sixteen times that and a megabyte, so that a damaged or hostile file costs nothing.
func Read(r io.ReaderAt, size int64) (*Arrays, error) {
	a, err := Open(r, size)
	if err != nil {
		return nil, err
	}
	for _, file := range slices.Sorted(maps.Keys(a.unread)) {
		if _, _, err := a.get(strings.TrimSuffix(file, ".npy")); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Open is like Read, but reads an array, and verifies its checksum, when it is first asked for. Until then r must stay
// open. It is for who needs a part of a large file. The arrays are not safe for concurrent use.
func Open(r io.ReaderAt, size int64) (*Arrays, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrFile, foreign(r, size))
	}
	if err := otherArchive(archive); err != nil {
		return nil, err
	}
	arrays := &Arrays{map[string]array{}, map[string]*zip.File{}, textOf(r)}
	left := map[uint16]uint64{zip.Store: uint64(size), zip.Deflate: inflation*uint64(size) + inflatedBytes}
	for _, f := range archive.File {
		if f.UncompressedSize64 > left[f.Method] {
			return nil, fmt.Errorf("%w: %s: larger than the file allows, or compressed in an unknown way", ErrFile, f.Name)
		}
		left[f.Method] -= f.UncompressedSize64
		if arrays.unread[f.Name] != nil {
			return nil, fmt.Errorf("%w: %s stands in it twice", ErrFile, f.Name)
		}
		arrays.unread[f.Name] = f
	}
	return arrays, nil
}

// get returns a named array, and whether there is one.
func (a *Arrays) get(name string) (raw array, ok bool, err error) {
	file := name + ".npy"
	if f := a.unread[file]; f != nil {
		if raw, err = a.readEntry(f); err != nil {
			return raw, true, fmt.Errorf("%w: %s: %w", ErrFile, file, err)
		}
		a.raw[file] = raw
		delete(a.unread, file)
	}
	raw, ok = a.raw[file]
	return raw, ok, nil
}

// npyHeader is the header of an .npy file of one or two dimensions, as npyio and NumPy write it. npyio
// itself panics on some damaged headers, and allocates whatever length a header declares.
var npyHeader = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': False, 'shape': \((\d+),(?: (\d+))?\), *\} *\n`)

// readEntry reads one array.
func (a *Arrays) readEntry(f *zip.File) (array, error) {
	data, err := a.unpack(f)
	if err != nil {
		return array{}, err
	}
	start, known := map[string]int{"\x93NUMPY\x01\x00": 10, "\x93NUMPY\x02\x00": 12}[string(data[:min(8, len(data))])]
	if !known || start > len(data) {
		return array{}, errors.New("no .npy file")
	}
	header := npyHeader.FindSubmatch(data[start:])
	if header == nil {
		return array{}, errors.New("no header of an array of one or two dimensions")
	}
	read := array{dtype: string(header[1]), data: data[start+len(header[0]):], inFile: int64(f.CompressedSize64)}
	for i, digits := range header[2:] {
		if len(digits) > 0 {
			if read.shape[i], err = strconv.Atoi(string(digits)); err != nil {
				return array{}, err
			}
		}
	}
	return read, nil
}

// unpack returns what a file of an archive holds, of the size and the checksum that the archive says.
func (a *Arrays) unpack(f *zip.File) ([]byte, error) {
	if packed := a.packed(f); packed != nil {
		data := packed
		if f.Method == zip.Deflate {
			data = make([]byte, f.UncompressedSize64)
		}
		if (f.Method == zip.Store || inflate(data, packed)) && crc32.ChecksumIEEE(data) == f.CRC32 {
			return data, nil
		}
	} // else archive/zip says what is wrong
	part, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer part.Close()
	buffer := bytes.NewBuffer(make([]byte, 0, f.UncompressedSize64+bytes.MinRead))
	_, err = buffer.ReadFrom(part)
	return buffer.Bytes(), err
}

// packed returns what an archive has of a file: a part of its text, or what is read; nil if that fails.
func (a *Arrays) packed(f *zip.File) []byte {
	size := f.CompressedSize64
	start, err := f.DataOffset()
	if err != nil || size > f.UncompressedSize64 {
		return nil
	}
	if end := uint64(start) + size; end <= uint64(len(a.text)) {
		return a.text[start:end:end]
	}
	data := make([]byte, size)
	if raw, err := f.OpenRaw(); err != nil {
		return nil
	} else if _, err := io.ReadFull(raw, data); err != nil {
		return nil
	}
	return data
}

// textOf returns the text that a reader of a string reads, without copying it; nil for other readers.
func textOf(r io.ReaderAt) []byte {
	reader, ok := r.(*strings.Reader)
	if !ok {
		return nil
	}
	own, text := *reader, text{}
	_, _ = own.Seek(0, io.SeekStart) // to write all of it
	_, _ = own.WriteTo(&text)
	return text.bytes
}

// text keeps the string that is written to it, as bytes.
type text struct{ bytes []byte }

// WriteString implements io.StringWriter.
func (t *text) WriteString(s string) (int, error) {
	t.bytes = unsafe.Slice(unsafe.StringData(s), len(s))
	return len(s), nil
}

// Write implements io.Writer.
func (t *text) Write(b []byte) (int, error) {
	t.bytes = b
	return len(b), nil
}

// Array returns a named array of one dimension, which belongs to a if its items are bytes, and must not be changed. It is
// an ErrFile if the file lacks it, or if its items are not of type T.
func Array[T item](a *Arrays, name string) ([]T, error) {
	raw, _, err := a.get(name)
	if err != nil {
		return nil, err
	}
	if raw.shape[1] != 0 {
		return nil, fmt.Errorf("%w: %s has the shape %v, not one dimension", ErrFile, name, raw.shape)
	}
	return itemsOf[T](a, name)
}

func itemsOf[T item](a *Arrays, name string) ([]T, error) {
	raw, ok, err := a.get(name)
	dtype := dtypes[reflect.TypeFor[[]T]()]
	switch size := binary.Size(*new(T)); {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fmt.Errorf("%w: no array %s", ErrFile, name)
	case raw.dtype != dtype:
		return nil, fmt.Errorf("%w: %s is of type %s, not %s", ErrFile, name, raw.dtype, dtype)
	case len(raw.data)%size != 0 || len(raw.data)/size != raw.length():
		return nil, fmt.Errorf("%w: %s has %d bytes for %d items", ErrFile, name, len(raw.data), raw.length())
	case size == 1:
		return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(raw.data))), raw.length()), nil
	}
	items := make([]T, raw.length())
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 { // little-endian, as the file is
		copy(bytesOf(items), raw.data)
		return items, nil
	}
	_, err = binary.Decode(raw.data, binary.LittleEndian, items)
	return items, err
}

// bytesOf returns the memory of items.
func bytesOf[T item](items []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(items))), len(items)*int(unsafe.Sizeof(*new(T))))
}

// Finite returns a named array of n finite numbers.
func (a *Arrays) Finite(name string, n int) ([]float32, error) {
	numbers, err := itemsOf[float32](a, name)
	if err == nil && len(numbers) != n {
		err = fmt.Errorf("%w: %s has %d numbers, not %d", ErrFile, name, len(numbers), n)
	}
	return numbers, cmp.Or(finite(name, numbers), err)
}

func finite(name string, numbers []float32) error {
	for i, x := range numbers {
		if x-x != 0 { // infinite, or no number
			return fmt.Errorf("%w: %s: number %d is %v", ErrFile, name, i, x)
		}
	}
	return nil
}

// Widen returns the numbers that Narrow made an entry of.
func (a *Arrays) Widen(name string) ([]uint16, error) {
	raw, _, err := a.get(name)
	if err != nil {
		return nil, err
	}
	if raw.dtype != dtypes[reflect.TypeFor[[]uint8]()] {
		return Array[uint16](a, name)
	}
	bytes, err := Array[uint8](a, name)
	numbers := make([]uint16, len(bytes))
	for i, n := range bytes {
		numbers[i] = uint16(n)
	}
	return numbers, err
}

// Stored describes an array in a file.
type Stored struct {
	Name  string
	Type  string // as NumPy names it
	Shape []int
	Bytes int64 // in the file, with its header
}

// List describes all arrays that were read, sorted by name.
func (a *Arrays) List() []Stored {
	var all []Stored
	for _, file := range slices.Sorted(maps.Keys(a.raw)) {
		raw := a.raw[file]
		s := Stored{strings.TrimSuffix(file, ".npy"), raw.dtype, raw.shape[:1], raw.inFile}
		if raw.shape[1] != 0 {
			s.Shape = raw.shape[:]
		}
		all = append(all, s)
	}
	return all
}

// Has reports whether there is an array of that name.
func (a *Arrays) Has(name string) bool {
	_, read := a.raw[name+".npy"]
	return read || a.unread[name+".npy"] != nil
}
