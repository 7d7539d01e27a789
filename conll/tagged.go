package conll

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// TaggedReader reads sentences as lines of word/TAG with blanks between them, "The/DT
// dog/NN barks/VBZ ./.", of which each word has its Form and XPOS. A blank line is a
// sentence without words, and there are no comments.
type TaggedReader struct {
	*textfile.Reader
	limit int // of a line, in bytes
	line  int
}

// NewTaggedReader returns a reader of an open file.
func NewTaggedReader(f *textfile.Reader) *TaggedReader {
	return &TaggedReader{Reader: f, limit: MaxSize}
}

// Read returns the next line, or io.EOF. After an [*Error] it goes on with the line
// after that.
func (r *TaggedReader) Read() ([]Word, error) {
	line, err := r.Line(r.limit)
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, fmt.Errorf("%s:%d: %w", r.Name, r.line+1, err)
	}
	text := string(line)
	if r.line++; r.line == 1 {
		text = strings.TrimPrefix(text, textfile.ByteOrderMark)
	}
	words, err := r.words(text)
	if err != nil {
		return nil, &Error{File: r.Name, Line: r.line, Err: err}
	}
	return words, nil
}

func (r *TaggedReader) words(text string) (words []Word, err error) {
	switch {
	case len(text) > r.limit:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLong, r.limit)
	case !utf8.ValidString(text):
		return nil, fmt.Errorf("%w: not UTF-8", ErrEncoding)
	}
	for _, token := range textfile.Fields(text) {
		word, tag, ok := textfile.CutTag(token)
		if !ok {
			return nil, fmt.Errorf("%w: %.40q is not word/TAG", ErrNoTag, token)
		}
		words = append(words, Word{Form: word, XPOS: tag})
	}
	return words, nil
}
