package conll

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// MaxSize is the size in bytes above which a sentence is refused with
// ErrTooLong instead of filling the memory: room for a million words.
const MaxSize = 1 << 26

const (
	bufferSize    = 1 << 16 // of the buffer between a stream and the lines
	gzipMagic     = "\x1f\x8b"
	byteOrderMark = "\ufeff"
)

// block is one sentence's lines with the blank lines around them.
type block struct {
	text       string
	start, end int // text[start:end]: the lines, without the ending of the last
	line       int // number of the line at start
}

func (b block) body() string { return b.text[b.start:b.end] }

// lines cuts a stream into blocks.
type lines struct {
	in      *bufio.Reader
	name    string
	latin1  bool
	limit   int    // of a block, in bytes
	line    int    // number of lines read
	buf     []byte // the block being read
	scratch []byte // a line that is not in the stream's buffer as it is needed
	pending []byte // a line that was read, but belongs to the next block
	bom     bool   // a byte order mark precedes the next block
}

// newLines looks through gzip, which its two magic bytes betray, and takes
// note of a byte order mark.
func newLines(r io.Reader, name string, latin1 bool) (*lines, error) {
	in := bufio.NewReaderSize(r, bufferSize)
	if magic, _ := in.Peek(len(gzipMagic)); string(magic) == gzipMagic {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		in = bufio.NewReaderSize(z, bufferSize)
	}
	l := &lines{in: in, name: name, latin1: latin1, limit: MaxSize}
	if mark, _ := in.Peek(len(byteOrderMark)); !latin1 && string(mark) == byteOrderMark {
		l.bom = true
		in.Discard(len(byteOrderMark))
	}
	return l, nil
}

// block returns the next block; io.EOF if only blank lines are left; and an
// *Error for a block over the limit. If greedy, the block has all blank lines
// that follow it; otherwise just the first.
func (l *lines) block(greedy bool) (block, error) {
	b := block{start: -1}
	l.buf = l.buf[:0]
	if l.bom {
		l.buf, l.bom = append(l.buf, byteOrderMark...), false
	}
	size, closed := 0, false
	for greedy || !closed {
		line, err := l.next()
		if err != nil {
			return b, err
		}
		full := !blank(line)
		if closed && full {
			l.pending = append(l.pending[:0], line...)
			break
		}
		if size += len(line); size > l.limit {
			l.buf = l.buf[:0]
		}
		at := len(l.buf)
		l.buf = append(l.buf, line...)
		switch {
		case full && b.start < 0:
			b.start, b.line = at, l.line
			fallthrough
		case full:
			b.end = at + len(trimEnd(line))
		case len(line) == 0 && b.start < 0:
			return b, io.EOF
		case len(line) == 0:
			return l.finish(b, size)
		}
		closed = b.start >= 0 && !full
	}
	return l.finish(b, size)
}

// finish makes the block's text.
func (l *lines) finish(b block, size int) (block, error) {
	if size > l.limit {
		return b, &Error{File: l.name, Line: b.line, Err: fmt.Errorf("%w: %d bytes, at most %d", ErrTooLong, size, l.limit)}
	}
	b.text = string(l.buf)
	return b, nil
}

// next returns the next line with its ending, or an empty line at the end of
// the stream. It is valid until the next call.
func (l *lines) next() ([]byte, error) {
	if line := l.pending; len(line) > 0 {
		l.pending = line[:0]
		return line, nil
	}
	line, err := l.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line, err = l.long(line)
	}
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s:%d: %w", l.name, l.line+1, err)
	}
	if len(line) > 0 {
		l.line++
	}
	if l.latin1 {
		l.scratch = appendFromLatin1(l.scratch[:0], line)
		line = l.scratch
	}
	return line, nil
}

// long collects a line longer than the stream's buffer, up to just over the
// limit, which makes the block too long.
func (l *lines) long(piece []byte) ([]byte, error) {
	line := append([]byte(nil), piece...)
	for {
		piece, err := l.in.ReadSlice('\n')
		if len(line) <= l.limit {
			line = append(line, piece...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// blank reports whether a line has nothing but white space.
func blank(line []byte) bool {
	return len(line) == 0 || line[0] <= ' ' && len(bytes.Trim(line, " \t\r\n")) == 0
}

// trimEnd removes the line ending, "\n" or "\r\n".
func trimEnd(line []byte) []byte {
	if text, ok := bytes.CutSuffix(line, []byte("\r\n")); ok {
		return text
	}
	return bytes.TrimSuffix(line, []byte("\n"))
}
