package conll

import (
	"errors"
	"io"
	"iter"
	"os"
)

// Reader reads sentences from a stream, plain or compressed with gzip.
//
// Columns are split at tabs only: a form may contain blanks. Any number of
// blank lines, a missing one at the end, "\r\n" and a byte order mark are
// accepted and come out of a [Writer] as they went in. Numbers must be written
// as the formats write them: "03" is no HEAD.
//
// The format is told by looking (see [FormatAuto]): CoNLL-U if the file's name
// ends in .conllu (or .conllu.gz), CoNLL-X for .conllx; otherwise by the first
// sentence, which is CoNLL-U if it has ten columns, no number in the ninth, and
// nothing but UD's part-of-speech tags or "_" in the fourth. Whatever was
// decided, the first comment, multiword range or empty node makes the rest of
// the stream CoNLL-U.
//
// CoNLL-U has ten columns. CoNLL-X may stop after the sixth (a blind test
// file) or the eighth, on all lines of a file alike; see [Writer].
type Reader struct {
	// Format forces a format when it is not FormatAuto, as NewReader sets it.
	Format Format
	// Latin1 says that the input is ISO-8859-1; sentences are UTF-8 always.
	Latin1 bool
	// Immediate returns a sentence as soon as its blank line is seen instead
	// of reading on to the next line that is not blank, for dialogues over a
	// pipe. Blank lines at the very end of the input are then forgotten.
	Immediate bool

	name    string
	src     io.Reader
	closer  io.Closer
	lines   *lines
	format  Format // as known so far
	columns int    // per word, as known so far; 0 unknown
	err     error  // of the stream; final
}

// NewReader returns a reader of r. The name stands in errors and in
// Sentence.File.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{Format: FormatAuto, name: name, src: r}
}

// Open opens a file; "-" is the standard input.
func Open(name string) (*Reader, error) {
	if name == "-" {
		return NewReader(os.Stdin, "stdin"), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	r := NewReader(f, name)
	r.closer = f
	return r, nil
}

// Close closes the file behind a reader that [Open] made.
func (r *Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// Read returns the next sentence, or io.EOF when there is none left. If the
// next sentence is malformed the error is an [*Error], and the call after it
// goes on behind that sentence. Any other error is the stream's own; it ends
// the reading and is returned again by every later call.
func (r *Reader) Read() (*Sentence, error) {
	b, err := r.block()
	if err != nil {
		return nil, err
	}
	return r.sentence(b)
}

// block returns the lines of the next sentence.
func (r *Reader) block() (block, error) {
	if r.lines == nil && r.err == nil {
		r.format = r.Format
		if r.format == FormatAuto {
			r.format = formatOfName(r.name)
		}
		r.lines, r.err = newLines(r.src, r.name, r.Latin1)
	}
	if r.err != nil {
		return block{}, r.err
	}
	b, err := r.lines.block(!r.Immediate)
	return b, r.keep(err)
}

// keep remembers errors that end the stream.
func (r *Reader) keep(err error) error {
	if err != nil && !Resumable(err) {
		r.err = err
	}
	return err
}

// Resumable reports whether err is about one sentence only, so that the
// reader which returned it can go on.
func Resumable(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

// All yields the remaining sentences, or nil and an error for a bad one, after
// which the loop may go on to the next. It ends at the end of the stream or
// after an error that is not [Resumable].
func (r *Reader) All() iter.Seq2[*Sentence, error] {
	return func(yield func(*Sentence, error) bool) {
		for {
			s, err := r.Read()
			if err == io.EOF || !yield(s, err) || err != nil && !Resumable(err) {
				return
			}
		}
	}
}

// ReadFile reads a whole file, "-" being the standard input, and stops at the
// first error.
func ReadFile(name string) ([]*Sentence, error) {
	r, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var all []*Sentence
	for s, err := range r.All() {
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}
