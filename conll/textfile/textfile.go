// Package textfile opens text files in any format, detects the format by one of their lines, and
// holds what the readers of all formats share: errors with a place, and continuing after them.
// CoNLL (package conll), Penn brackets (package ptb) and graphs (package parser/amr) build on it;
// it reads none of them.
//
//	f, err := textfile.Open("da.conllu.gz", os.Stdin) // or "-", the standard input
//	defer f.Close()
//	line, err := f.ReadString('\n')                   // plain: compression is looked through
package textfile

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	// StdinName is the name of a file that stands for the standard input.
	StdinName = "-"
	// BufferSize is how far a [Reader] can look ahead, in bytes.
	BufferSize = 1 << 16
	// ByteOrderMark may precede UTF-8 text.
	ByteOrderMark = "\ufeff"
)

// Reader is an open text, decompressed if necessary.
type Reader struct {
	*bufio.Reader
	Name  string    // for messages: "stdin" for the standard input
	File  io.Closer // what Close closes; may be nil
	Lines int       // number that Line has returned

	long     bool   // the last line was over the limit: its rest is to be skipped
	decided  bool   // which encoding it is in
	encoding string // … if not UTF-8
	guessed  string // what it may be in instead
}

// Open opens a file; "-" is stdin.
func Open(name string, stdin io.Reader) (*Reader, error) {
	if name == StdinName {
		return New(stdin, Shown(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	r, err := New(f, name)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.File = f
	return r, nil
}

// New looks through compression, which it recognises by the first bytes: gzip, bzip2, xz, zstd. The error is about what
// follows them, or says what the file is if that is no text; the name is its prefix.
func New(r io.Reader, name string) (*Reader, error) {
	if open, ok := r.(*Reader); ok { // its buffer suffices
		return &Reader{Reader: open.Reader, Name: name, decided: open.decided, encoding: open.encoding}, nil
	}
	size := BufferSize
	if text, ok := r.(interface { // strings.Reader, bytes.Reader: there is nothing more to look ahead at
		Len() int
		Size() int64
	}); ok {
		size = min(size, text.Len()+1)
	}
	in, err := unpack(bufio.NewReaderSize(r, size), name)
	if err != nil {
		return nil, err
	}
	return &Reader{Reader: in, Name: name}, checkKind(in, name)
}

// SkipMark skips a byte order mark, if there is one.
func (r *Reader) SkipMark() {
	if mark, _ := r.Peek(len(ByteOrderMark)); string(mark) == ByteOrderMark {
		r.Discard(len(mark))
	}
}

// Line returns the next line with its ending, which the last one may lack; it is valid until the
// next read. The error is io.EOF after the last line, or the stream's with the place of the line.
// If a line is longer than limit bytes, Line returns its beginning, just over the limit, as soon as
// that is read; the next call skips the rest.
func (r *Reader) Line(limit int) ([]byte, error) {
	if err := r.finish(); err != nil {
		return nil, err
	}
	line, err := r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line = bytes.Clone(line)
		for err == bufio.ErrBufferFull && len(line) <= limit {
			var more []byte
			more, err = r.ReadSlice('\n')
			line = append(line, more...)
		}
	}
	switch {
	case err == bufio.ErrBufferFull:
		r.long = true
	case err != nil && err != io.EOF:
		return nil, fmt.Errorf("%s:%d: %w", r.Name, r.Lines+1, err)
	case len(line) == 0:
		return nil, io.EOF
	}
	r.Lines++
	return line, nil
}

// finish skips the rest of a line that was over the limit.
func (r *Reader) finish() error {
	for r.long {
		switch _, err := r.ReadSlice('\n'); {
		case err == nil, err == io.EOF:
			r.long = false
		case err != bufio.ErrBufferFull:
			return fmt.Errorf("%s:%d: %w", r.Name, r.Lines, err)
		}
	}
	return nil
}

// Close closes File.
func (r *Reader) Close() error {
	if r.File == nil {
		return nil
	}
	return r.File.Close()
}

// Shown returns the name of a file in messages.
func Shown(name string) string {
	if name == StdinName {
		return "stdin"
	}
	return name
}

// Error says what is wrong with one item of a file: a sentence, a tree, a line. The reader that
// returned it has passed that item and can continue.
type Error struct {
	File string
	Line int // from 1
	// Column is the place in the line: a byte of UTF-8, counted from 1 as encoding/csv does; a byte
	// order mark does not count. It is 0 if the error is not about one place.
	Column int
	SentID string // the sentence's own name; "" when unknown
	Word   int    // from 1; 0 if the error is not about one word
	Err    error  // wraps a named cause
}

// Error returns "file:line:column: [sent_id] cause", without unknown parts.
func (e *Error) Error() string {
	place := fmt.Sprintf("%s:%d:", e.File, e.Line)
	if e.File == "" && e.Line == 0 { // made by hand
		place = ""
	}
	if e.Column > 0 {
		place += fmt.Sprintf("%d:", e.Column)
	}
	if e.SentID != "" {
		place += " [" + e.SentID + "]"
	}
	return strings.TrimPrefix(fmt.Sprintf("%s %v", place, e.Err), " ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// PlainJSON returns an error of encoding/json without the names of Go: which member cannot be what it is.
func PlainJSON(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s cannot be a %s", cmp.Or(wrong.Field, "an element"), wrong.Value)
	}
	return err
}

// Cause is a named cause of errors, to be found by errors.Is or errors.As.
type Cause struct {
	Rule string // the broken rule, as reports list it: "columns"
	Text string // "wrong number of columns"
}

// NewCause returns a cause.
func NewCause(rule, text string) error { return &Cause{rule, text} }

// Error returns the text.
func (c *Cause) Error() string { return c.Text }

// Resumable reports whether err is about one item only, so that the reader that returned it can
// continue.
func Resumable(err error) bool { return errors.As(err, new(*Error)) }

// Writer writes items, sentences or trees, many at once but each whole. The first
// error of the stream stays: every later call returns it again and does nothing.
type Writer struct {
	w   io.Writer
	buf []byte
	err error
}

// NewWriter returns a writer to w. Call Flush at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Err returns the error of the stream, if any.
func (w *Writer) Err() error { return w.err }

// Write writes an item, now or with a later one.
func (w *Writer) Write(item []byte) error {
	if w.err == nil {
		w.buf = append(w.buf, item...)
	}
	if len(w.buf) < BufferSize {
		return w.err
	}
	return w.Flush()
}

// Flush sends everything written so far to the underlying stream.
func (w *Writer) Flush() error {
	if w.err != nil || len(w.buf) == 0 {
		return w.err
	}
	n, err := w.w.Write(w.buf)
	if err == nil && n < len(w.buf) {
		err = io.ErrShortWrite
	}
	w.buf, w.err = w.buf[:0], err
	return err
}

// The formats of files, as [Reader.Detect] returns them.
const (
	CoNLL    = "conll"    // words with columns, one a line
	Tagged   = "tagged"   // word/TAG, a sentence a line
	Brackets = "brackets" // Penn trees
	Graphs   = "graphs"   // in PENMAN notation
	Displacy = "displacy" // trees in the JSON of displaCy
	Unknown  = "unknown"
)

// Blanks separate words. U+00A0 and similar characters belong to words.
const Blanks = " \t\r\n\v\f"

// Detect determines the format by the first line that is neither blank nor a comment. A line is
// Tagged if it consists of word/TAG, Graphs if it begins with a bracket, a symbol and a slash,
// Brackets if it begins with any other round bracket, Displacy if it begins with an object of JSON or a list of them, and
// CoNLL if it has tabs. Any other line is Tagged,
// with mistakes, if half of it is word/TAG, and CoNLL, with blanks for tabs, if it begins with a
// number. A file without such a line is CoNLL. Detect consumes nothing from r, and waits for
// nothing beyond that line.
func (r *Reader) Detect() string {
	var end error
	for start := 0; ; {
		text, _ := r.Peek(r.Buffered())
		text = bytes.TrimPrefix(text, []byte(ByteOrderMark))
		line, _, whole := bytes.Cut(text[start:], []byte("\n"))
		if !whole && end == nil {
			_, end = r.Peek(r.Buffered() + 1)
			continue
		}
		start += len(line) + 1
		if format := formatOf(bytes.Trim(line, Blanks)); format != "" {
			return format
		}
		if !whole {
			return CoNLL
		}
	}
}

// formatOf returns the format of a line, "" for a blank line or a comment.
func formatOf(line []byte) string {
	tokens, tagged := Fields(string(line)), 0
	for _, token := range tokens {
		if _, _, ok := CutTag(token); ok {
			tagged++
		}
	}
	begins := func(text string) bool { return bytes.HasPrefix(line, []byte(text)) }
	switch {
	case len(tokens) == 0, begins("#") && !begins("#/"):
		return ""
	case beginsObject(line):
		return Displacy
	case tagged == len(tokens):
		return Tagged
	case begins("(") && slashed(line[1:]):
		return Graphs
	case begins("("), begins("%"), begins("*x*"), begins("/*"), begins("/~*"): // those after "(" are comments between trees
		return Brackets
	case bytes.IndexByte(line, '\t') >= 0:
		return CoNLL
	case 2*tagged >= len(tokens):
		return Tagged
	case '0' <= line[0] && line[0] <= '9':
		return CoNLL
	}
	return Unknown
}

// beginsObject reports whether a line begins with an object of JSON, in a list or not, or with the first bracket of one.
func beginsObject(line []byte) bool {
	object := bytes.TrimLeft(bytes.TrimPrefix(line, []byte("[")), Blanks)
	member, found := bytes.CutPrefix(object, []byte("{"))
	member = bytes.TrimLeft(member, Blanks)
	if len(member) == 0 { // it begins in another line
		return len(object) == 0 || found
	}
	if len(object) < len(line) && object[0] == ']' { // an empty list
		return len(object) == 1
	}
	return found && len(member) > 1 && member[0] == '"' && 'a' <= member[1] && member[1] <= 'z'
}

// slashed reports whether a text begins with a symbol and a slash, and does not end there with a
// bracket, as a leaf of a tree would.
func slashed(text []byte) bool {
	text = bytes.TrimLeft(text, Blanks)
	symbol := bytes.IndexAny(text, Blanks+"()/")
	if symbol <= 0 {
		return false
	}
	text, found := bytes.CutPrefix(bytes.TrimLeft(text[symbol:], Blanks), []byte("/"))
	return found && !bytes.HasPrefix(bytes.TrimLeft(text, Blanks), []byte(")"))
}

// Fields splits a line at [Blanks].
func Fields(line string) []string {
	return strings.FieldsFunc(line, func(c rune) bool { return c < utf8.RuneSelf && strings.IndexByte(Blanks, byte(c)) >= 0 })
}

// CutTag splits word/TAG at its last slash.
func CutTag(token string) (word, tag string, ok bool) {
	i := strings.LastIndexByte(token, '/')
	if i <= 0 || i == len(token)-1 {
		return "", "", false
	}
	return token[:i], token[i+1:], true
}

// Pattern returns a regular expression that is compiled when it is first used: most programs need few of them.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
