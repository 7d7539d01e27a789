package ptb

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"parser/conll/textfile"
)

// maxSize is the size above which a tree is refused instead of filling the memory,
// in bytes: those of its labels and words and 64 for each bracket, which is about the size of a
// node. There is room for more than a million words.
const maxSize = 1 << 27

// Causes of an [Error]; test for them with errors.Is.
var (
	ErrUnbalanced = textfile.NewCause("unbalanced", "unbalanced brackets")
	errNoBracket  = textfile.NewCause("no-bracket", "text outside brackets")
	errMixed      = textfile.NewCause("mixed-bracket", "bracket with a word and more")
	errComment    = textfile.NewCause("open-comment", "comment without end")
	errEncoding   = textfile.NewCause("encoding", "bad character encoding")
	errTooLong    = textfile.NewCause("too-long", "tree too long")
)

// Error says what is wrong with one tree, "file:line: cause", and wraps one of the
// causes above. The line is where the tree begins if a bracket is not closed.
type Error = textfile.Error

const (
	maxQuote = 40 // characters of the input in an error
	// bracketSize is what a bracket counts towards maxSize.
	bracketSize = 64
	// lookAhead is the space for blanks between an outermost bracket and its
	// label, when a tree is recognised by its beginning.
	lookAhead = 16
)

// Reader reads trees from a stream, plain or compressed: one or many on a line, or one over many lines. It has Read()
// (*Tree, error), which ends with io.EOF, and All(), an iterator; see [textfile.Items] for all methods.
//
// The first token in a bracket is its label unless it is a bracket; so the outermost node of "( (S …))" and "((S …))" has the label "". A
// bracket with only a label, "(NP )", or without anything is a [Tree] without leaves.
//
// Between trees there may be comments: lines that begin with "#", "%" or "*x*", as the banners of
// Penn files do, and "/* … */" or "/~* … *~/" over any number of lines, as CorpusSearch writes
// them. "\r\n" and a byte order mark are accepted.
//
// After a tree with unclosed brackets, reading continues at a bracket in the first column that has
// the label of that tree's outermost bracket.
type Reader struct {
	*textfile.Items[*Tree]
	// Lines makes every line that is not a comment one entry, as EVALB pairs them: a blank line is
	// a tree without leaves; a line with several trees is a tree whose outermost node, above them
	// all, has no label; and a bracket must be closed on its line.
	Lines bool

	s scanner

	// Of the last tree. After an error only brackets are counted, to find its end, when the next
	// tree is requested.
	made     draft
	depth    int    // number of open brackets
	line     int    // where the tree begins
	rooted   bool   // whether the label of the outermost bracket is known
	root     []byte // that label
	tight    bool   // no blank between "(("
	complete bool   // nothing of it is left to be read
	err      error
}

// NewReader returns a reader of r. Errors contain the name.
func NewReader(r io.Reader, name string) *Reader {
	reader := &Reader{s: scanner{limit: maxSize, line: 1, margin: true}}
	reader.Items = textfile.NewItems(r, name, func(in *textfile.Reader) (*Tree, error) {
		t, err := reader.tree(in)
		reader.s.settle()
		return t, err
	})
	return reader
}

// ReadFile reads a whole file, where "-" is the standard input, and stops at the first error.
func ReadFile(name string) ([]*Tree, error) { return textfile.ReadFile(name, NewReader) }

// Line returns the number of the line on which the last tree begins.
func (r *Reader) Line() int { return r.line }

// Tight reports whether the last tree began with "((" rather than "( (", for
// [Writer.Tight].
func (r *Reader) Tight() bool { return r.tight }

// tree reads a tree. If a line has no tree or several, they get a node without label above them.
func (r *Reader) tree(in *textfile.Reader) (*Tree, error) {
	s := &r.s
	if s.in == nil {
		in.SkipMark()
		s.in = in
	}
	if r.err != nil {
		if err := r.skip(); err != nil {
			return nil, err
		}
	}
	r.made.reset()
	r.depth, r.line, r.rooted, r.tight, r.complete, r.err = 0, 0, false, false, false, nil
	switch err := r.scan(); {
	case err != nil:
		return nil, err
	case r.depth > 0:
		return nil, &Error{File: in.Name, Line: r.line, Err: fmt.Errorf("%w: %d not closed", ErrUnbalanced, r.depth)}
	}
	return r.made.tree(), nil
}

// scan reads to the end of a tree, or to the first error in it.
func (r *Reader) scan() error {
	s := &r.s
	for !r.complete {
		if !r.Lines && r.rooted && s.begins(r.root) {
			break
		}
		token := s.next(r.depth == 0)
		switch {
		case token == '\n' && !r.Lines:
			continue
		case token == tokenEnd && (r.line == 0 || s.err != io.EOF):
			err := s.err
			s.err = io.EOF // an unclosed comment is reported only once
			return err
		case r.line == 0:
			r.line, s.size = s.at, 0
		}
		if token == '\n' || token == tokenEnd {
			break
		}
		err := r.add(token)
		r.complete = r.depth == 0 && !r.Lines
		if err != nil && r.err == nil {
			r.err = &Error{File: s.in.Name, Line: s.at, Err: err}
			r.made = draft{}
			return r.err
		}
	}
	return nil
}

// skip reads past a tree with an error. If that was a bad token between trees, what comes before
// the next tree is not another error.
func (r *Reader) skip() error {
	s := &r.s
	if !r.complete {
		return r.scan()
	}
	for chunk := s.chunk(); len(chunk) > 0 && chunk[0] != '('; chunk = s.chunk() {
		if !s.comment(chunk[0]) {
			s.take(chunk[0])
		}
	}
	return nil
}

// add handles a bracket or a word.
func (r *Reader) add(token byte) error {
	s := &r.s
	if r.depth == 0 && token != '(' {
		if token == tokenWord {
			return fmt.Errorf("%w: %.*q", errNoBracket, maxQuote, s.text)
		}
		return fmt.Errorf("%w: one closed that is not open", ErrUnbalanced)
	}
	switch token {
	case '(':
		r.depth++
	case ')':
		r.depth--
	}
	if r.err != nil {
		return nil
	}
	m := &r.made
	var top *part
	if len(m.open) > 0 {
		top = &m.nodes[m.open[len(m.open)-1].node]
	}
	switch {
	case token == '(':
		if top != nil && top.word < top.end {
			return fmt.Errorf("%w: %.*q", errMixed, maxQuote, m.text[top.word:top.end])
		}
		if top != nil && !r.rooted {
			r.rooted, r.root, r.tight = true, r.root[:0], s.glued
		}
		m.begin()
	case token == ')':
		m.finish()
	case !utf8.Valid(s.text):
		return fmt.Errorf("%w: %s", errEncoding, s.in.Misfit(s.text))
	case top.label == top.word && !m.parent():
		m.text = append(m.text, s.text...)
		top.word, top.end = len(m.text), len(m.text)
		if len(m.open) == 1 {
			r.rooted, r.root = true, append(r.root[:0], s.text...)
		}
	case top.word < top.end || m.parent():
		return fmt.Errorf("%w: %.*q", errMixed, maxQuote, s.text)
	default:
		m.text = append(m.text, s.text...)
		top.end = len(m.text)
	}
	if s.size > s.limit {
		return fmt.Errorf("%w: at most %d bytes", errTooLong, s.limit)
	}
	return nil
}

// Tokens are brackets, "\n" at the end of a line, and these two.
const (
	tokenEnd  = 0   // of the stream, or an error
	tokenWord = 'a' // a label or a word
)

// scanner cuts a stream into brackets, words and lines.
type scanner struct {
	in     *textfile.Reader
	rest   []byte // what is buffered, without what was taken
	held   int    // bytes of rest before any were taken
	limit  int    // of size
	line   int    // of the next byte, from 1
	margin bool   // the next byte is the first of its line
	size   int    // of what was taken, see maxSize; the reader sets it to 0
	err    error  // why there are no more tokens
	at     int    // the last token's line
	glued  bool   // no blank precedes the last token
	text   []byte // the last word; a word over the limit is split
}

// next returns the next token. Comments are only recognised outside trees.
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
				s.text = append(s.text, chunk[:n]...)
				s.rest = s.rest[n:]
				s.size += n
				if n == 0 || n < len(chunk) || len(s.text) > s.limit {
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
	if len(s.rest) == 0 && s.err == nil {
		if err := s.fill(1); err == io.EOF {
			s.err = err
		} else if err != nil {
			s.err = fmt.Errorf("%s:%d: %w", s.in.Name, s.line, err)
		}
	}
	return s.rest
}

// fill makes rest at least length bytes long, if the stream is.
func (s *scanner) fill(length int) error {
	if len(s.rest) >= length {
		return nil
	}
	s.settle()
	_, err := s.in.Peek(length)
	s.rest, _ = s.in.Peek(s.in.Buffered())
	s.held = len(s.rest)
	return err
}

// settle tells the stream how much was taken.
func (s *scanner) settle() {
	s.in.Discard(s.held - len(s.rest))
	s.held = len(s.rest)
}

// take moves past the next byte, which is c.
func (s *scanner) take(c byte) {
	s.rest = s.rest[1:]
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
	for start := s.line; !s.sees(end); {
		chunk := s.chunk()
		if len(chunk) == 0 {
			if s.err == io.EOF && end != "\n" { // which the last line may lack
				s.err = &Error{File: s.in.Name, Line: start, Err: errComment}
			}
			return true
		}
		s.take(chunk[0])
	}
	for i := range len(end) {
		s.take(end[i])
	}
	return true
}

// sees reports whether the stream continues with this text.
func (s *scanner) sees(text string) bool {
	s.fill(len(text))
	return len(s.rest) >= len(text) && string(s.rest[:len(text)]) == text
}

// begins reports whether a bracket with this label stands at the next margin.
func (s *scanner) begins(label []byte) bool {
	if !s.margin || !s.sees("(") {
		return false
	}
	length := 1 + len(label) + lookAhead
	s.fill(length)
	rest, found := bytes.CutPrefix(bytes.TrimLeft(s.rest[1:min(length, len(s.rest))], textfile.Blanks), label)
	return found && len(rest) > 0 && delimiter(rest[0])
}

// delimiter reports whether c is a bracket or one of textfile.Blanks.
func delimiter(c byte) bool {
	return c <= ')' && (c >= '(' || c == ' ' || '\t' <= c && c <= '\r')
}
