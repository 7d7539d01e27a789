package npz

import (
	"archive/zip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestForeignFiles: what cannot be read is said to be what it is.
func TestForeignFiles(t *testing.T) {
	safetensors := "\x10\x00\x00\x00\x00\x00\x00\x00" + `{"a":{"dtype":"F32"}}`
	whole := string(written(t, sample()))
	for _, c := range []struct{ content, want string }{
		{"", "the file is empty"},
		{whole[:len(whole)/2], "the archive is cut off"},
		{whole[:len(whole)-1], "the archive is cut off"},
		{"\x1f\x8b\x08\x00", "compressed with gzip: unpack it first"},
		{"\x12morphodita_parsito\x00\x01", "a model of UDPipe 1"},
		{"\xba\x16\x4f\x2f\x0c\x00\x00\x00", "a model of fastText"},
		{"\x80\x02\x8a\nl\xfc", "a pickle of Python"},
		{"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS"},
		{"\n<!DOCTYPE HTML>\n<title>404</title>", "a web page"},
		{strings.Repeat("\x00", 257) + "ustar\x00", "a tar archive"},
		{safetensors, "a pre-trained transformer (safetensors)"},
		{"1\tDogs\t_\n", "it is text"},
		{"é\n", "it is text"},
		{strings.Repeat("x", 511) + "é", "it is text"},
		{"\x93NUMPY\x01\x00", "a single array of NumPy"},
		{"\x00\x01\x02", "it is no archive of arrays (.npz)"},
		{string(archived(t, map[string][]byte{"archive/data.pkl": nil, "archive/data/0": nil}, zip.Store)),
			"a model of PyTorch, such as Stanza's (it has archive/data.pkl)"},
		{string(archived(t, map[string][]byte{"en_core/config.cfg": nil, "en_core/meta.json": nil}, zip.Store)), "a model of spaCy (it has en_core/config.cfg)"},
		{string(archived(t, map[string][]byte{"word/document.xml": nil}, zip.Store)), "an archive of other files, such as word/document.xml"},
	} {
		_, err := read([]byte(c.content))
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, c.want)
	}
}
