package textfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// linesOf returns the lines of a text and where its reading ended.
func linesOf(t *testing.T, r io.Reader, limit int) (lines []string, format string, end error) {
	in, err := New(r, "f")
	if err != nil {
		return nil, "", err
	}
	format = in.Detect()
	for {
		line, err := in.Line(limit)
		if err != nil {
			require.Equal(t, len(lines), in.Lines)
			return lines, format, err
		}
		lines = append(lines, string(line))
	}
}

// FuzzLines reads any bytes, whole, byte by byte, and compressed: always the same lines of the same
// format, which are the text except what is beyond the limit of a line. Bytes that pretend to be
// compressed are refused with the name of the file.
func FuzzLines(f *testing.F) {
	zipped := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := io.WriteString(w, text)
		require.NoError(f, err)
		require.NoError(f, w.Close())
		return b.String()
	}
	whole := zipped("1\ta\n\n")
	for i, text := range []string{"", "\ufeff# c\r\n1\ta\r\n\r\n", "a/b\n\nc", "(S (A b))\n", "(b / c\n :d e)\n",
		"\x00\n\n\xff", whole, whole[:12], zipped(whole), strings.Repeat("long ", 30_000)} {
		f.Add(text, uint16(20*i))
	}
	f.Fuzz(func(t *testing.T, text string, limit uint16) {
		lines, format, end := linesOf(t, strings.NewReader(text), int(limit))
		again, same, cause := linesOf(t, iotest.OneByteReader(strings.NewReader(text)), int(limit))
		require.Equal(t, lines, again)
		require.Equal(t, format, same)
		require.Equal(t, end == io.EOF, cause == io.EOF)
		if end != io.EOF {
			require.True(t, strings.HasPrefix(end.Error(), "f:"), end)
		}
		if in := bufio.NewReaderSize(strings.NewReader(text), BufferSize); packingOf(in) != nil || kindOf(in) != nil {
			return
		}
		require.Equal(t, io.EOF, end)
		for i, line := range strings.SplitAfter(text, "\n") {
			if i == len(lines) {
				require.Empty(t, line)
				break
			}
			require.True(t, strings.HasPrefix(line, lines[i]))
			require.GreaterOrEqual(t, len(lines[i]), min(len(line), int(limit)))
		}
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := io.WriteString(w, text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		again, same, cause = linesOf(t, &b, 1<<30)
		require.Equal(t, text, strings.Join(again, ""))
		require.Equal(t, format, same)
		require.Equal(t, io.EOF, cause)
	})
}

// FuzzDecode reads any bytes in any encoding: what comes out is UTF-8 except bytes in place of what does not fit, the same
// byte by byte, and characters that the encoding has come out as they are.
func FuzzDecode(f *testing.F) {
	for name, text := range sentences {
		f.Add(text, name)
		f.Add("\xff\xfe"+text, name)
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		e, usual, err := encodingOf(name)
		if err != nil {
			return
		}
		read := func(in io.Reader) string {
			r := &Reader{Reader: bufio.NewReaderSize(in, BufferSize), Name: "f"}
			require.NoError(t, r.Decode(name))
			all, err := io.ReadAll(r)
			require.NoError(t, err)
			return string(all)
		}
		shown := read(strings.NewReader(text))
		require.Equal(t, shown, read(iotest.OneByteReader(strings.NewReader(text))))
		if usual != utf8Name {
			require.True(t, utf8.ValidString(strings.ReplaceAll(shown, "\xff", "")), "%q", shown)
		}
		if in, err := e.NewEncoder().String(text); err == nil && utf8.ValidString(text) && !strings.Contains(text, misfit) && in != "" && in[0] < 0xef {
			if back, err := e.NewDecoder().String(in); err == nil && back == text { // as not all characters are, in Japanese
				require.Equal(t, text, read(strings.NewReader(in)))
			}
		}
	})
}
