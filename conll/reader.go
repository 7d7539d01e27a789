package conll

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// MaxSize is the size in bytes above which a sentence is refused with
// ErrTooLong instead of filling the memory: room for a million words.
const MaxSize = 1 << 26

// Reader reads sentences from a stream, plain or compressed. It has Read() (*Sentence, error), which ends with io.EOF,
// and All(), an iterator, which can yield nil with an error; see [textfile.Items] for all methods.
//
// Columns are split at tabs only: a form may contain blanks. Any number of blank lines, a missing
// one at the end, "\r\n" and a byte order mark are accepted, and a [Writer] prints them unchanged.
// Numbers must be written as the formats write them: "03" is not a valid HEAD.
//
// The format is detected (see [FormatAuto]): CoNLL-U if the file's name ends in .conllu (or
// .conllu.gz, .conllu.xz and so on), CoNLL-X for .conllx; otherwise by the first sentence, which is CoNLL-U if it has ten
// columns, no number in the ninth, and nothing but UD's part-of-speech tags or "_" in the fourth.
// Whatever was decided, the first comment, multiword range or empty node makes the rest of the
// stream CoNLL-U.
//
// CoNLL-U has ten columns. CoNLL-X may stop after the sixth (a blind test file) or the eighth, on
// all lines of a file alike; see [Writer].
type Reader struct {
	*textfile.Items[*Sentence]
	// Format forces a format when it is not FormatAuto, as NewReader sets it.
	Format Format
	// Lenient accepts empty columns after FORM, as the scorer of the CoNLL shared task of 2018
	// does; they stay empty.
	Lenient bool
	// AnyHead accepts anything in HEAD; what no word can have there is read as NoHead.
	AnyHead bool
	// Immediate returns a sentence as soon as its blank line is seen instead of reading on to the
	// next line that is not blank, for dialogues over a pipe. Blank lines at the very end of the
	// input are then lost.
	Immediate bool

	limit   int    // of a sentence, in bytes
	known   Format // as far as it is known
	columns int    // per word, as far as it is known; 0 unknown
	buf     []byte // the block being read
	ahead   []byte // a line that was read, but belongs to the next block
	lost    bool   // the rest of the last block is to be skipped: it was over the limit
}

// NewReader returns a reader of r. The name appears in errors and in
// Sentence.File.
func NewReader(r io.Reader, name string) *Reader {
	reader := &Reader{Format: FormatAuto, known: FormatAuto, limit: MaxSize}
	switch path.Ext(textfile.Unpacked(name)) {
	case ".conllu":
		reader.known = FormatU
	case ".conllx":
		reader.known = FormatX
	}
	reader.Items = textfile.NewItems(r, name, func(in *textfile.Reader) (*Sentence, error) {
		b, err := reader.block(in)
		if err != nil {
			return nil, err
		}
		s, bad := reader.parse(b, false)
		if len(bad) > 0 {
			return nil, bad[0]
		}
		return s, nil
	})
	return reader
}

// ReadFile reads a whole file ("-" is the standard input) and stops at the
// first error.
func ReadFile(name string) ([]*Sentence, error) { return textfile.ReadFile(name, NewReader) }

// block is one sentence's lines with the blank lines around them.
type block struct {
	file string
	line int // number of the first line of body
	// Numbers of lines of body.
	rows, comments int
	// Blank lines and the byte order mark; the lines, without the ending of the last;
	// that ending and blank lines.
	lead, body, tail string
}

// block returns the next block; io.EOF if only blank lines are left; and an *Error for a block over
// the limit. It includes all blank lines that follow, or just the first if the reader is Immediate.
func (r *Reader) block(in *textfile.Reader) (block, error) {
	b := block{file: in.Name}
	if len(r.ahead) == 0 && in.Lines > 0 && !r.lost {
		text, _ := in.Peek(in.Buffered())
		if size, rows, comments := plainBlock(text); 0 < size && size <= r.limit {
			b.line, b.rows, b.comments = in.Lines+1, rows, comments
			block := string(text[:size])
			b.body, b.tail = block[:size-len("\n\n")], block[size-len("\n\n"):]
			in.Lines += rows + comments + 1
			in.Discard(size)
			return b, nil
		}
	}
	if r.lost {
		if err := r.skip(in); err != nil {
			return b, err
		}
	}
	start, end, size := -1, 0, 0
	r.buf = r.buf[:0]
	for closed := false; !closed || !r.Immediate; {
		if closed {
			if next, _ := in.Peek(1); len(next) > 0 && next[0] > ' ' {
				break
			}
		}
		line := r.ahead
		if r.ahead = line[:0]; len(line) == 0 {
			var err error
			if line, err = in.Line(r.limit); err == io.EOF && start >= 0 {
				break
			}
			if err != nil {
				return b, err
			}
			if in.Lines == 1 && bytes.HasPrefix(line, []byte(textfile.ByteOrderMark)) {
				r.buf, line = append(r.buf, textfile.ByteOrderMark...), line[len(textfile.ByteOrderMark):]
			}
		}
		full := !blank(line)
		if closed && full {
			r.ahead = append(r.ahead, line...)
			break
		}
		if full && start < 0 {
			start, b.line = len(r.buf), in.Lines
		}
		if size += len(line); size > r.limit {
			r.lost = true
			return b, &Error{File: in.Name, Line: cmp.Or(b.line, in.Lines), Column: 1, Err: fmt.Errorf("%w: more than %d bytes", ErrTooLong, r.limit)}
		}
		if full {
			if end = len(r.buf) + len(line); line[0] == '#' {
				b.comments++
			} else {
				b.rows++
			}
		}
		r.buf = append(r.buf, line...)
		closed = start >= 0 && !full
	}
	text := string(r.buf)
	b.body = strings.TrimSuffix(strings.TrimSuffix(text[start:end], "\r\n"), "\n")
	b.lead, b.tail = text[:start], text[start+len(b.body):]
	return b, nil
}

func blank(line []byte) bool {
	return len(line) == 0 || line[0] <= ' ' && len(bytes.Trim(line, " \t\r\n")) == 0
}

// skip reads past a block that was over the limit, and the blank lines after it.
func (r *Reader) skip(in *textfile.Reader) error {
	for closed := false; !closed || !r.Immediate; {
		line, err := in.Line(r.limit)
		if err != nil {
			return err
		}
		if closed && !blank(line) {
			r.ahead = append(r.ahead, line...)
			break
		}
		closed = closed || blank(line)
	}
	r.lost = false
	return nil
}

// plainBlock returns the size of the block that a text begins with and its numbers of lines, if the
// block is an ordinary one: no line begins with a blank except the empty one at its end, and the
// next block follows at once. Otherwise the size is 0.
func plainBlock(text []byte) (size, rows, comments int) {
	for {
		length := 1 + bytes.IndexByte(text[size:], '\n')
		end := size + length
		switch {
		case length == 0 || end == len(text):
			return 0, 0, 0
		case length == 1 && size > 0 && text[end] > ' ':
			return end, rows, comments
		case text[size] <= ' ':
			return 0, 0, 0
		case text[size] == '#':
			comments++
		default:
			rows++
		}
		size = end
	}
}

// NewTaggedReader returns the sentences of an open file with lines of word/TAG separated by blanks,
// "The/DT dog/NN barks/VBZ ./.". Each word has its Form and XPOS. A blank line is a sentence
// without words, and there are no comments.
func NewTaggedReader(f *textfile.Reader) *textfile.Items[[]Word] { return taggedLines(f, MaxSize) }

// taggedLines refuses lines of more bytes than the limit.
func taggedLines(f *textfile.Reader, limit int) *textfile.Items[[]Word] {
	return textfile.NewItems(f, f.Name, func(in *textfile.Reader) (words []Word, err error) {
		line, err := in.Line(limit)
		if err != nil {
			return nil, err
		}
		text := string(line)
		if in.Lines == 1 {
			text = strings.TrimPrefix(text, textfile.ByteOrderMark)
		}
		switch {
		case len(text) > limit:
			err = fmt.Errorf("%w: more than %d bytes", ErrTooLong, limit)
		case !utf8.ValidString(text):
			err = fmt.Errorf("%w: %s", ErrEncoding, in.Misfit(line))
		default:
			for _, token := range textfile.Fields(text) {
				word, tag, ok := textfile.CutTag(token)
				if !ok {
					err = fmt.Errorf("%w: %.40q is not word/TAG", ErrNoTag, token)
					break
				}
				words = append(words, Word{Form: word, XPOS: tag})
			}
		}
		if err != nil {
			return nil, &Error{File: in.Name, Line: in.Lines, Err: err}
		}
		return words, nil
	})
}
