// Package textfile opens text files whatever their format, and has what the
// readers of all formats share: an error with a place, and going on behind it.
// It is the leaf on which both formats stand, CoNLL (package conll) and Penn
// brackets (package ptb), and knows neither.
//
//	f, err := textfile.Open("da.conllu.gz", os.Stdin) // or "-", the standard input
//	defer f.Close()
//	line, err := f.ReadString('\n')                   // plain: gzip is looked through
package textfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
)

const (
	// StdinName is the name of a file that stands for the standard input.
	StdinName = "-"
	// BufferSize is how far a [Reader] can look ahead, in bytes.
	BufferSize = 1 << 16
	// ByteOrderMark may precede UTF-8 text.
	ByteOrderMark = "\ufeff"

	gzipMagic = "\x1f\x8b"
)

// Reader is an open text, plain whatever it was compressed with.
type Reader struct {
	*bufio.Reader
	Name  string    // for messages: "stdin" for the standard input
	File  io.Closer // what Close closes; may be nil
	Lines int       // that Line has returned
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

// New looks through gzip, which its two magic bytes betray. The error is about
// what follows them, with the name in front.
func New(r io.Reader, name string) (*Reader, error) {
	if open, ok := r.(*Reader); ok {
		r = open.Reader // whose buffer will do
	}
	in := bufio.NewReaderSize(r, BufferSize)
	if magic, _ := in.Peek(len(gzipMagic)); string(magic) == gzipMagic {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		in = bufio.NewReaderSize(z, BufferSize)
	}
	return &Reader{Reader: in, Name: name}, nil
}

// SkipMark goes on behind a byte order mark, if there is one.
func (r *Reader) SkipMark() (found bool) {
	mark, _ := r.Peek(len(ByteOrderMark))
	if found = string(mark) == ByteOrderMark; found {
		r.Discard(len(mark))
	}
	return found
}

// Line returns the next line with its ending, which the last one may lack; it is valid
// until the next read. The error is io.EOF behind the last line, or the stream's with the
// place of the line. Of a line over the limit, in bytes, only the beginning is kept, which
// is just over it.
func (r *Reader) Line(limit int) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line = bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			var more []byte
			more, err = r.ReadSlice('\n')
			if len(line) <= limit {
				line = append(line, more...)
			}
		}
	}
	switch {
	case err != nil && err != io.EOF:
		return nil, fmt.Errorf("%s:%d: %w", r.Name, r.Lines+1, err)
	case len(line) == 0:
		return nil, io.EOF
	}
	r.Lines++
	return line, nil
}

// Close closes File.
func (r *Reader) Close() error {
	if r.File == nil {
		return nil
	}
	return r.File.Close()
}

// Shown returns what a file is called in messages.
func Shown(name string) string {
	if name == StdinName {
		return "stdin"
	}
	return name
}
