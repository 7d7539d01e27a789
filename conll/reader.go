package conll

import (
	"io"
	"iter"
	"os"

	"parser/conll/textfile"
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
	f, err := textfile.Open(name, os.Stdin)
	if err != nil {
		return nil, err
	}
	return NewReader(f, f.Name), nil
}

// Close closes the file behind a reader, if [Open] or [textfile.Open] opened it.
func (r *Reader) Close() error {
	if f, ok := r.src.(*textfile.Reader); ok {
		return f.Close()
	}
	return nil
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
	p := r.parse(b)
	if err := p.sentence(b); err != nil {
		return nil, &Error{File: r.name, Line: p.line, Column: p.column, SentID: p.s.ID, Err: err}
	}
	r.learn(p)
	p.s.layout = b.layout(p.columns)
	return p.s, nil
}

// block returns the lines of the next sentence. It keeps errors that end the stream.
func (r *Reader) block() (b block, err error) {
	if r.lines == nil && r.err == nil {
		r.format = r.Format
		if r.format == FormatAuto {
			r.format = formatOfName(r.name)
		}
		r.lines, r.err = newLines(r.src, r.name, r.Latin1)
	}
	if r.err != nil {
		return b, r.err
	}
	if b, err = r.lines.block(!r.Immediate); err != nil && !textfile.Resumable(err) {
		r.err = err
	}
	return b, err
}

// parse starts on a block with what is known so far.
func (r *Reader) parse(b block) *parse {
	s := &Sentence{Format: r.format, File: r.name, Line: b.line}
	return &parse{s: s, columns: r.columns, line: b.line, forcedX: r.Format == FormatX, latin1: r.Latin1}
}

// learn takes over what a good sentence tells about the rest.
func (r *Reader) learn(p *parse) { r.format, r.columns = p.s.Format, p.columns }

// All yields the remaining sentences, or nil and an error for a bad one, after
// which the loop may go on to the next. It ends at the end of the stream or
// after an error that is not [textfile.Resumable].
func (r *Reader) All() iter.Seq2[*Sentence, error] { return textfile.All(r.Read) }

// ReadFile reads a whole file, "-" being the standard input, and stops at the
// first error.
func ReadFile(name string) ([]*Sentence, error) { return textfile.ReadFile(name, NewReader) }
