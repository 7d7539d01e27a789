package safetensors

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// file returns a file with a header and as many bytes of data, from 0 on.
func file(header string, data ...byte) string {
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return string(length) + header + string(data)
}

// folder makes a folder of files by name and text.
func folder(t testing.TB, files ...string) string {
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o666))
	}
	return dir
}

func TestTypes(t *testing.T) {
	header := `{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},` +
		`"b":{"dtype":"F16","shape":[2],"data_offsets":[8,12]},"c":{"dtype":"BF16","shape":[1],"data_offsets":[12,14]},` +
		`"d":{"dtype":"F64","shape":[],"data_offsets":[14,22]},"e":{"dtype":"I64","shape":[1],"data_offsets":[22,30]},` +
		`"none":{"dtype":"F32","shape":[0,7],"data_offsets":[30,30]}}   `
	data := []byte{0, 0, 128, 63, 0, 0, 32, 192, 0, 60, 0, 184, 64, 64, 0, 0, 0, 0, 0, 0, 208, 63, 5, 0, 0, 0, 0, 0, 0, 0}
	dir := folder(t, wholeFile, file(header, data...))
	f, err := Open(dir)
	require.NoError(t, err)
	defer f.Close()
	require.Equal(t, []string{"a", "b", "c", "d", "e", "none"}, f.Names())
	for name, want := range map[string][]float32{"a": {1, -2.5}, "b": {1, -0.5}, "c": {3}, "d": {0.25}, "none": {}} {
		x, there := f.Find(name)
		require.True(t, there)
		got := make([]float32, len(want))
		require.NoError(t, x.Floats(got, 0))
		require.Equal(t, want, got, name)
		x.Forget()
		require.ErrorIs(t, x.Floats(make([]float32, 1), len(want)), ErrFile)
		require.ErrorIs(t, x.Floats(got, -1), ErrFile)
	}
	e, _ := f.Find("e")
	numbers, err := e.Integers()
	require.NoError(t, err)
	require.Equal(t, []int64{5}, numbers)
	require.ErrorIs(t, e.Floats(make([]float32, 1), 0), ErrFile)
	a, _ := f.Find("a")
	_, err = a.Integers()
	require.ErrorIs(t, err, ErrFile)
	second := make([]float32, 1)
	require.NoError(t, a.Floats(second, 1))
	require.Equal(t, []float32{-2.5}, second)
	require.Equal(t, int64(8+len(header)+30), f.Size())
	again, err := Open(dir)
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, f.Digest(), again.Digest())
	require.Len(t, f.Digest(), 64)
}

func TestNotFinite(t *testing.T) {
	f, err := Open(folder(t, wholeFile, file(`{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, 0, 0, 0, 0, 0, 0, 192, 127)))
	require.NoError(t, err)
	defer f.Close()
	w, _ := f.Find("w")
	err = w.Floats(make([]float32, 2), 0)
	require.ErrorIs(t, err, ErrFile)
	require.ErrorContains(t, err, "tensor w has the number NaN at 1")
}

const one = `{"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}`

func TestParts(t *testing.T) {
	index := func(where string) string { return `{"metadata":{"total_size":8},"weight_map":{` + where + `}}` }
	two := strings.Replace(one, `"a"`, `"b"`, 1)
	good := index(`"a":"model-00001-of-00002.safetensors","b":"model-00002-of-00002.safetensors"`)
	dir := folder(t, "model-00001-of-00002.safetensors", file(one, 1, 2, 3, 4), "model-00002-of-00002.safetensors", file(two, 5, 6, 7, 8), indexFile, good)
	f, err := Open(dir)
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, f.Names())
	require.NoError(t, f.Close())
	// The cache of a hub has links to files of other names.
	linked := folder(t, indexFile, good)
	for _, name := range []string{"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"} {
		require.NoError(t, os.Symlink(filepath.Join(dir, name), filepath.Join(linked, name)))
	}
	f, err = Open(linked)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	for want, text := range map[string]string{
		"no name of a file":        index(`"a":"../model-00001-of-00002.safetensors"`),
		"no name of a file in":     index(`"a":".."`),
		"no such file":             index(`"a":"other.safetensors"`),
		"names no tensors":         `{}`,
		"the index says it is in":  index(`"a":"model-00002-of-00002.safetensors"`),
		"has no tensor":            index(`"a":"model-00001-of-00002.safetensors","c":"model-00001-of-00002.safetensors"`),
		"unusable file of tensors": `{"weight_map":7}`,
		"no regular file":          index(`"a":"folder"`),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, indexFile), []byte(text), 0o666))
		_ = os.Mkdir(filepath.Join(dir, "folder"), 0o777)
		_, err := Open(dir)
		require.ErrorContains(t, err, want, text)
	}
	double := folder(t, "a.safetensors", file(one, 1, 2, 3, 4), "b.safetensors", file(one, 1, 2, 3, 4), indexFile, index(`"a":"a.safetensors","b":"b.safetensors"`))
	_, err = Open(double)
	require.ErrorContains(t, err, "is in two files")
	_, err = Open(t.TempDir())
	require.ErrorIs(t, err, ErrFile)
}

// hostile are files that are refused, with what the errors say.
var hostile = map[string]string{
	"":                            "0 bytes",
	"1234567":                     "7 bytes",
	file(`{`):                     "header",
	file(`[]`):                    "header",
	file(`{"a":7}`):               `tensor "a"`,
	file(one, 1, 2, 3):            "in 3 bytes",
	file(one, make([]byte, 5)...): "the tensors end at 4, and the file at 5",
	string(binary.LittleEndian.AppendUint64(nil, 1<<63)) + "{}":                                                                           "a header of 9223372036854775808 bytes, in a file of 10",
	string(binary.LittleEndian.AppendUint64(nil, 100<<30)) + "{}":                                                                         "a header of 107374182400 bytes",
	file(`{"a":{"dtype":"F99","shape":[1],"data_offsets":[0,4]}}`, make([]byte, 4)...):                                                    `unknown type "F99"`,
	file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}`, make([]byte, 4)...):                                                    "it is at [4 0]",
	file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}}`, make([]byte, 4)...):                                                   "it is at [-4 0]",
	file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}}`, make([]byte, 4)...):                                                      "it is at [0]",
	file(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}`, make([]byte, 4)...):                                                    "has 8 bytes, not 4",
	file(`{"a":{"dtype":"F32","shape":[-1,-1],"data_offsets":[0,4]}}`, make([]byte, 4)...):                                                "the shape [-1 -1]",
	file(`{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`):                                                    "the shape [4294967296 4294967296]",
	file(`{"a":{"dtype":"F32","shape":[26843545600],"data_offsets":[0,107374182400]}}`):                                                   "in 0 bytes",
	file(`{"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}}`, make([]byte, 6)...): `tensor "b" begins at 2, and what is before it ends at 4`,
	file(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]}}`, make([]byte, 6)...): `tensor "b" begins at 4, and what is before it ends at 2`,
}

func TestHostile(t *testing.T) {
	for text, want := range hostile {
		dir := folder(t, wholeFile, text)
		_, err := Open(dir)
		require.ErrorIs(t, err, ErrFile, want)
		require.ErrorContains(t, err, want)
		// What a header declares is not allocated.
		require.Less(t, testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			_, _ = Open(dir)
		}).AllocedBytesPerOp(), int64(1<<18), want)
	}
}

func FuzzOpen(f *testing.F) {
	for text := range hostile {
		f.Add([]byte(text))
	}
	f.Add([]byte(file(one, 1, 2, 3, 4)))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, wholeFile), data, 0o666))
		all, err := Open(dir)
		if err != nil {
			return
		}
		defer all.Close()
		bytes := 0
		for _, name := range all.Names() {
			x, _ := all.Find(name)
			bytes += len(x.data)
			n := 1
			for _, side := range x.Shape {
				n *= side
			}
			require.Equal(t, len(x.data), n*sizes[x.Type], fmt.Sprint(x.Shape))
			_ = x.Floats(make([]float32, n), 0)
		}
		require.LessOrEqual(t, bytes, len(data)-8)
	})
}
