package tensors

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// forged is a file with any header, and zeros as data.
func forged(header string, data int) []byte {
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), []byte(header), make([]byte, data))
}

// saved writes a file.
func saved(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), wholeName)
	require.NoError(t, os.WriteFile(path, data, 0o666))
	return path
}

// entry is one tensor of a header.
func entry(name, kind, shape string, begin, end int64) string {
	return fmt.Sprintf(`%q:{"dtype":%q,"shape":%s,"data_offsets":[%d,%d]}`, name, kind, shape, begin, end)
}

// allocated returns the bytes that a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestForgedHeaders are refused with what is wrong, and nothing is allocated for what they declare.
func TestForgedHeaders(t *testing.T) {
	length := func(n uint64, rest string) []byte { return append(binary.LittleEndian.AppendUint64(nil, n), rest...) }
	one := entry("a", "F32", "[2]", 0, 8)
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "its header's length: EOF"},
		{[]byte("1234567"), "its header's length: EOF"},
		{length(0, ""), "byte 8: unexpected EOF"},
		{length(100, "{}"), "a header of 100 bytes does not fit into a file of 10"},
		{length(3, "{}"), "a header of 3 bytes does not fit"},
		{length(100_000_000, "{}"), "a header of 100000000 bytes does not fit"},
		{length(100_000_001, "{}"), "a header of 100000001 bytes is longer than 100000000"},
		{length(math.MaxInt64, "{}"), "is longer than 100000000"},
		{length(math.MaxUint64, "{}"), "is longer than 100000000"},
		{forged("[]", 0), `byte 9: "[" instead of {`},
		{forged("null", 0), `"<nil>" instead of {`},
		{forged("PK\x03\x04", 0), "invalid character 'P'"},
		{forged("{"+one, 8), "unexpected EOF"},
		{forged("{"+one+"}x", 8), "invalid character 'x'"},
		{forged("{"+one+"}{}", 8), "more follows the end"},
		{forged("{"+one+","+one+"}", 8), `"a" stands in it twice`},
		{forged(`{"__metadata__":{},"__metadata__":{}}`, 0), `"__metadata__" stands in it twice`},
		{forged(`{"__metadata__":{"format":1}}`, 0), "cannot unmarshal number"},
		{forged(`{"a":1}`, 0), `tensor "a": json: cannot unmarshal number`},
		{forged(`{"a":null}`, 0), `tensor "a": type "" is not known`},
		{forged("{"+entry("a", "f32", "[2]", 0, 8)+"}", 8), `tensor "a": type "f32" is not known`},
		{forged("{"+entry("a", "F8_E5M2", "[2]", 0, 2)+"}", 2), `type "F8_E5M2" is not known`},
		{forged(`{"a":{"dtype":"F32","data_offsets":[0,4]}}`, 4), "it has no shape"},
		{forged(`{"a":{"dtype":"F32","shape":null,"data_offsets":[0,4]}}`, 4), "it has no shape"},
		{forged(`{"a":{"dtype":"F32","shape":[]}}`, 0), "0 data_offsets, not a begin and an end"},
		{forged(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,1,4]}}`, 4), "3 data_offsets"},
		{forged(`{"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,6]}}`, 6), "cannot unmarshal number 1.5"},
		{forged(`{"a":{"dtype":"F32","shape":[1e1],"data_offsets":[0,40]}}`, 40), "cannot unmarshal number 1e1"},
		{forged(`{"a":{"dtype":"F32","shape":[18446744073709551617],"data_offsets":[0,4]}}`, 4), "cannot unmarshal number"},
		{forged("{"+entry("a", "F32", "[-1,-1]", 0, 4)+"}", 4), "a shape with -1 in it is negative or too large"},
		{forged("{"+entry("a", "F32", "[4611686018427387904,4]", 0, 0)+"}", 0), "a shape with 4611686018427387904 in it is negative or too large"},
		{forged("{"+entry("a", "F32", "[65536,65536,65536,65536]", 0, 0)+"}", 0), "too large"},
		{forged("{"+entry("a", "F32", "[3]", 0, 8)+"}", 8), "its shape needs 12 bytes of F32, and data_offsets have 8"},
		{forged("{"+entry("a", "F32", "[0]", 0, 8)+"}", 8), "its shape needs 0 bytes"},
		{forged("{"+entry("a", "F32", "[2]", -8, 0)+"}", 8), "data_offsets [-8, 0] are not within the 8 bytes of data"},
		{forged("{"+entry("a", "F32", "[2]", 8, 0)+"}", 8), "data_offsets [8, 0] are not within"},
		{forged("{"+entry("a", "F32", "[2]", math.MinInt64, math.MaxInt64)+"}", 8), "are not within the 8 bytes"},
		{forged("{"+entry("a", "F32", "[25000000000]", 0, 100_000_000_000)+"}", 950), "data_offsets [0, 100000000000] are not within the 950 bytes of data"},
		{forged("{"+one+","+entry("b", "F32", "[2]", 4, 12)+"}", 12), `tensor "b" begins at byte 4 of the data, and the one before it ends at 8`},
		{forged("{"+one+","+entry("b", "F32", "[2]", 0, 8)+"}", 8), `begins at byte 0 of the data, and the one before it ends at 8`},
		{forged("{"+one+","+entry("b", "F32", "[2]", 12, 20)+"}", 20), `tensor "b" begins at byte 12 of the data, and the one before it ends at 8`},
		{forged("{"+entry("a", "F32", "[2]", 4, 12)+"}", 12), `tensor "a" begins at byte 4 of the data, and the one before it ends at 0`},
		{forged("{"+one+"}", 9), "the tensors end at byte 8 of the data, and the file at 9"},
		{forged("{}", 1), "the tensors end at byte 0"},
		{forged(`{"a":`+strings.Repeat("[", 20000)+"}", 0), "exceeded max depth"},
		{forged(`{"`+strings.Repeat("long", 1000)+`":1}`, 0), strings.Repeat("long", 20) + `": json`},
	} {
		path := saved(t, c.data)
		var f *Folder
		var err error
		bytes := allocated(func() { f, err = Open(path) })
		require.Nil(t, f, c.want)
		require.ErrorIs(t, err, ErrFile, c.want)
		require.ErrorContains(t, err, c.want)
		require.ErrorContains(t, err, path+": ")
		require.Less(t, len(err.Error()), len(path)+300)
		require.Less(t, bytes, uint64(64<<10+20*len(c.data)), c.want)
	}
}

// TestLargeFiles are opened without being read: 100 GB are there at once, and none of them on the disk.
func TestLargeFiles(t *testing.T) {
	columns, rows := 1000, 25_000_000
	bytes := int64(4) * int64(columns) * int64(rows)
	if bytes > math.MaxInt {
		t.Skip("not for addresses of 32 bits")
	}
	header := "{" + entry("words", "F32", fmt.Sprintf("[%d,%d]", rows, columns), 0, bytes) + "}"
	path := saved(t, forged(header, 0))
	if err := os.Truncate(path, int64(lengthBytes+len(header))+bytes); err != nil {
		t.Skip(err)
	}
	var f *Folder
	var err error
	require.Less(t, allocated(func() { f, err = Open(path) }), uint64(64<<10))
	require.NoError(t, err)
	defer f.Close()
	words, _ := f.Find("words")
	require.Equal(t, columns*rows, words.Len())
	row := []float32{1, 1}
	require.NoError(t, words.Floats(row, columns*rows-2))
	require.Equal(t, []float32{0, 0}, row)
}

// TestPadding: blanks may follow a header, and tensors may come in any order.
func TestPadding(t *testing.T) {
	f := open(t, saved(t, forged("{"+entry("b", "U8", "[3]", 8, 11)+","+entry("z", "I8", "[0]", 8, 8)+","+entry("a", "F32", "[2]", 0, 8)+"}\n   ", 11)))
	require.Equal(t, []string{"a", "b", "z"}, f.Names())
	require.Empty(t, open(t, saved(t, forged("{}", 0))).Names())
}

// FuzzOpen opens any bytes: they are refused, or every tensor lies in the file, none over another, and can be read.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{filepath.Join("whole", wholeName), filepath.Join("parts", first)} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add(forged(`{"__metadata__":{"a":"b"},`+entry("a", "F16", "[1,2]", 0, 4)+"} ", 4))
	f.Add(forged("{"+entry("a", "F32", "[9223372036854775807,2]", 0, 8)+"}", 8))
	path := filepath.Join(f.TempDir(), wholeName)
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(path, data, 0o666))
		folder, err := Open(path)
		if err != nil {
			require.ErrorIs(t, err, ErrFile)
			return
		}
		defer folder.Close()
		bytes := 0
		for _, name := range folder.Names() {
			tensor, _ := folder.Find(name)
			bytes += int(tensor.bytes)
			numbers := make([]float32, tensor.Len())
			if err := tensor.Floats(numbers, 0); err != nil {
				require.ErrorIs(t, err, ErrFile)
				continue
			}
			for _, x := range numbers {
				require.False(t, math.IsNaN(float64(x)) || math.IsInf(float64(x), 0))
			}
		}
		header := int(binary.LittleEndian.Uint64(data))
		require.Equal(t, len(data), lengthBytes+header+bytes)
	})
}
