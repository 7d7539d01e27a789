//go:build !js

package textfile

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	// maxLayers is how often a file can be compressed, one way upon the other.
	maxLayers = 2
	// maxWindow is how far back in its text a compressed file may refer, in bytes: so much of it is in memory. It is what
	// the program zstd reads without asking, and twice as much as xz writes at most.
	maxWindow = 1 << 27
)

// tooOften says how often a file that is compressed still has been.
const tooOften = "more than twice, "

// open opens a compressed file.
func (p *packing) open(in *source) (io.Reader, error) {
	switch p.name {
	case "gzip":
		return gzip.NewReader(in)
	case "bzip2":
		return bzip2.NewReader(in), nil
	case "zstd":
		return openZstd(in)
	}
	return &unxz{in: in}, nil
}

// openZstd works in the goroutine of the reader alone, so that there is nothing to close.
func openZstd(in *source) (io.Reader, error) {
	return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
}

// source is the compressed file. It knows the error with which its reading ended, if any but io.EOF.
type source struct {
	*bufio.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	return n, s.note(err)
}

func (s *source) ReadByte() (byte, error) {
	b, err := s.Reader.ReadByte()
	return b, s.note(err)
}

func (s *source) note(err error) error {
	if err != nil && err != io.EOF {
		s.err = err
	}
	return err
}

// unpack looks through compression of known kinds.
func unpack(in *bufio.Reader, name string) (*bufio.Reader, error) {
	for range maxLayers {
		p := packingOf(in)
		if p == nil {
			break
		}
		u := &unpacked{how: p, from: &source{Reader: in}}
		var err error
		if u.Reader, err = p.open(u.from); err != nil {
			return nil, fmt.Errorf("%s: %w", name, u.explain(err))
		}
		in = bufio.NewReaderSize(u, BufferSize)
	}
	return in, nil
}

// unpacked is the text of a compressed file.
type unpacked struct {
	io.Reader
	how  *packing
	from *source
	err  error // that stays: looking ahead must not lose it
}

func (u *unpacked) Read(p []byte) (n int, err error) {
	if u.err != nil {
		return 0, u.err
	}
	if n, err = u.Reader.Read(p); err != nil && err != io.EOF {
		err = u.explain(err)
	}
	u.err = err
	return n, err
}

// explain says what is wrong with the compressed file.
func (u *unpacked) explain(err error) error {
	switch {
	case u.from.err != nil:
		return u.from.err
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return fmt.Errorf("the compressed file ends too early: %w", io.ErrUnexpectedEOF)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, errWindow):
		return fmt.Errorf("reading it takes more than %d MiB of memory; unpack it with the program %s first", maxWindow>>20, u.how.name)
	}
	return fmt.Errorf("the file, which is compressed with %s, is damaged: %w", u.how.name, err)
}
