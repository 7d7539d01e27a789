// Package terminal keeps control characters of foreign texts from terminals, which would obey them:
// move the cursor, set the title, answer as if something had been typed.
//
//	w := terminal.NewWriter(os.Stderr)
//	fmt.Fprintln(w, "no file \x1b[2J.conllu") // no file \x1b[2J.conllu
package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Writer writes text with its control characters as escapes: \x1b, \x9b, \u202e. Line feeds, also
// after carriage returns, and tabs stay; so does all other UTF-8. Bytes that are not UTF-8 become
// escapes, since some terminals take them for control characters. It is safe for concurrent use.
type Writer struct {
	w    io.Writer
	lock sync.Mutex
	tail []byte // the beginning of an incomplete character
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes everything except an incomplete character, or a carriage return, at the end of p.
func (w *Writer) Write(p []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	text := append(w.tail, p...)
	rest := text
	for len(rest) > 0 && utf8.FullRune(rest) && string(rest) != "\r" {
		_, size := utf8.DecodeRune(rest)
		rest = rest[size:]
	}
	_, err := w.w.Write(Escape(text[:len(text)-len(rest)]))
	w.tail = bytes.Clone(rest)
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes the rest.
func (w *Writer) Flush() error {
	w.lock.Lock()
	defer w.lock.Unlock()
	_, err := w.w.Write(Escape(w.tail))
	w.tail = nil
	return err
}

// Escape returns a text as a [Writer] writes it.
func Escape(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '\n' || r == '\t' || r == '\r' && bytes.HasPrefix(text, []byte("\r\n")):
			out = append(out, text[0])
		case r == utf8.RuneError && size == 1, r < utf8.RuneSelf && unicode.IsControl(r):
			out = fmt.Appendf(out, `\x%02x`, text[0])
		case unicode.IsControl(r), '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069':
			// The latter two reverse the direction of what follows, which words never need.
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	return out
}

// Raw returns the stream of a Writer, for code that has to move the cursor; any other stream is
// returned unchanged.
func Raw(stream io.Writer) io.Writer {
	if w, ok := stream.(*Writer); ok {
		return w.w
	}
	return stream
}

// Is reports whether a stream, or that of a Writer, is a terminal.
func Is(stream any) bool {
	if w, ok := stream.(*Writer); ok {
		stream = w.w
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
