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
	text   []byte // the last word, of one over the limit only the beginning
}

// next returns the next token. Only outside trees are there comments.
func (s *scanner) next(outside bool) (token byte) {
	s.glued = true
	for {
		chunk := s.chunk()
		if len(chunk) == 0 {
			return tokenEnd
		}
		s.at = s.line
		c := chunk[0]
		switch {
		case outside && s.comment(c):
			continue
		case !delimiter(c):
			s.text, s.margin = s.text[:0], false
			for {
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
					return tokenWord
				}
				chunk = s.chunk()
			}
		}
		s.take(c)
		switch c {
		case '(':
			s.size += bracketSize
			return c
		case ')', '\n':
			return c
		}
		s.glued = false
	}
}

// chunk returns what is buffered of the stream, nothing at its end.
func (s *scanner) chunk() []byte {
	if s.in.Buffered() == 0 && s.err == nil {
		if _, err := s.in.Peek(1); err == io.EOF {
			s.err = err
		} else if err != nil {
			s.err = fmt.Errorf("%s:%d: %w", s.in.Name, s.line, err)
		}
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

// comment skips a comment that begins with c, if there is one.
func (s *scanner) comment(c byte) bool {
	end := "\n"
	switch {
	case s.margin && (c == '#' || c == '%' || c == '*' && s.sees("*x*")):
	case c == '/' && s.sees("/~*"):
		end = "*~/"
	case c == '/' && s.sees("/*"):
		end = "*/"
	default:
		return false
	}
	start := s.line
	for matched := 0; matched < len(end); { // whose first character does not occur in it again
		chunk := s.chunk()
		if len(chunk) == 0 {
			if s.err == io.EOF && end != "\n" { // which the last line may lack
				s.err = &Error{File: s.in.Name, Line: start, Err: ErrComment}
			}
			break
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
	return true
}

// sees reports whether the stream goes on with this text.
func (s *scanner) sees(text string) bool {
	next, _ := s.in.Peek(len(text))
	return string(next) == text
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

func delimiter(c byte) bool {
	return c == '(' || c == ')' || c <= ' ' && strings.IndexByte(textfile.Blanks, c) >= 0
}
