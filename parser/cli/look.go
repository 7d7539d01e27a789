package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"

	"parser/conll"
)

// What sentences are written in: the values of parse's --format.
const (
	formAuto     = "auto" // told by looking
	formX        = "x"
	formU        = "u"
	formTagged   = "tagged"   // word/TAG, a sentence a line
	formBrackets = "brackets" // Penn trees
	formCoNLL    = "conll"    // x or u: only as an answer of look
	formUnknown  = "unknown"  // only as an answer of look
)

const (
	lookSize      = 1 << 16 // how far look reads ahead at most, in bytes
	gzipMagic     = "\x1f\x8b"
	byteOrderMark = "\ufeff"
	blanks        = " \t\r\n\v\f" // U+00A0 and its kind are parts of words
)

// stream is an open input, plain whatever it was compressed with.
type stream struct {
	*bufio.Reader
	file io.Closer // nil for the standard input
}

// Close closes the file.
func (s *stream) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// openStream opens a file, or the standard input, and looks through gzip.
func (e *Env) openStream(name string) (*stream, error) {
	s := &stream{Reader: bufio.NewReaderSize(e.Stdin, lookSize)}
	if name != stdinName {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		s.Reader, s.file = bufio.NewReaderSize(f, lookSize), f
	}
	if magic, _ := s.Peek(len(gzipMagic)); string(magic) == gzipMagic {
		z, err := gzip.NewReader(s.Reader)
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("%s: %w", shown(name), err)
		}
		s.Reader = bufio.NewReaderSize(z, lookSize)
	}
	return s, nil
}

// lookInto opens a file, or the standard input, and tells its form.
func (in *input) lookInto(name string) (*stream, string, error) {
	f, err := in.env.openStream(name)
	if err != nil {
		return nil, "", err
	}
	if in.format == formAuto {
		return f, look(f.Reader), nil
	}
	return f, in.format, nil
}

// streamReader reads items from a stream.
type streamReader[T any] struct {
	*stream
	read func() (T, error)
}

// Read returns the next item.
func (r *streamReader[T]) Read() (T, error) { return r.read() }

// conllReader returns a reader of sentences, which tells a form other than x and
// u by looking. The stream stays the caller's to close.
func (in *input) conllReader(s *stream, name, form string) *conll.Reader {
	r := conll.NewReader(s, shown(name))
	r.Latin1, r.Immediate = in.latin1, in.immediate
	switch form {
	case formX:
		r.Format = conll.FormatX
	case formU:
		r.Format = conll.FormatU
	}
	return r
}

// shown returns what a file is called in messages.
func shown(name string) string {
	if name == stdinName {
		return "stdin"
	}
	return name
}

// look tells by the first line that is neither blank nor a comment what is
// written in a stream; see formOfLine. It takes nothing from the stream and
// never waits for more than that line. A stream without such a line is CoNLL.
func look(r *bufio.Reader) string {
	for seen, ends := 0, false; ; {
		text, _ := r.Peek(r.Buffered())
		for line, end := nextLine(text, seen, ends); end > 0; line, end = nextLine(text, seen, ends) {
			if form := formOfLine(line); form != "" {
				return form
			}
			seen = end
		}
		if ends {
			return formCoNLL
		}
		_, err := r.Peek(r.Buffered() + 1)
		ends = err != nil
	}
}

// nextLine returns the line of text that begins at start, and its end, or 0 if
// there is none. The last line needs no line break if the text ends there.
func nextLine(text []byte, start int, ends bool) (line []byte, end int) {
	line = text[start:]
	switch n := bytes.IndexByte(line, '\n'); {
	case n >= 0:
		line, end = line[:n], start+n+1
	case ends && len(line) > 0:
		end = len(text)
	default:
		return nil, 0
	}
	if start == 0 {
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	return bytes.Trim(line, blanks), end
}

// formOfLine tells what a line is: tagged if it is made of word/TAG, brackets if
// it begins with one, CoNLL if it has tabs. What is none of these is tagged, with
// mistakes, where half of it is word/TAG, and CoNLL, with blanks for tabs, where
// it begins with a number. The answer for a blank line or a comment is "".
func formOfLine(line []byte) string {
	tokens := bytes.FieldsFunc(line, isBlank)
	tagged := 0
	for _, token := range tokens {
		if _, _, ok := cutTag(string(token)); ok {
			tagged++
		}
	}
	begins := func(text string) bool { return bytes.HasPrefix(line, []byte(text)) }
	switch {
	case len(tokens) == 0, begins("#") && !begins("#/"):
		return ""
	case tagged == len(tokens):
		return formTagged
	case begins("("), begins("%"), begins("*x*"), begins("/*"), begins("/~*"): // the others are ptb's comments
		return formBrackets
	case bytes.IndexByte(line, '\t') >= 0:
		return formCoNLL
	case 2*tagged >= len(tokens):
		return formTagged
	case '0' <= line[0] && line[0] <= '9':
		return formCoNLL
	}
	return formUnknown
}

func isBlank(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r'
}
