package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
)

// errNoTag is the cause of an error about a word without a part-of-speech tag.
var errNoTag = errors.New("word without a tag")

// taggedReader reads sentences as lines of word/TAG with blanks between them:
// "The/DT dog/NN barks/VBZ ./.". A blank line is a sentence without words, and
// there are no comments.
type taggedReader struct {
	*textfile.Reader
	limit int // of a line, in bytes
	line  int
}

func newTaggedReader(f *textfile.Reader) *taggedReader {
	return &taggedReader{Reader: f, limit: conll.MaxSize}
}

// Read returns the next line, or io.EOF. After a textfile.Error it goes on with the
// line after that.
func (r *taggedReader) Read() ([]conll.Word, error) {
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
		return nil, &textfile.Error{File: r.Name, Line: r.line, Err: err}
	}
	return words, nil
}

func (r *taggedReader) words(text string) (words []conll.Word, err error) {
	switch {
	case len(text) > r.limit:
		return nil, fmt.Errorf("%w: more than %d bytes", conll.ErrTooLong, r.limit)
	case !utf8.ValidString(text):
		return nil, fmt.Errorf("%w: not UTF-8", conll.ErrEncoding)
	}
	for _, token := range strings.FieldsFunc(text, isBlank) {
		word, tag, ok := cutTag(token)
		if !ok {
			return nil, fmt.Errorf("%w: %.40q is not word/TAG", errNoTag, token)
		}
		words = append(words, conll.Word{Form: word, XPOS: tag})
	}
	return words, nil
}

// cutTag splits a token at its last slash.
func cutTag(token string) (word, tag string, ok bool) {
	i := strings.LastIndexByte(token, '/')
	if i <= 0 || i == len(token)-1 {
		return "", "", false
	}
	return token[:i], token[i+1:], true
}
