package conll

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// TaggedReader reads sentences as lines of word/TAG with blanks between them, "The/DT
// dog/NN barks/VBZ ./.", of which each word has its Form and XPOS. A blank line is a
// sentence without words, and there are no comments.
type TaggedReader struct {
	textfile.Items[[]Word]
	limit int // of a line, in bytes
}

// NewTaggedReader returns a reader of an open file.
func NewTaggedReader(f *textfile.Reader) *TaggedReader {
	r := &TaggedReader{limit: MaxSize}
	r.Items = textfile.NewItems(f, f.Name, r.line)
	return r
}

// line reads a sentence.
func (r *TaggedReader) line(in *textfile.Reader) (words []Word, err error) {
	line, err := in.Line(r.limit)
	if err != nil {
		return nil, err
	}
	text := string(line)
	if in.Lines == 1 {
		text = strings.TrimPrefix(text, textfile.ByteOrderMark)
	}
	bad := func(format string, args ...any) ([]Word, error) {
		return nil, &Error{File: in.Name, Line: in.Lines, Err: fmt.Errorf(format, args...)}
	}
	switch {
	case len(text) > r.limit:
		return bad("%w: more than %d bytes", ErrTooLong, r.limit)
	case !utf8.ValidString(text):
		return bad("%w: not UTF-8", ErrEncoding)
	}
	for _, token := range textfile.Fields(text) {
		word, tag, ok := textfile.CutTag(token)
		if !ok {
			return bad("%w: %.40q is not word/TAG", ErrNoTag, token)
		}
		words = append(words, Word{Form: word, XPOS: tag})
	}
	return words, nil
}
