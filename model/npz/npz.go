// Package npz reads and writes NumPy's .npz files: archives of named arrays, which hold the
// models and the checkpoints of package model and of scorers.
//
//	err := npz.Write(w, []npz.Entry{npz.Text("meta", "{}"), {Name: "weights", Data: []float32{1, 2}}})
//	arrays, err := npz.Read(r, size)
//	weights, err := npz.Array[float32](arrays, "weights")
//
// A Record writes what is learned, and reads it again, by one method for both. A Precision
// says how a file stores the numbers of a matrix.
package npz

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"github.com/sbinet/npyio"
)

// ErrFile is the cause of every error in the contents of a model file.
var ErrFile = errors.New("unusable model file")

// Entry is one named array of an .npz file, which NumPy opens by that name.
type Entry struct {
	Name    string
	Data    any   // a slice of numbers of 8 to 64 bits, not of int or int64
	Shape   []int // the rows and columns of a matrix; nil for one dimension
	Deflate bool  // compresses the array in the file
}

// Text returns an entry of bytes, which the file compresses.
func Text[T string | []byte](name string, text T) Entry {
	return Entry{Name: name, Data: []byte(text), Deflate: true}
}

// Narrow returns a compressed entry, of bytes if all the numbers fit in bytes.
func Narrow(name string, numbers []uint16) Entry {
	bytes := make([]uint8, len(numbers))
	for i, n := range numbers {
		if bytes[i] = uint8(n); n > math.MaxUint8 {
			return Entry{Name: name, Data: numbers, Deflate: true}
		}
	}
	return Entry{Name: name, Data: bytes, Deflate: true}
}

type item interface {
	int8 | int16 | int32 | uint8 | uint16 | uint32 | uint64 | float32 | float64 | half
}

// dtypes are NumPy's names for the types of arrays.
var dtypes = map[reflect.Type]string{
	reflect.TypeFor[[]int8](): "|i1", reflect.TypeFor[[]int16](): "<i2", reflect.TypeFor[[]int32](): "<i4",
	reflect.TypeFor[[]uint8](): "|u1", reflect.TypeFor[[]uint16](): "<u2", reflect.TypeFor[[]uint32](): "<u4", reflect.TypeFor[[]uint64](): "<u8",
	reflect.TypeFor[[]half](): "<f2", reflect.TypeFor[[]float32](): "<f4", reflect.TypeFor[[]float64](): "<f8",
}

// Write writes entries as an .npz archive. Equal entries give equal bytes.
func Write(w io.Writer, entries []Entry) error {
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

// writeMatrix writes an .npy file of two dimensions (NEP 1, version 1.0); npyio writes
// matrices of float64 only.
func writeMatrix(w io.Writer, e Entry) error {
	const start, multiple = 10, 64 // of the header, whose end is aligned
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }", dtypes[reflect.TypeOf(e.Data)], e.Shape[0], e.Shape[1])
	header += strings.Repeat(" ", multiple-(start+len(header)+1)%multiple) + "\n"
	if _, err := fmt.Fprintf(w, "\x93NUMPY\x01\x00%c%c%s", len(header)%256, len(header)/256, header); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, e.Data)
}
