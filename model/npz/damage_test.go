package npz

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireSound reads damaged bytes: they are refused with ErrFile, by the reader or by the
// arrays, or give what was written. It reports whether they could be read.
func requireSound(t *testing.T, data []byte, entries []Entry) bool {
	a, err := read(data)
	for _, e := range entries {
		var got any
		if err == nil {
			got, err = get(a, e.Name, e.Data)
		}
		if err != nil {
			require.ErrorIs(t, err, ErrFile)
			return false
		}
		require.Equal(t, e.Data, got, e.Name)
	}
	return true
}

func TestTruncatedFilesAreRefused(t *testing.T) {
	data := written(t, sample())
	for n := range data {
		require.False(t, requireSound(t, data[:n], sample()), "%d of %d bytes", n, len(data))
	}
	require.True(t, requireSound(t, data, sample()))
	require.True(t, requireSound(t, append(data, 0), sample()), "what follows the archive does not matter")
}

func TestFlippedBitsAreRefusedOrHarmless(t *testing.T) {
	data, harmless := written(t, sample()), 0
	for i := range data {
		for bit := range 8 {
			data[i] ^= 1 << bit
			if requireSound(t, data, sample()) {
				harmless++
			}
			data[i] ^= 1 << bit
		}
	}
	// The local headers and descriptors repeat the directory and hold times and versions, which
	// no reader looks at; nothing of the arrays is there.
	t.Logf("%d of %d flipped bits do no harm", harmless, 8*len(data))
	require.Less(t, harmless, 2*8*len(data)/5)
}

// npy is an array file with any header dictionary.
func npy(dictionary string, data []byte) []byte {
	header := dictionary + "\n"
	b := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	return append(append(b, header...), data...)
}

const goodHeader = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"

// archived puts files into an archive as they are.
func archived(t testing.TB, files map[string][]byte, method uint16) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range files {
			if !yield(name) {
				return
			}
		}
	}) {
		part, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		require.NoError(t, err)
		_, err = part.Write(files[name])
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// Checksums do not protect against headers that were written wrong.
func TestMalformedArraysAreRefused(t *testing.T) {
	floats := make([]byte, 8)
	good := npy(goodHeader, floats)
	replaced := func(old, new string) []byte { return npy(strings.Replace(goodHeader, old, new, 1), floats) }
	for why, file := range map[string][]byte{
		"empty":                  {},
		"no magic":               append([]byte("x"), good[1:]...),
		"magic alone":            good[:6],
		"no header":              good[:10],
		"half a header":          good[:30],
		"version 3":              append([]byte("\x93NUMPY\x03\x00"), good[8:]...),
		"another type":           replaced("<f4", "<f8"),
		"another byte order":     replaced("<f4", ">f4"),
		"no type":                replaced("'descr': '<f4', ", ""),
		"no shape":               replaced("'shape': (2,), ", ""),
		"no order":               replaced("'fortran_order': False, ", ""),
		"order that is no bool":  replaced("False", "Maybe"),
		"column by column":       replaced("False", "True"),
		"scalar":                 replaced("(2,)", "()"),
		"two dimensions":         replaced("(2,)", "(2, 1)"),
		"negative":               replaced("(2,)", "(-2,)"),
		"too long for the data":  replaced("(2,)", "(3,)"),
		"too short for the data": replaced("(2,)", "(1,)"),
		"endless":                replaced("(2,)", "(9223372036854775807,)"),
		"beyond numbers":         replaced("(2,)", "(99999999999999999999,)"),
		"no number":              replaced("(2,)", "(two,)"),
		"keys in another order":  npy("{'shape': (2,), 'fortran_order': False, 'descr': '<f4', }", floats),
		"nothing but a brace":    npy("}", floats),
		"a byte too many":        npy(goodHeader, make([]byte, 9)),
		"a byte too few":         npy(goodHeader, make([]byte, 7)),
	} {
		a, err := read(archived(t, map[string][]byte{"x.npy": file}, zip.Store))
		if err == nil {
			_, err = Array[float32](a, "x")
		}
		require.ErrorIs(t, err, ErrFile, why)
	}
	a, err := read(archived(t, map[string][]byte{"x.npy": good}, zip.Store))
	require.NoError(t, err)
	x, err := Array[float32](a, "x")
	require.NoError(t, err)
	require.Equal(t, []float32{0, 0}, x)
}

func TestOddArchivesAreRefused(t *testing.T) {
	good := npy(goodHeader, make([]byte, 8))
	a, err := read(archived(t, map[string][]byte{"x.npy": append(good, make([]byte, inflatedBytes-100)...)}, zip.Deflate))
	require.NoError(t, err, "a compressed array has some room")
	require.Len(t, a.raw["x.npy"].data, inflatedBytes-100+8)
	var twice bytes.Buffer
	require.NoError(t, Write(&twice, []Entry{{Name: "x", Data: []uint8{1}}, {Name: "x", Data: []uint8{2}}}))
	const local, method, bzip2 = 30, 10, 12
	squeezed := forged(good, []string{"x.npy"}, uint32(len(good)))
	squeezed[local+len(good)+method] = bzip2
	for message, data := range map[string][]byte{
		"larger than":         archived(t, map[string][]byte{"x.npy": append(good, make([]byte, 3*inflatedBytes)...)}, zip.Deflate),
		"unknown way":         squeezed,
		"stands in it twice":  twice.Bytes(),
		"such as x.txt":       archived(t, map[string][]byte{"x.npy": good, "x.txt": []byte("hello")}, zip.Store),
		"folder/":             archived(t, map[string][]byte{"folder/": nil}, zip.Store),
		"it is text":          []byte("no archive at all, but long enough to look for its end"),
		"unusable model file": nil,
	} {
		_, err := read(data)
		require.ErrorIs(t, err, ErrFile, message)
		require.ErrorContains(t, err, message)
	}
}

// forged is a stored archive made by hand: its directory may lie. Every entry
// has the same bytes, and a size of its own.
func forged(content []byte, names []string, declared uint32) []byte {
	le := binary.LittleEndian
	b := append([]byte("PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00"), make([]byte, 16)...)
	le.PutUint32(b[14:], crc32.ChecksumIEEE(content))
	b = append(b, content...)
	directory := len(b)
	for _, name := range names {
		h := append([]byte("PK\x01\x02\x14\x00\x14\x00"), make([]byte, 38)...)
		le.PutUint32(h[16:], crc32.ChecksumIEEE(content))
		le.PutUint32(h[20:], declared)
		le.PutUint32(h[24:], declared)
		le.PutUint16(h[28:], uint16(len(name)))
		b = append(append(b, h...), name...)
	}
	end := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	le.PutUint16(end[8:], uint16(len(names)))
	le.PutUint16(end[10:], uint16(len(names)))
	le.PutUint32(end[12:], uint32(len(b)-directory))
	le.PutUint32(end[16:], uint32(directory))
	return append(b, end...)
}

// Sizes that a file declares cost nothing: neither the size of an array, nor that of its header,
// nor those of many entries that share the same bytes, nor that of decompressed bytes.
func TestDeclaredSizesCostNothing(t *testing.T) {
	const small = 1 << 20
	large := npy("{'descr': '|u1', 'fortran_order': False, 'shape': (262144,), }", make([]byte, small/4))
	var names []string
	for i := range 5000 {
		names = append(names, fmt.Sprintf("%d.npy", i))
	}
	_, err := read(forged(large, names[:1], uint32(len(large))))
	require.NoError(t, err, "a forged archive can be sound")
	for why, data := range map[string][]byte{
		"array":          forged(large, names[:1], math.MaxUint32-1),
		"array, by half": forged(large, names[:1], uint32(3*len(large)/2)),
		"header": archived(t, map[string][]byte{
			"x.npy": append([]byte("\x93NUMPY\x02\x00\xf0\xff\xff\xff"), goodHeader...)}, zip.Store),
		"shape": archived(t, map[string][]byte{
			"x.npy": npy("{'descr': '|u1', 'fortran_order': False, 'shape': (999999999999,), }", nil)}, zip.Store),
		"shared": forged(large, names, uint32(len(large))),
		"zeros":  archived(t, map[string][]byte{"x.npy": make([]byte, 1<<28)}, zip.Deflate),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		a, err := read(data)
		if err == nil {
			_, err = Array[byte](a, "x")
		}
		runtime.ReadMemStats(&after)
		require.ErrorIs(t, err, ErrFile, why)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8*small), why)
	}
}

// FuzzRead reads any bytes: they are refused with ErrFile, or are arrays no larger
// than the file allows, which can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add(written(f, sample()))
	f.Add(written(f, nil))
	f.Add(archived(f, map[string][]byte{"x.npy": npy(goodHeader, make([]byte, 8))}, zip.Deflate))
	f.Add(forged(npy(goodHeader, make([]byte, 8)), []string{"x.npy", "y.npy"}, 76))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := read(data)
		if err != nil {
			require.ErrorIs(t, err, ErrFile)
			return
		}
		size := 0
		var entries []Entry
		for file, raw := range a.raw {
			size += len(raw.data)
			name, _ := strings.CutSuffix(file, ".npy")
			for _, want := range []any{[]uint8{}, []uint16{}, []uint64{}, []float32{}} {
				if got, err := get(a, name, want); err == nil {
					entries = append(entries, Entry{Name: name, Data: got})
				} else {
					require.ErrorIs(t, err, ErrFile)
				}
			}
		}
		require.LessOrEqual(t, size, (1+inflation)*len(data)+inflatedBytes)
		again, err := read(written(t, entries))
		require.NoError(t, err)
		for _, e := range entries {
			raw := again.raw[e.Name+".npy"]
			require.Equal(t, a.raw[e.Name+".npy"].data, raw.data)
		}
	})
}
