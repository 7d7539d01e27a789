package tensors

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
)

var exports = filepath.Join("..", "..", "testdata", "exports")

func all(t testing.TB, f *Folder, name string) []float32 {
	tensor, found := f.Find(name)
	require.True(t, found, name)
	numbers := make([]float32, tensor.Len())
	require.NoError(t, tensor.Floats(numbers, 0))
	return numbers
}

// Weights of an export are those of the model, under their names and in their shapes, up to what rounding costs.
func TestExports(t *testing.T) {
	model := open(t, filepath.Join(exports, "bert"))
	for form, steps := range map[string]float64{"traced": 0, "captured": 0, "half": 1 << 11, "signed": 127, "columns": 127, "pairs": 127} {
		export := open(t, filepath.Join(exports, form))
		for _, name := range model.Names() {
			want, got := all(t, model, name), all(t, export, name)
			tensor, _ := export.Find(name)
			other, _ := model.Find(name)
			require.Equal(t, other.Shape, tensor.Shape, name)
			if steps == 0 {
				require.Equal(t, want, got, name)
				continue
			}
			step := float64(max(slices.Max(want), -slices.Min(want))) / steps
			for i, x := range want {
				require.InDelta(t, x, got[i], step, "%s of %s, %v", name, form, tensor.place(i))
			}
			row := make([]float32, tensor.Shape[len(tensor.Shape)-1]+1) // and part of the next
			for from := 0; from+len(row) <= len(got); from += 7 {
				require.NoError(t, tensor.Floats(row, from))
				require.Equal(t, got[from:][:len(row)], row)
			}
		}
	}
}

// wire writes fields of a protocol buffer: numbers, and texts or messages.
func wire(fields ...any) (b []byte) {
	for i := 0; i < len(fields); i += 2 {
		number := protowire.Number(fields[i].(int))
		switch x := fields[i+1].(type) {
		case int:
			b = protowire.AppendVarint(protowire.AppendTag(b, number, protowire.VarintType), uint64(x))
		case string:
			b = protowire.AppendString(protowire.AppendTag(b, number, protowire.BytesType), x)
		case []byte:
			b = protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), x)
		}
	}
	return b
}

// exported opens a graph with these fields as a file.
func exported(t testing.TB, graph ...any) (*Folder, error) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "onnx"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "onnx", graphName), wire(1, 8, 7, wire(graph...)), 0o666))
	f, err := Open(dir)
	if err == nil {
		t.Cleanup(func() { f.Close() })
	}
	return f, err
}

// Numbers stand in files in several ways, and a graph does several things with them before they are multiplied.
func TestForms(t *testing.T) {
	half := wire(1, 2, 1, 2, 2, 10, 5, []byte{0x80, 0x78, 0, 0x80, 0x78, 1}, 8, "half") // 15360 is 1, in lists of numbers
	bytes := wire(1, 2, 1, 2, 2, 3, 9, "\x01\xff\x7f\x80", 8, "bytes")
	scales := wire(1, 2, 2, 1, 4, []byte{0, 0, 0, 0x3f, 0, 0, 0x80, 0x3e}, 8, "scales") // 1/2 and 1/4
	zeros := wire(1, 2, 2, 3, 5, 1, 5, -1, 8, "zeros")
	f, err := exported(t, 5, half, 5, bytes, 5, scales, 5, zeros,
		1, wire(1, "bytes", 1, "scales", 1, "zeros", 2, "rows", 4, "DequantizeLinear", 5, wire(1, "axis", 3, 0)),
		1, wire(1, "bytes", 1, "scales", 2, "columns", 4, "DequantizeLinear", 5, wire(1, "axis", 3, -1)),
		1, wire(1, "rows", 2, "swapped", 4, "Transpose"),
		1, wire(1, "swapped", 2, "again", 4, "Transpose", 5, wire(1, "perm", 8, []byte{1, 0})),
		1, wire(1, "x", 1, "again", 2, "y", 3, "/some/layer/MatMul", 4, "MatMul"),
		1, wire(1, "x", 1, "again", 2, "v", 3, "node_linear", 4, "MatMul",
			9, wire(1, "other", 2, string(make([]byte, 5000))), 9, wire(1, "pkg.torch.onnx.name_scopes", 2, "['', 'a.0', 'a.0.b', 'linear']")),
		1, wire(1, "x", 1, "again", 1, "named.bias", 2, "z", 4, "Gemm", 5, wire(1, "transB", 3, 1)),
		1, wire(2, "inside", 4, "Constant", 5, wire(1, "value", 5, wire(2, 1, 9, "\x00\x00\x80\x3f"))))
	require.NoError(t, err)
	for name, want := range map[string][]float32{
		"half": {1, 0, 1, float32(math.Ldexp(1, -24))}, "rows": {0, -1, 32, -31.75}, "columns": {.5, -.25, 63.5, -32}, "swapped": {0, 32, -1, -31.75},
		"again": {0, -1, 32, -31.75}, "some.layer.weight": {0, 32, -1, -31.75}, "a.0.b.weight": {0, 32, -1, -31.75},
		"named.weight": {0, -1, 32, -31.75}, "inside": {1},
	} {
		require.Equal(t, want, all(t, f, name), name)
	}
	tensor, _ := f.Find("bytes")
	require.ErrorContains(t, tensor.Floats(make([]float32, 4), 0), `tensor "bytes" has integers (I8), not weights`)
}

// A damaged file, or one in a form that is not known, is refused with the place and the name of what is wrong.
func TestBadGraphs(t *testing.T) {
	floats := func(fields ...any) []byte { return wire(append([]any{2, 1, 8, "w"}, fields...)...) }
	outside := func(entries ...string) []byte {
		list := []any{1, 1, 14, 1}
		for i := 0; i < len(entries); i += 2 {
			list = append(list, 13, wire(1, entries[i], 2, entries[i+1]))
		}
		return floats(list...)
	}
	pair := floats(1, 2, 9, "12345678")
	for want, graph := range map[string][]any{
		`tensor "w": its shape needs 8 bytes of F32, and it has 3`:     {5, floats(1, 2, 9, "123")},
		`tensor "w": its shape needs 0 bytes of F32, and it has 4`:     {5, floats(1, 0, 9, "1234")},
		`a shape with -1 in it is negative`:                            {5, floats(1, -1)},
		`4611686018427387904 in it is negative or too large`:           {5, floats(1, 1<<62)},
		`it has more than 64 dimensions`:                               {5, floats(1, make([]byte, 65))},
		`tensor "w": numbers of ONNX's type 22 are not supported`:      {5, wire(2, 22, 8, "w")},
		`tensor "w": numbers of F32 as whole ones`:                     {5, floats(1, 1, 5, 7)},
		`field 4 of a tensor has a number by itself`:                   {5, floats(4, 7)},
		`tensor "w" is in it twice`:                                    {5, floats(1, 0), 5, floats(1, 0)},
		`sparse tensors are not supported`:                             {15, ""},
		`field 8 is no text`:                                           {5, wire(8, 1)},
		`field 5 is no message`:                                        {5, 1},
		`field 8, a name, has 5000 bytes`:                              {5, wire(8, string(make([]byte, 5000)))},
		`"../w" is no name of a file in the folder`:                    {5, outside("location", "../w")},
		`"/w" is no name of a file in the folder`:                      {5, outside("location", "/w")},
		`"" is no name of a file`:                                      {5, outside()},
		`gone: no such file`:                                           {5, outside("location", "gone")},
		`its offset: strconv.ParseInt: parsing "x"`:                    {5, outside("location", graphName, "offset", "x")},
		`4 bytes from byte -1 on are not within`:                       {5, outside("location", graphName, "offset", "-1")},
		`4 bytes from byte 9000 on are not within`:                     {5, outside("location", graphName, "offset", "9000")},
		`9223372036854775807 bytes from byte 1`:                        {5, outside("location", graphName, "offset", "1", "length", "9223372036854775807")},
		`weights in the operator com.microsoft.MatMulNBits are not`:    {1, wire(4, "MatMulNBits", 7, "com.microsoft")},
		`blocks of 32 numbers with a scale`:                            {5, pair, 1, wire(1, "w", 1, "w", 4, "DequantizeLinear", 5, wire(1, "block_size", 3, 32))},
		`tensor "w" of F32 has no whole numbers that stand for others`: {5, pair, 1, wire(1, "w", 1, "w", 4, "DequantizeLinear")},
		`tensor "b" has 2 scales in dimension 1 of [3]`: {5, pair, 5, wire(1, 3, 2, 3, 9, "123", 8, "b"),
			1, wire(1, "b", 1, "w", 4, "DequantizeLinear")},
		`the scale of "b" is not found`: {5, wire(1, 1, 1, 3, 2, 3, 9, "123", 8, "b"), 1, wire(1, "x", 1, "b", 4, "MatMulInteger")},
		`tensor "b" has 2 scales and the zeros "z", 1 of I64`: {5, pair, 5, wire(1, 2, 2, 3, 9, "12", 8, "b"), 5, wire(1, 1, 2, 7, 7, 1, 8, "z"),
			1, wire(1, "b", 1, "w", 1, "z", 4, "DequantizeLinear", 5, wire(1, "axis", 3, 0))},
	} {
		_, err := exported(t, graph...)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, graphName)
	}
	path := filepath.Join(t.TempDir(), graphName)
	for data, want := range map[string]string{
		"":                 "it has no graph",
		"\x08":             "byte 0: unexpected EOF",
		"\x3a\x05\x0a":     "byte 0: field 7 has 5 bytes, and 1 are left",
		"\x3a\x02\x0a\x7f": "byte 2: field 1 has 127 bytes, and 0 are left",
		"\x0b":             "field 1 is of the kind 3, which no such file has",
		"\x00":             "invalid field number",
	} {
		require.NoError(t, os.WriteFile(path, []byte(data), 0o666))
		_, err := Open(filepath.Dir(path))
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, path)
		require.ErrorContains(t, err, want)
	}
	f, err := exported(t, 1, wire(1, "b", 2, "a", 4, "Identity"), 1, wire(1, "a", 2, "b", 4, "Identity"))
	require.NoError(t, err, "what stands for itself is no weight")
	require.Empty(t, f.Names())
}

// FuzzGraph opens any bytes as an export: they are refused, or all tensors can be read or say why not.
func FuzzGraph(f *testing.F) {
	for _, form := range []string{"traced", "captured", "columns"} {
		data, err := os.ReadFile(filepath.Join(exports, form, graphName))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzFile(t, graphName, data) })
}

// fuzzFile opens a file of weights: it is refused, or all tensors can be read or say why not.
func fuzzFile(t *testing.T, name string, data []byte) {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, data, 0o666))
	folder, err := Open(filepath.Dir(path))
	if err != nil {
		require.ErrorContains(t, err, path)
		return
	}
	defer folder.Close()
	for _, name := range folder.Names() {
		tensor, _ := folder.Find(name)
		size := 1
		for _, n := range tensor.Shape {
			size *= n
		}
		require.Equal(t, size, tensor.Len())
		if err := tensor.Floats(make([]float32, size), 0); err != nil {
			require.ErrorIs(t, err, ErrFile)
		}
	}
}
