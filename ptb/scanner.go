package ptb

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"parser/conll/textfile"
)

const (
	// bracketSize is what a bracket counts towards MaxSize.
	bracketSize = 64
	// lookAhead is the space for blanks between an outermost bracket and its
	// label, when a tree is recognised by its beginning.
	lookAhead = 16
)

// Tokens are brackets, "\n" at the end of a line, and two that stand for more.
const (
	tokenEnd  = 0   // of the stream, or an error
	tokenWord = 'a' // a label or a word
)

// scanner cuts a stream into brackets, words and lines.
type scanner struct {
	in     *textfile.Reader
	limit  int    // of size
	line   int    // of the next byte, from 1
	margin bool   // the next byte is the first of its line
	size   int    // of what was taken, see MaxSize; the reader sets it to 0
	err    error  // why there are no more tokens
	at     int    // the last token's line
	glued  bool   // no blank precedes the last token
	text   []byte // the last word
}

// newScanner drops a byte order mark.
func newScanner(r io.Reader, name string) (*scanner, error) {
	in, err := textfile.New(r, name)
	if err != nil {
		return nil, err
	}
	in.SkipMark()
	return &scanner{in: in, limit: MaxSize, line: 1, margin: true}, nil
}

// next returns the next token. Only outside trees are there comments.
func (s *scanner) next(outside bool) (token byte) {
	s.glued = true
	for {
		chunk := s.chunk()
		if chunk == nil {
			return tokenEnd
		}
		s.at = s.line
		switch c := chunk[0]; {
		case outside && s.comment(c):
		case c == '\n', c == '(', c == ')':
			s.take(c)
			if c == '(' {
				s.size += bracketSize
			}
			return c
		case blank(c):
			s.take(c)
			s.glued = false
		default:
			s.word()
			return tokenWord
		}
	}
}

// chunk returns what is buffered of the stream, or nil at its end.
func (s *scanner) chunk() []byte {
	if s.in.Buffered() == 0 && s.err == nil {
		if _, err := s.in.Peek(1); err == io.EOF {
			s.err = err
		} else if err != nil {
			s.err = fmt.Errorf("%s:%d: %w", s.in.Name, s.line, err)
		}
	}
	if s.err != nil {
		return nil
	}
	chunk, _ := s.in.Peek(s.in.Buffered())
	return chunk
}

// take goes on behind the next byte, which is c.
func (s *scanner) take(c byte) {
	s.in.Discard(1)
	s.margin = c == '\n'
	if s.margin {
		s.line++
	}
}

// word reads a word. Of one over the limit it keeps only the beginning.
func (s *scanner) word() {
	s.text = s.text[:0]
	s.margin = false
	for {
		chunk := s.chunk()
		n := 0
		for n < len(chunk) && !delimiter(chunk[n]) {
			n++
		}
		if len(s.text) <= s.limit {
			s.text = append(s.text, chunk[:n]...)
		}
		s.in.Discard(n)
		s.size += n
		if n == 0 || n < len(chunk) {
			return
		}
	}
}

// comment skips a comment that begins with c, if there is one.
func (s *scanner) comment(c byte) bool {
	switch {
	case s.margin && (c == '#' || c == '%' || c == '*' && s.sees("*x*")):
		s.through("\n")
	case c == '/' && s.sees("/~*"):
		s.through("*~/")
	case c == '/' && s.sees("/*"):
		s.through("*/")
	default:
		return false
	}
	return true
}

// sees reports whether the stream goes on with this text.
func (s *scanner) sees(text string) bool {
	next, _ := s.in.Peek(len(text))
	return string(next) == text
}

// through goes on behind the next occurrence of end, whose first character must
// not occur in it again. Only the last line may lack its end.
func (s *scanner) through(end string) {
	start := s.line
	for matched := 0; matched < len(end); {
		chunk := s.chunk()
		if chunk == nil {
			if s.err == io.EOF && end != "\n" {
				s.err = &Error{File: s.in.Name, Line: start, Err: ErrComment}
			}
			return
		}
		switch c := chunk[0]; {
		case c == end[matched]:
			matched++
		case c == end[0]:
			matched = 1
		default:
			matched = 0
		}
		s.take(chunk[0])
	}
}

// toOpen goes on to the next bracket that opens outside comments.
func (s *scanner) toOpen() {
	for chunk := s.chunk(); len(chunk) > 0 && chunk[0] != '('; chunk = s.chunk() {
		if !s.comment(chunk[0]) {
			s.take(chunk[0])
		}
	}
}

// begins reports whether a bracket with this label stands at the next margin.
func (s *scanner) begins(label string) bool {
	if !s.margin || !s.sees("(") {
		return false
	}
	next, _ := s.in.Peek(1 + len(label) + lookAhead)
	rest, found := bytes.CutPrefix(bytes.TrimLeft(next[1:], textfile.Blanks), []byte(label))
	return found && len(rest) > 0 && delimiter(rest[0])
}

func blank(c byte) bool { return c <= ' ' && strings.IndexByte(textfile.Blanks, c) >= 0 }

func delimiter(c byte) bool { return c == '(' || c == ')' || blank(c) }
