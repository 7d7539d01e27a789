package textfile

import (
	"bufio"
	"fmt"
	"io"
	"unicode/utf8"
)

// Latin1 returns the rest of r, which is ISO-8859-1, as UTF-8. Close closes r's file.
func Latin1(r *Reader) *Reader {
	return &Reader{Reader: bufio.NewReaderSize(&latin1{in: r.Reader}, BufferSize), Name: r.Name, File: r.File}
}

// latin1 turns each byte of a stream into the character with that number.
type latin1 struct {
	in   io.Reader
	made []byte // still to be returned
	raw  [BufferSize / 2]byte
}

func (l *latin1) Read(p []byte) (int, error) {
	if len(l.made) == 0 {
		n, err := l.in.Read(l.raw[:])
		l.made = AppendLatin1(l.made, l.raw[:n])
		if n == 0 {
			return 0, err
		}
	}
	n := copy(p, l.made)
	l.made = l.made[n:]
	return n, nil
}

// AppendLatin1 appends a text in ISO-8859-1 as UTF-8.
func AppendLatin1(dst, text []byte) []byte {
	for _, c := range text {
		dst = utf8.AppendRune(dst, rune(c)) // the first 256 are those of ISO-8859-1
	}
	return dst
}

// LooksLatin1 reports whether a text that is not UTF-8 can be ISO-8859-1: texts contain no control
// characters except tabs and line ends.
func LooksLatin1(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' || 0x7f <= c && c < 0xa0 {
			return false
		}
	}
	return true
}

// otherPacked are the first bytes of files compressed with something other than gzip; "?" stands
// for any byte.
var otherPacked = [...]struct{ format, magic string }{
	{"bzip2", "BZh?1AY&SY"}, {"xz", "\xfd7zXZ\x00"}, {"zstd", "\x28\xb5\x2f\xfd"}, {"zip", "PK\x03\x04"},
}

// checkPacked returns an error if a stream is compressed in an unsupported way.
func checkPacked(in *bufio.Reader, name string) error {
	for _, p := range otherPacked {
		if begins(in, p.magic) {
			return fmt.Errorf("%s: it is compressed with %s; only gzip is read", name, p.format)
		}
	}
	return nil
}

// begins reports whether a stream begins with magic, and waits for no byte that cannot matter.
func begins(in *bufio.Reader, magic string) bool {
	for i := range len(magic) {
		start, err := in.Peek(i + 1)
		if err != nil || start[i] != magic[i] && magic[i] != '?' {
			return false
		}
	}
	return true
}
