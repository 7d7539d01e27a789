package conll

import (
	"bytes"
	"fmt"
	"io"

	"parser/conll/textfile"
)

// MaxSize is the size in bytes above which a sentence is refused with
// ErrTooLong instead of filling the memory: room for a million words.
const MaxSize = 1 << 26

// block is one sentence's lines with the blank lines around them.
type block struct {
	text       string
	start, end int // text[start:end]: the lines, without the ending of the last
	line       int // number of the line at start
}

func (b block) body() string { return b.text[b.start:b.end] }

// lines cuts a stream into blocks.
type lines struct {
	in      *textfile.Reader
	latin1  bool
	limit   int    // of a block, in bytes
	line    int    // number of lines read
	buf     []byte // the block being read
	scratch []byte // a line of ISO-8859-1 as UTF-8
	pending []byte // a line that was read, but belongs to the next block
	bom     bool   // a byte order mark precedes the next block
}

func newLines(r io.Reader, name string, latin1 bool) (*lines, error) {
	in, err := textfile.New(r, name)
	if err != nil {
		return nil, err
	}
	return &lines{in: in, latin1: latin1, limit: MaxSize, bom: !latin1 && in.SkipMark()}, nil
}

// block returns the next block; io.EOF if only blank lines are left; and an
// *Error for a block over the limit. If greedy, the block has all blank lines
// that follow it; otherwise just the first.
func (l *lines) block(greedy bool) (block, error) {
	b := block{start: -1}
	l.buf = l.buf[:0]
	if l.bom {
		l.buf, l.bom = append(l.buf, textfile.ByteOrderMark...), false
	}
	size := 0
	for closed := false; greedy || !closed; {
		line, err := l.next()
		if err != nil {
			return b, err
		}
		if len(line) == 0 { // the end
			if b.start < 0 {
				return b, io.EOF
			}
			break
		}
		full := !blank(line)
		if closed && full {
			l.pending = append(l.pending[:0], line...)
			break
		}
		if size += len(line); size > l.limit {
			l.buf = l.buf[:0]
		}
		if full && b.start < 0 {
			b.start, b.line = len(l.buf), l.line
		}
		if full {
			b.end = len(l.buf) + len(trimEnd(line))
		}
		l.buf = append(l.buf, line...)
		closed = b.start >= 0 && !full
	}
	if size > l.limit {
		return b, &Error{File: l.in.Name, Line: b.line, Column: 1, Err: fmt.Errorf("%w: %d bytes, at most %d", ErrTooLong, size, l.limit)}
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
	line, err := l.in.Line(l.limit)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s:%d: %w", l.in.Name, l.line+1, err)
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
