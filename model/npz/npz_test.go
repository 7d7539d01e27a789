package npz

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// sample holds an array of every type, some of them empty, and a compressed one.
func sample() []Entry {
	return []Entry{
		{Name: "meta", Data: []byte(`{"Format":1}`)},
		{Name: "0/keys", Data: []uint64{0, 1, math.MaxUint64}},
		{Name: "0/lengths", Data: []uint16{2, 0, math.MaxUint16}},
		{Name: "0/weights", Data: []float32{0, -1.5, math.MaxFloat32, math.SmallestNonzeroFloat32, float32(math.Inf(-1))}},
		{Name: "nothing", Data: []float32{}},
		{Name: "no bytes", Data: []byte{}},
		Text("text", strings.Repeat("the same again, ", 9)),
	}
}

func written(t testing.TB, entries []Entry) []byte {
	var b bytes.Buffer
	require.NoError(t, Write(&b, entries))
	return b.Bytes()
}

// read reads a file as bytes and as a string, which is not copied.
func read(data []byte) (*Arrays, error) {
	a, err := Read(bytes.NewReader(data), int64(len(data)))
	_, errOfText := Read(strings.NewReader(string(data)), int64(len(data)))
	if (err == nil) != (errOfText == nil) {
		return nil, fmt.Errorf("%v as bytes, but %v as a string", err, errOfText)
	}
	return a, err
}

// TestReadText: what is read of a string shares its memory, unless it is compressed, and the reader stays where it is.
func TestReadText(t *testing.T) {
	data := string(written(t, []Entry{{Name: "stored", Data: []int8{1, 2, 3}}, {Name: "deflated", Data: []int8{4}, Deflate: true}}))
	r := strings.NewReader(data)
	_, err := r.Seek(7, io.SeekStart)
	require.NoError(t, err)
	a, err := Read(r, int64(len(data)))
	require.NoError(t, err)
	for name, want := range map[string][]int8{"stored": {1, 2, 3}, "deflated": {4}} {
		got, err := Array[int8](a, name)
		require.NoError(t, err)
		require.Equal(t, want, got)
		place := uintptr(unsafe.Pointer(&got[0])) - uintptr(unsafe.Pointer(unsafe.StringData(data)))
		require.Equal(t, name == "stored", place < uintptr(len(data)))
	}
	require.Equal(t, len(data)-7, r.Len())
}

// get reads one array of the type that want has.
func get(a *Arrays, name string, want any) (any, error) {
	switch want.(type) {
	case []uint8:
		return Array[byte](a, name)
	case []uint16:
		return Array[uint16](a, name)
	case []uint64:
		return Array[uint64](a, name)
	}
	return Array[float32](a, name)
}

func TestRoundTrip(t *testing.T) {
	data := written(t, sample())
	a, err := read(data)
	require.NoError(t, err)
	for _, e := range sample() {
		got, err := get(a, e.Name, e.Data)
		require.NoError(t, err)
		require.Equal(t, e.Data, got, e.Name)
	}
	require.Equal(t, data, written(t, sample()), "equal entries give equal bytes")
	a, err = read(written(t, nil))
	require.NoError(t, err)
	_, err = Array[byte](a, "meta")
	require.ErrorIs(t, err, ErrFile)
}

// An array is what it is: no other type, no other name.
func TestArraysHaveOneType(t *testing.T) {
	a, err := read(written(t, sample()))
	require.NoError(t, err)
	for _, e := range sample() {
		for _, other := range []any{[]uint8{}, []uint16{}, []uint64{}, []float32{}} {
			got, err := get(a, e.Name, other)
			if same(e.Data, other) {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, ErrFile)
			require.ErrorContains(t, err, e.Name)
			require.Empty(t, got)
		}
		_, err := get(a, e.Name+".npy", e.Data)
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, "no array")
	}
}

func same(a, b any) bool {
	switch a.(type) {
	case []uint8:
		_, ok := b.([]uint8)
		return ok
	case []uint16:
		_, ok := b.([]uint16)
		return ok
	case []uint64:
		_, ok := b.([]uint64)
		return ok
	}
	_, ok := b.([]float32)
	return ok
}

func TestWriteRefusesOtherData(t *testing.T) {
	for _, data := range []any{nil, "text", []int{1}, []int64{1}, [][]float32{{1}}, map[string]int{}, make(chan int)} {
		err := Write(&bytes.Buffer{}, []Entry{{Name: "odd", Data: data}})
		require.ErrorContains(t, err, "array odd", "%T", data)
	}
}

var errFull = errors.New("no space left")

// full is a writer with room for n bytes.
type full struct{ n int }

func (w *full) Write(p []byte) (int, error) {
	if len(p) > w.n {
		n := w.n
		w.n = 0
		return n, errFull
	}
	w.n -= len(p)
	return len(p), nil
}

// Write reports the error of a writer, at whichever byte it fails.
func TestWriteReportsErrors(t *testing.T) {
	entries := append(sample(), Entry{Name: "large", Data: make([]float32, 1<<16)})
	size := len(written(t, entries))
	for n := 0; n < size; n += 1 + n/20 {
		require.ErrorIs(t, Write(&full{n}, entries), errFull, "after %d of %d bytes", n, size)
	}
	require.NoError(t, Write(&full{size}, entries))
}

// pythonWithNumPy finds a python3 that has numpy, and skips the test without one.
func pythonWithNumPy(t *testing.T) string {
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		python := filepath.Join(folder, "python3")
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			return python
		}
	}
	t.Skip("no python3 with numpy on the path")
	return ""
}

// NumPy reads what is written, by name, type and value.
func TestNumPyReadsIt(t *testing.T) {
	python := pythonWithNumPy(t)
	file := filepath.Join(t.TempDir(), "sample.npz")
	require.NoError(t, os.WriteFile(file, written(t, sample()), 0o644))
	out, err := exec.Command(python, "-c", `
import sys, numpy
with numpy.load(sys.argv[1], allow_pickle=False) as arrays:
    for name in arrays.files:
        a = arrays[name]
        print(name, a.dtype.str, a.shape, a.tolist() if a.dtype.kind == "u" else [float(x).hex() for x in a])
`, file).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, `meta |u1 (12,) [123, 34, 70, 111, 114, 109, 97, 116, 34, 58, 49, 125]
0/keys <u8 (3,) [0, 1, 18446744073709551615]
0/lengths <u2 (3,) [2, 0, 65535]
0/weights <f4 (5,) ['0x0.0p+0', '-0x1.8000000000000p+0', '0x1.fffffe0000000p+127', '0x1.0000000000000p-149', '-inf']
nothing <f4 (0,) []
no bytes |u1 (0,) []
`+fmt.Sprintln("text |u1 (144,)", strings.Join(strings.Fields(fmt.Sprint([]byte(strings.Repeat("the same again, ", 9)))), ", ")), string(out))
}

// TestOpen: a damaged array is refused when it is asked for, and the others are as Read returns them.
func TestOpen(t *testing.T) {
	entries := []Entry{{Name: "first", Data: []uint8("first")}, {Name: "second", Data: []uint8("second")}}
	data := bytes.Replace(written(t, entries), []byte("\nsecond"), []byte("\nwrong!"), 1)
	_, err := read(data)
	require.ErrorIs(t, err, ErrFile)
	a, err := Open(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.True(t, a.Has("first") && a.Has("second") && !a.Has("third"))
	require.Empty(t, a.List())
	for range 2 {
		first, err := Array[uint8](a, "first")
		require.NoError(t, err)
		require.Equal(t, "first", string(first))
		_, err = Array[uint8](a, "second")
		require.ErrorIs(t, err, ErrFile)
	}
	require.Len(t, a.List(), 1)
}
