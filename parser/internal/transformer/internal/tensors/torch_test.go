package tensors

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTorch: what torch.save has written, in its forms of today and of old, are the tensors that it was given.
func TestTorch(t *testing.T) {
	want := open(t, filepath.Join("testdata", "whole"))
	for _, name := range []string{"torch", "torch-old", "torch-parts"} {
		f := open(t, filepath.Join("testdata", name))
		require.Len(t, f.Names(), len(want.Names())+4, name)
		for _, tensor := range want.Names() {
			a, _ := want.Find(tensor)
			b, there := f.Find(tensor)
			require.True(t, there, "%s: %s", name, tensor)
			require.Equal(t, []any{a.Type, a.Shape}, []any{b.Type, b.Shape}, "%s: %s", name, tensor)
			require.Equal(t, raw(t, a), raw(t, b), "%s: %s", name, tensor)
		}
		single := all(t, want, "single")
		require.Equal(t, single, all(t, f, "again"), name)
		require.Equal(t, single[3:9], all(t, f, "rows"), name)
		require.Equal(t, all(t, want, "brain"), all(t, f, "learns"), name)
		turned, _ := f.Find("turned")
		require.Equal(t, []int{3, 4}, turned.Shape)
		for row := range 3 {
			for col := range 4 {
				x := make([]float32, 1)
				require.NoError(t, turned.Floats(x, 4*row+col))
				require.Equal(t, single[3*col+row], x[0], name)
			}
		}
	}
}

// raw returns the bytes of a tensor.
func raw(t *testing.T, x *Tensor) (all []byte) {
	require.NoError(t, x.read(0, x.Len(), func(src []byte) { all = bytes.Clone(src) }))
	return all
}

// archived writes a program of pickle and numbers as torch.save does, and opens them.
func archived(t *testing.T, program string, method uint16, more ...string) (*Folder, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(more)+2; i += 2 {
		pair := append([]string{"archive/data.pkl", program}, more...)[i:]
		w, err := z.CreateHeader(&zip.FileHeader{Name: pair[0], Method: method})
		require.NoError(t, err)
		_, err = w.Write([]byte(pair[1]))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return torchFile(t, b.String())
}

func torchFile(t *testing.T, data string) (*Folder, error) {
	path := filepath.Join(t.TempDir(), torchName)
	require.NoError(t, os.WriteFile(path, []byte(data), 0o666))
	f, err := Open(filepath.Dir(path))
	if err == nil {
		t.Cleanup(func() { require.NoError(t, f.Close()) })
	}
	return f, err
}

// Parts of programs.
const (
	proto        = "\x80\x02"
	floatStorage = "ctorch\nFloatStorage\n"
	rebuild      = "ctorch._utils\n_rebuild_tensor_v2\n"
	ordered      = "ccollections\nOrderedDict\n)R"
	number0      = "archive/data/0"
)

// text and small are a text and a number in a program.
func text(s string) string   { return "X" + string([]byte{byte(len(s)), 0, 0, 0}) + s }
func small(n ...byte) string { return "K" + strings.Join(strings.Split(string(n), ""), "K") }

// storedSix is a storage of six numbers.
var storedSix = "(" + text("storage") + floatStorage + text("0") + text("cpu") + small(6) + "tQ"

// matrix is a dictionary with a matrix w: its first number, its shape, its strides.
func matrix(first byte, shape, strides string) string {
	return proto + "}" + text("w") + rebuild + "(" + storedSix + small(first) + "(" + shape + "t(" + strides + "t\x89" + ordered + "tRs."
}

const sixFloats = "\x00\x00\x00\x3f\x00\x00\x80\x3f\x00\x00\xc0\x3f\x00\x00\x00\x40\x00\x00\x20\x40\x00\x00\x40\x40" // 0.5, 1 … 3

// TestViews: shapes and strides say where in a storage the numbers of a tensor are.
func TestViews(t *testing.T) {
	for _, c := range []struct {
		first          byte
		shape, strides string
		want           []float32
	}{
		{0, small(2, 3), small(3, 1), []float32{.5, 1, 1.5, 2, 2.5, 3}},
		{0, small(2, 3), small(1, 2), []float32{.5, 1.5, 2.5, 1, 2, 3}},
		{3, small(1, 3), small(7, 1), []float32{2, 2.5, 3}},
		{5, "", "", []float32{3}},
		{6, small(0, 9), small(1, 1), []float32{}},
	} {
		f, err := archived(t, matrix(c.first, c.shape, c.strides), zip.Store, number0, sixFloats)
		require.NoError(t, err)
		require.Equal(t, c.want, all(t, f, "w"))
	}
}

// TestBadTorch: a damaged file, or one with something else than tensors, is refused, and nothing of it is run.
func TestBadTorch(t *testing.T) {
	good := matrix(0, small(2, 3), small(3, 1))
	for want, program := range map[string]string{
		`pickle, byte 2: the name "os.system" is not supported: only dictionaries`:    proto + "cos\nsystem\n" + text("true") + "\x85R.",
		`the name "builtins.eval" is not supported`:                                   proto + "cbuiltins\neval\n.",
		`the name "torch._utils._rebuild_sparse_tensor" is not supported`:             proto + "ctorch._utils\n_rebuild_sparse_tensor\n.",
		`the operation 0x69 is not one`:                                               proto + "(ios\nsystem\n.",
		`the operation 0x93 is not one`:                                               proto + text("os") + text("system") + "\x93.",
		`the operation 0x81 is not one`:                                               proto + "ccollections\nOrderedDict\n)\x81.",
		`protocol 4 is not supported`:                                                 "\x80\x04.",
		`byte 2: unexpected EOF`:                                                      proto + "K",
		`byte 0: unexpected EOF`:                                                      "",
		`it is longer than 16777216 bytes`:                                            proto + "X\xff\xff\xff\xff.",
		`there is no value 7`:                                                         proto + "h\x07.",
		`values that torch.save does not put here`:                                    proto + ")Q.",
		`byte 3: values that torch.save`:                                              proto + "}R.",
		`byte 4: values that torch.save`:                                              proto + "))R.",
		`byte 4: values that`:                                                         proto + "]Ns.",
		`byte 5: values that`:                                                         proto + "}(Nu.",
		`a name without end`:                                                          proto + "c" + strings.Repeat("a", 5000),
		`it has no dictionary of tensors`:                                             proto + "N.",
		`a tensor of the shape [2 3], with the strides [3 1] from number 1 on, is no`: matrix(1, small(2, 3), small(3, 1)),
		`the shape [7], with the strides [0] from number 6 on`:                        matrix(6, small(7), small(0)),
		`the shape [], with the strides [] from number 9 on`:                          matrix(9, "", ""),
		`the strides [0] of the shape [7] are not supported`:                          matrix(0, small(7), small(0)),
		`the strides [2 1] of the shape [2 3] are not supported`:                      matrix(0, small(2, 3), small(2, 1)),
	} {
		_, err := archived(t, program, zip.Store, number0, sixFloats)
		require.ErrorIs(t, err, ErrFile, want)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, torchName)
	}
	for _, shape := range []string{small(2), "J\xff\xff\xff\xffK\x03", "N", "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7fK\x01"} {
		_, err := archived(t, matrix(0, shape, small(3, 1)), zip.Store, number0, sixFloats)
		require.ErrorContains(t, err, "values that torch.save does not put here")
	}
	for _, c := range []struct {
		want   string
		method uint16
		more   []string
	}{
		{`tensor "w": its storage "0" is not there`, zip.Store, nil},
		{`its storage "0" has 23 bytes, not 6 numbers of F32`, zip.Store, []string{number0, sixFloats[1:]}},
		{`its storage "0" is compressed`, zip.Deflate, []string{number0, sixFloats}},
		{`"data/0" is in it twice`, zip.Store, []string{number0, sixFloats, "other/data/0", sixFloats}},
		{`numbers in the byte order "big" are not supported`, zip.Store, []string{"archive/byteorder", "big"}},
	} {
		_, err := archived(t, good, c.method, c.more...)
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, c.want)
	}
	old, err := os.ReadFile(filepath.Join("testdata", "torch-old", torchName))
	require.NoError(t, err)
	magic, little := "\x80\x02\x8a\x0a"+string(streamMagic)+".", text("little_endian")
	head := magic + proto + "M\xe9\x03." + proto + "}" + little + "\x88s."
	for want, data := range map[string]string{
		"its first bytes: EOF":                      "",
		"unexpected EOF":                            string(old[:100]),
		"not a valid zip file":                      "PK",
		"torch.save has not written it":             proto + "N.",
		"values that torch.save does not put":       magic + proto + "N." + proto + "N." + proto + "N." + proto + "N.",
		"another byte order":                        magic + proto + "M\xe9\x03." + proto + "}" + little + "\x89s." + proto + "}." + proto + "].",
		`storage "x": values`:                       head + proto + "}." + proto + "]" + text("x") + "a.12345678",
		"numbers are not within the file":           string(old[:len(old)-1]),
		`tensor "w": its storage "0" is not there`:  head + good + proto + "].",
		`storage "0": its 7 numbers are not within`: head + good + proto + "]" + text("0") + "a.\x07\x00\x00\x00\x00\x00\x00\x00" + sixFloats,
	} {
		_, err := torchFile(t, data)
		require.ErrorIs(t, err, ErrFile, want)
		require.ErrorContains(t, err, want)
	}
}

// FuzzTorch opens any bytes as a file of torch.save: they are refused, or all tensors can be read or say why not.
func FuzzTorch(f *testing.F) {
	for _, name := range []string{"torch", "torch-old"} {
		data, err := os.ReadFile(filepath.Join("testdata", name, torchName))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzFile(t, torchName, data) })
}

// FuzzPickle reads any program beside a storage of six numbers.
func FuzzPickle(f *testing.F) {
	f.Add(matrix(0, small(2, 3), small(3, 1)))
	f.Add(matrix(3, small(1, 3), small(7, 1)))
	f.Fuzz(func(t *testing.T, program string) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, text := range map[string]string{"a/data.pkl": program, "a/data/0": sixFloats} {
			w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
			require.NoError(t, err)
			_, err = w.Write([]byte(text))
			require.NoError(t, err)
		}
		require.NoError(t, z.Close())
		fuzzFile(t, torchName, b.Bytes())
	})
}
