package terminal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"Sætning\t1:\r\nالعربية 日本\n": "Sætning\t1:\r\nالعربية 日本\n",
		"\u200fשלום\u200e � ́\u00a0":  "\u200fשלום\u200e � ́\u00a0",
		"a\x1b[31mb":                  `a\x1b[31mb`,
		"\a\b\v\f\x00\x7f":            `\x07\x08\x0b\x0c\x00\x7f`,
		"over\rwritten":               `over\x0dwritten`,
		"\u009b31m \u0085":            `\u009b31m \u0085`,
		"\x9b31m caf\xe9":             `\x9b31m caf\xe9`,
		"a\u202eb\u2066c":             `a\u202eb\u2066c`,
	} {
		require.Equal(t, want, string(Escape([]byte(text))), "%q", text)
	}
}

// However a text is cut into pieces, the result is the same, and has nothing that a terminal obeys.
func TestWriterJoinsPieces(t *testing.T) {
	text := "é\r\n日本 \x1b[2J \xe6\x97 \u009b \u202e\r x\xf0\x9f\r"
	want := string(Escape([]byte(text)))
	require.Equal(t, "é\r\n日本 \\x1b[2J \\xe6\\x97 \\u009b \\u202e\\x0d x\\xf0\\x9f\\x0d", want)
	for _, r := range strings.NewReplacer("\r\n", "", "\n", "").Replace(want) {
		require.False(t, unicode.IsControl(r))
	}
	for i := range len(text) + 1 {
		for j := i; j <= len(text); j++ {
			var out bytes.Buffer
			w := NewWriter(&out)
			for _, piece := range []string{text[:i], text[i:j], text[j:]} {
				n, err := io.WriteString(w, piece)
				require.NoError(t, err)
				require.Equal(t, len(piece), n)
			}
			require.NoError(t, w.Flush())
			require.Equal(t, want, out.String())
		}
	}
}

func TestWriterReportsErrors(t *testing.T) {
	r, out, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, errors.Join(r.Close(), out.Close()))
	w := NewWriter(out)
	n, err := io.WriteString(w, "text")
	require.ErrorIs(t, err, os.ErrClosed)
	require.Zero(t, n)
	require.ErrorIs(t, w.Flush(), os.ErrClosed)
}

func TestFilesAreNoTerminals(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	require.NoError(t, err)
	defer f.Close()
	for _, stream := range []io.Writer{f, NewWriter(f), new(bytes.Buffer), nil} {
		require.False(t, Is(stream))
	}
	require.Equal(t, io.Writer(f), Raw(f))
	require.Equal(t, io.Writer(f), Raw(NewWriter(f)))
}
