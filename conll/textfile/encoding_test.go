package textfile

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestLatin1(t *testing.T) {
	for text, want := range map[string]string{"": "", "(S caf\xe9)\r\n": "(S café)\r\n", strings.Repeat("\xff", BufferSize): strings.Repeat("ÿ", BufferSize)} {
		for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			r, err := New(in, "f")
			require.NoError(t, err)
			all, err := io.ReadAll(Latin1(r))
			require.NoError(t, err)
			require.Equal(t, want, string(all))
			require.Equal(t, "f", Latin1(r).Name)
		}
	}
	r, err := New(io.MultiReader(strings.NewReader("\xe9"), iotest.ErrReader(io.ErrClosedPipe)), "f")
	require.NoError(t, err)
	all, err := io.ReadAll(Latin1(r))
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.Equal(t, "é", string(all))
}

func TestLooksLatin1(t *testing.T) {
	for text, want := range map[string]bool{"caf\xe9\t\r\n": true, "\x00\xe9": false, "\x9b\xe9": false, "\x1b\xe9": false, "\x7f": false} {
		require.Equal(t, want, LooksLatin1(text), "%q", text)
	}
}

// Other compression is reported, without waiting for more bytes of a short first line.
func TestOtherCompression(t *testing.T) {
	for text, format := range map[string]string{
		"BZh91AY&SY\x00": "bzip2", "\xfd7zXZ\x00": "xz", "(\xb5/\xfd": "zstd", "PK\x03\x04": "zip",
	} {
		_, err := New(strings.NewReader(text), "f")
		require.EqualError(t, err, "f: it is compressed with "+format+"; only gzip is read")
		_, err = New(strings.NewReader(text[:len(text)/2]), "f")
		require.NoError(t, err)
	}
	for _, text := range []string{"BZ/NN\n", "BZh9\n", "PK\n", "BZh91AY&SX"} {
		_, err := New(io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), iotest.ErrReader(io.ErrNoProgress)), "f")
		require.NoError(t, err)
	}
}
