package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"parser/conll"
)

// errNoTag is the cause of an error about a word without a part-of-speech tag.
var errNoTag = errors.New("word without a tag")

// taggedReader reads sentences as lines of word/TAG with blanks between them:
// "The/DT dog/NN barks/VBZ ./.". A blank line is a sentence without words, and
// there are no comments.
type taggedReader struct {
	*stream
	name  string
	limit int // of a line, in bytes
	line  int
	text  []byte // the line being read
}

func newTaggedReader(s *stream, name string) *taggedReader {
	return &taggedReader{stream: s, name: shown(name), limit: conll.MaxSize}
}

// Read returns the next line, or io.EOF. After a conll.Error it goes on with the
// line after that.
func (r *taggedReader) Read() ([]conll.Word, error) {
	if err := r.next(); err != nil {
		return nil, err
	}
	text := string(r.text)
	if r.line == 1 {
		text = strings.TrimPrefix(text, byteOrderMark)
	}
	words, err := r.words(text)
	if err != nil {
		return nil, &conll.Error{File: r.name, Line: r.line, Err: err}
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

// next reads a line, of one over the limit only a little more than that.
func (r *taggedReader) next() error {
	r.text = r.text[:0]
	for read := 0; ; {
		piece, err := r.ReadSlice('\n')
		if read += len(piece); len(r.text) <= r.limit {
			r.text = append(r.text, piece...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && read == 0:
			return io.EOF
		case err != nil && err != io.EOF:
			return fmt.Errorf("%s:%d: %w", r.name, r.line+1, err)
		}
		r.line++
		return nil
	}
}

// cutTag splits a token at its last slash.
func cutTag(token string) (word, tag string, ok bool) {
	i := strings.LastIndexByte(token, '/')
	if i <= 0 || i == len(token)-1 {
		return "", "", false
	}
	return token[:i], token[i+1:], true
}
