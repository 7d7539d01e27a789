package examples

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

// archive writes an archive of NumPy. The header of an array says how long it is, so that arrays are kept in temporary
// files until the end.
type archive struct {
	out     io.Writer
	folder  string // where there is room
	arrays  []*array
	next    int // of the arrays, for put
	meta    []byte
	nothing []float32 // scores of decisions that were not scored
	err     error     // the first one
}

// array is an array of one dimension in the making.
type array struct {
	name, kind string // as NumPy calls it
	file       *os.File
	*bufio.Writer
	count int64
}

func newArchive(out io.Writer, folder string) *archive { return &archive{out: out, folder: folder} }

func (a *archive) header(h *header) (err error) {
	a.meta, err = json.Marshal(h)
	return err
}

// example adds to each array. Of lists, which follow each other, a further array has the ends.
func (a *archive) example(e *example) error {
	a.next = 0
	put(a, "epoch", "<i4", []int32{int32(e.Epoch)})
	put(a, "sentence", "<i4", []int32{int32(e.Sentence)})
	put(a, "step", "<i4", []int32{int32(e.Step)})
	put(a, "stage", "<i4", []int32{int32(e.Stage)})
	put(a, "next", "<i4", []int32{e.Next})
	putList(a, "stack", "<i4", e.Stack)
	putList(a, "heads", "<i4", e.Heads)
	put(a, "labels", "<i4", e.Labels)
	putList(a, "legal", "<i4", e.Legal)
	put(a, "costs", "<f4", e.Costs)
	scores := e.Scores
	if scores == nil {
		for len(a.nothing) < len(e.Legal) {
			a.nothing = append(a.nothing, float32(math.NaN()))
		}
		scores = a.nothing[:len(e.Legal)]
	}
	put(a, "scores", "<f4", scores)
	putList(a, "features", "<u8", e.Features)
	return a.err
}

// put adds numbers to the next array, which it begins if it has to.
func put[T int32 | int64 | float32 | uint64](a *archive, name, kind string, numbers []T) {
	if a.err == nil && a.next == len(a.arrays) {
		var file *os.File
		if file, a.err = os.CreateTemp(a.folder, ".examples."); a.err == nil {
			a.arrays = append(a.arrays, &array{name, kind, file, bufio.NewWriter(file), 0})
		}
	}
	if a.err == nil {
		into := a.arrays[a.next]
		into.count += int64(len(numbers))
		a.err = binary.Write(into, binary.LittleEndian, numbers)
	}
	a.next++
}

// putList adds a list, and its end.
func putList[T int32 | int64 | float32 | uint64](a *archive, name, kind string, numbers []T) {
	if put(a, name, kind, numbers); a.err == nil {
		put(a, name+"_ends", "<i8", []int64{a.arrays[a.next-1].count})
	}
}

// end writes the archive.
func (a *archive) end() error {
	archive := zip.NewWriter(a.out)
	err := write(archive, "header", "|u1", int64(len(a.meta)), strings.NewReader(string(a.meta)))
	for _, in := range a.arrays {
		if err == nil {
			err = in.Flush()
		}
		if err == nil {
			_, err = in.file.Seek(0, io.SeekStart)
		}
		if err == nil {
			err = write(archive, in.name, in.kind, in.count, in.file)
		}
	}
	if err == nil {
		err = archive.Close()
	}
	return err
}

// write writes an array (NEP 1, version 1.0).
func write(archive *zip.Writer, name, kind string, count int64, numbers io.Reader) error {
	w, err := archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Deflate})
	if err != nil {
		return err
	}
	const start, multiple = 10, 64 // of the header, whose end is aligned
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", kind, count)
	header += strings.Repeat(" ", multiple-(start+len(header)+1)%multiple) + "\n"
	if _, err := fmt.Fprintf(w, "\x93NUMPY\x01\x00%c%c%s", len(header)%256, len(header)/256, header); err != nil {
		return err
	}
	_, err = io.Copy(w, numbers)
	return err
}

// close removes the temporary files.
func (a *archive) close() {
	for _, in := range a.arrays {
		_ = errors.Join(in.file.Close(), os.Remove(in.file.Name()))
	}
}
