package parserbeam

import (
	"bufio"
	"bytes"

	"parser/conll/textfile"
)

// maxGap is how many blank bytes there can be before a seam.
const maxGap = 256

// splitter cuts CoNLL-U at seams: those places where a sentence ends and the next begins that can be told
// by no more than the maxGap+1 bytes before them, so that all who read some part of a text agree on them. A seam
// is the beginning of a line, before a character that is not blank and after a line that is blank. More
// than a byte order mark comes before that, and not too far away. All but very odd files have a seam
// between any two sentences.
type splitter struct {
	in    *bufio.Reader
	at    int64 // offset of what is read next
	gap   int   // blank bytes before it
	ends  int   // of lines, among these
	solid bool  // something other than a byte order mark stands before these
}

// pass moves past a line or a part of it.
func (s *splitter) pass(line []byte) {
	full := bytes.TrimRight(line, " \t\r\n")
	if len(full) > 0 {
		s.gap, s.ends, s.solid = 0, 0, s.at+int64(len(full)) > int64(len(textfile.ByteOrderMark))
	}
	s.gap += len(line) - len(full)
	if s.at += int64(len(line)); bytes.HasSuffix(line, []byte("\n")) {
		s.ends++
	}
}

func (s *splitter) atSeam() bool {
	next, _ := s.in.Peek(1)
	return len(next) > 0 && next[0] > ' ' && s.ends > 1 && s.solid && s.gap <= maxGap
}

// skip goes to the first seam that is not before an offset, from at least maxGap+1 bytes before that or
// from the beginning of the text. The error is io.EOF if there is no such seam.
func (s *splitter) skip(offset int64) error {
	for s.at < offset || !s.atSeam() {
		line, err := s.in.ReadSlice('\n')
		if s.pass(line); err != nil && err != bufio.ErrBufferFull {
			return err
		}
	}
	return nil
}

// next appends to dst what comes before the next seam, or, with io.EOF, the end of the text. Of what is
// longer than a limit it appends only the beginning, which is just over it.
func (s *splitter) next(dst []byte, limit int) ([]byte, error) {
	for start := len(dst); ; {
		line, err := s.in.ReadSlice('\n')
		if s.pass(line); len(dst)-start <= limit {
			dst = append(dst, line...)
		}
		if err != nil && err != bufio.ErrBufferFull {
			return dst, err
		}
		if s.atSeam() {
			return dst, nil
		}
	}
}
