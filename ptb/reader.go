package ptb

import (
	"fmt"
	"io"
	"iter"
	"os"

	"parser/conll/textfile"
)

// MaxSize is the size above which a tree is refused with ErrTooLong instead of
// filling the memory, in bytes: those of its labels and words and 64 for each
// bracket, which is about what a node takes. There is room for more than a
// million words.
const MaxSize = 1 << 27

// Reader reads trees from a stream, plain or compressed with gzip: one or many
// on a line, or one over many lines. The first thing in a bracket is its label
// unless it is a bracket; so the outermost node of "( (S …))" and "((S …))" has
// the label "". A bracket with nothing but a label, "(NP )", or with nothing at
// all is a [Tree] without leaves.
//
// Between trees there may be comments: lines that begin with "#", "%" or "*x*",
// as the banners of Penn files do, and "/* … */" or "/~* … *~/" over any number
// of lines, as CorpusSearch writes them. "\r\n" and a byte order mark are
// accepted.
//
// After a tree whose brackets are not closed, reading goes on where a bracket in
// the first column has the label of the outermost one of that tree.
type Reader struct {
	// Lines makes every line that is no comment one entry, as EVALB pairs them:
	// a blank line is a tree without leaves; a line with several trees is a tree
	// whose outermost node, above them all, has no label; and a bracket must be
	// closed on its line.
	Lines bool

	name string
	src  io.Reader
	s    *scanner
	b    builder
	err  error // of the stream; final
}

// NewReader returns a reader of r. The name stands in errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{name: name, src: r, b: builder{names: map[string]string{}}}
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

// Line returns the number of the line on which the last tree begins.
func (r *Reader) Line() int { return r.b.line }

// Tight reports whether the last tree began with "((" rather than "( (", for
// [Writer.Tight].
func (r *Reader) Tight() bool { return r.b.tight }

// Read returns the next tree, or io.EOF when there is none left. If the next
// tree is malformed the error is an [*Error], and the call after it goes on
// behind that tree. Any other error is the stream's own; it ends the reading and
// is returned again by every later call.
func (r *Reader) Read() (*Tree, error) {
	if r.s == nil && r.err == nil {
		r.s, r.err = newScanner(r.src, r.name)
	}
	if r.err != nil {
		return nil, r.err
	}
	for r.b.reset(); ; {
		if !r.Lines && r.b.known && r.s.begins(r.b.root) {
			return r.unclosed()
		}
		outside := r.b.depth == 0
		token := r.s.next(outside)
		switch {
		case token == '\n' && !r.Lines:
			continue
		case token == tokenEnd && (r.b.line == 0 || r.s.err != io.EOF):
			return nil, r.end()
		case r.b.line == 0:
			r.b.line, r.s.size = r.s.at, 0
		}
		switch {
		case token == '\n' || token == tokenEnd:
			if r.b.depth > 0 {
				return r.unclosed()
			}
			return r.b.tree()
		case token == '(' || r.b.depth > 0:
			if err := r.b.add(token, r.s); err != nil {
				r.fail(r.s.at, err)
			}
		case token == tokenWord:
			r.fail(r.s.at, fmt.Errorf("%w: %.*q", ErrNoBracket, maxQuote, r.s.text))
		default:
			r.fail(r.s.at, fmt.Errorf("%w: one closed that is not open", ErrUnbalanced))
		}
		if r.b.depth == 0 && !r.Lines {
			if outside {
				r.s.toOpen()
			}
			return r.b.tree()
		}
	}
}

// unclosed is the error of a tree whose end is missing.
func (r *Reader) unclosed() (*Tree, error) {
	r.fail(r.b.line, fmt.Errorf("%w: %d not closed", ErrUnbalanced, r.b.depth))
	return nil, r.b.err
}

// fail sets the error of the tree being read, unless it has one, and forgets the tree.
func (r *Reader) fail(line int, err error) {
	if r.b.err == nil {
		r.b.err = &Error{File: r.name, Line: line, Err: err}
		r.b.open, r.b.done = nil, nil
	}
}

// end returns why there are no more trees; a comment without end is said once.
func (r *Reader) end() error {
	r.err = r.s.err
	if textfile.Resumable(r.err) {
		r.err = io.EOF
	}
	return r.s.err
}

// All yields the remaining trees, or nil and an error for a bad one, after which
// the loop may go on to the next. It ends at the end of the stream or after an
// error that is not [textfile.Resumable].
func (r *Reader) All() iter.Seq2[*Tree, error] { return textfile.All(r.Read) }

// ReadFile reads a whole file, "-" being the standard input, and stops at the
// first error.
func ReadFile(name string) ([]*Tree, error) { return textfile.ReadFile(name, NewReader) }
