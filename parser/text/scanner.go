package text

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
)

// Limits that keep memory bounded for any input, in bytes except MaxTokens.
const (
	maxUnblank  = 1 << 10 // of text without blanks that is processed at once; units near a cut may differ
	MaxBlank    = 1 << 20 // of a run of blanks; a longer one is an ErrTooLong
	MaxToken    = 10_000  // where a token always ends
	MaxTokens   = 5_000   // number of tokens at which a sentence always ends
	MaxSentence = 1 << 18 // where a sentence always ends with the next token
)

type scanner struct {
	rules     *Rules
	given     Given
	immediate bool             // see Options
	count     func(string) int // see Options.Ranges; may be nil
	run       []byte
	blanks    []byte
	offset    int // the place after the last unit and its blanks, as count counts
	passed    int // what was passed since, after an error
	line      int // of the next rune, from 1
	column    int // bytes of that line before it
	pieces    []string
}

// scan appends the next units to dst: those up to the next blanks, or some of them. lead is the blanks before the first
// unit, at the text's beginning or after an error. The error is io.EOF, a [textfile.Error] for bytes that are not text,
// after whose line the next scan continues, or the stream's.
func (s *scanner) scan(dst []unit, in *textfile.Reader) (_ []unit, lead string, err error) {
	if len(s.run) == 0 {
		s.offset, s.passed = s.offset+s.passed, 0
		err = s.skip(in, false)
		lead = string(s.blanks)
		s.advance(lead)
	}
	line, whole := s.line, false
	for err == nil && !whole {
		var r rune
		var size int
		if r, size, err = s.next(in); err != nil {
			break
		}
		if whole = isBlank(r); whole || len(s.run) >= maxUnblank {
			s.back(in, r, size)
			break
		}
		s.run = utf8.AppendRune(s.run, r)
	}
	text := string(s.run)
	s.run = s.run[:0]
	if s.pieces = s.rules.cut(s.pieces[:0], text); len(s.pieces) == 0 {
		return dst, lead, err
	}
	if err == nil && !whole && len(s.pieces) > 1 { // what comes may belong to the last piece
		last := len(s.pieces) - 1
		s.run = append(s.run, s.pieces[last]...)
		s.pieces = s.pieces[:last]
	}
	for _, piece := range s.pieces {
		start := s.offset
		s.advance(piece)
		dst = append(dst, unit{form: piece, start: start, end: s.offset, line: line})
	}
	u := &dst[len(dst)-1]
	if err == nil && whole {
		err = s.skip(in, s.immediate)
		u.blank = string(s.blanks)
		s.advance(u.blank)
		u.last = s.given.ends(u.blank)
	}
	if err != nil {
		u.broken = !u.last && err != io.EOF
		u.last = true
	}
	return dst, lead, err
}

// advance moves the offset past a text.
func (s *scanner) advance(text string) {
	if s.count != nil {
		s.offset += s.count(text)
	}
}

// skip reads blanks, only up to the end of a sentence if it must not wait for what follows.
func (s *scanner) skip(in *textfile.Reader, immediate bool) error {
	s.blanks = s.blanks[:0]
	for {
		r, size, err := s.next(in)
		if err != nil {
			return err
		}
		if !isBlank(r) {
			s.back(in, r, size)
			return nil
		}
		if s.blanks = utf8.AppendRune(s.blanks, r); len(s.blanks) > MaxBlank {
			return s.bad(in, fmt.Errorf("%w: more than %d bytes of blanks", conll.ErrTooLong, MaxBlank))
		}
		if immediate && r == '\n' && s.given.ends(string(s.blanks)) {
			return nil
		}
	}
}

// isBlank reports whether a character is white space or a space without width: the one between
// words, and the byte order mark, which once was one between letters.
func isBlank(c rune) bool { return unicode.IsSpace(c) || c == '\u200b' || c == '\ufeff' }

func (s *scanner) next(in *textfile.Reader) (r rune, size int, err error) {
	if r, size, err = in.ReadRune(); err != nil {
		if err != io.EOF {
			err = fmt.Errorf("%s:%d: %w", in.Name, s.line, err)
		}
		return r, size, err
	}
	s.column += size
	if r == utf8.RuneError && size == 1 {
		s.pass("?") // one byte
		return r, size, s.bad(in, fmt.Errorf("%w: not UTF-8", conll.ErrEncoding))
	}
	if r == '\n' {
		s.line, s.column = s.line+1, 0
	}
	return r, size, nil
}

// back undoes the last next; after the end of a line the column is unknown.
func (s *scanner) back(in *textfile.Reader, r rune, size int) {
	_ = in.UnreadRune() // it was just read
	if s.column -= size; r == '\n' {
		s.line--
	}
}

// bad returns an error at the byte before this place, and goes to the end of its line or, if a sentence has several, of
// the sentence.
func (s *scanner) bad(in *textfile.Reader, cause error) error {
	err := &textfile.Error{File: in.Name, Line: s.line, Column: max(1, s.column), Err: cause}
	_, more := s.passLine(in)
	for blank := false; s.given == Vertical && !blank && more == nil; {
		blank, more = s.passLine(in)
	}
	return err
}

// passLine goes to the end of the line, and reports whether all of that was blank.
func (s *scanner) passLine(in *textfile.Reader) (blank bool, err error) {
	blank, err = true, bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		var rest []byte
		rest, err = in.ReadSlice('\n')
		s.pass(string(rest))
		blank = blank && len(bytes.TrimFunc(rest, isBlank)) == 0
	}
	s.line, s.column = s.line+1, 0
	return blank, err
}

// pass notes text that is in no unit.
func (s *scanner) pass(text string) {
	if s.count != nil {
		s.passed += s.count(text)
	}
}
