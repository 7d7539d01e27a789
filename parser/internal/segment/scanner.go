package segment

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/lookup"
	"parser/parser/internal/segment/signs"
	"parser/parser/text"
)

// Limits that keep memory bounded for any input, in bytes except maxTokens.
const (
	maxUnblank  = 1 << 10 // of text without blanks that is processed at once; units near a cut may differ
	maxBlank    = 1 << 20 // of blanks, and markup, without a word between them; more are an ErrTooLong
	maxToken    = 10_000  // where a token always ends
	maxTokens   = 5_000   // number of tokens at which a sentence always ends
	MaxSentence = 1 << 18 // where a sentence always ends with the next token
)

type scanner struct {
	signs     signs.Reader
	rules     *Rules
	given     text.Segmented
	immediate bool             // see Options
	count     func(string) int // see Options.Ranges; may be nil

	run    []byte // text without blanks that is not yet in units
	file   []byte // how it stands in the file, with markup inside it and after it
	places []place
	gap    []byte // what stands in the file after it, up to the next text …
	blanks []byte // … and what of this is shown

	held   signs.Sign // to be read again
	holds  bool
	offset int // the place after the last unit and its gap, as count counts
	passed int // what was passed since, after an error
	line   int // of the next sign, from 1
	column int // bytes of that line before it
	pieces []string
}

// place says where in scanner.file a character stands; each of its bytes has one.
type place struct{ start, end int }

// scan appends the next units to dst: those up to the next blanks, or some of them. lead is what stands before the first
// unit, at the text's beginning or after an error. The error is io.EOF, a [textfile.Error] for bytes that are not text,
// after whose line the next scan continues, or the stream's.
func (s *scanner) scan(dst []unit, in *textfile.Reader) (_ []unit, lead string, err error) {
	if len(s.run) == 0 {
		s.offset, s.passed = s.offset+s.passed, 0
		err = s.skip(in, false)
		lead = string(s.gap)
		if s.count != nil {
			s.offset += s.count(lead)
		}
	}
	line, whole := s.line-bytes.Count(s.file, []byte{'\n'}), false
	for err == nil && !whole {
		var c signs.Sign
		if c, err = s.next(in); err != nil {
			break
		}
		if whole = signs.IsBlank(c.Shown); whole || c.Shown >= 0 && (len(s.run) >= maxUnblank || len(s.file) > maxToken) {
			s.back(c)
			break
		}
		err = s.add(in, c, line)
	}
	text, file := string(s.run), string(s.file)
	if s.pieces = s.rules.cut(s.pieces[:0], text); len(s.pieces) == 0 {
		return dst, lead, err
	}
	from, rest := 0, len(s.run)                    // rest is where units end
	if err == nil && !whole && len(s.pieces) > 1 { // what comes may belong to the last piece
		rest -= len(s.pieces[len(s.pieces)-1])
		s.pieces = s.pieces[:len(s.pieces)-1]
	}
	for _, piece := range s.pieces {
		u := unit{form: piece, norm: lookup.Form(piece), file: file[s.places[from].start:s.places[from+len(piece)-1].end], line: line}
		end, next := s.places[from+len(piece)-1].end, len(file)
		if u.file != piece {
			u.places = slices.Clone(s.places[from : from+len(piece)])
			for i := range u.places {
				u.places[i] = place{u.places[i].start - s.places[from].start, u.places[i].end - s.places[from].start}
			}
		}
		if from += len(piece); from < len(s.run) {
			next = s.places[from].start
		}
		if u.gap = file[end:next]; s.count != nil {
			u.start = s.offset
			u.end = u.start + s.count(u.file)
			s.offset = u.end + s.count(u.gap)
		}
		line += strings.Count(u.file, "\n") + strings.Count(u.gap, "\n")
		dst = append(dst, u)
	}
	s.keep(rest)
	u := &dst[len(dst)-1]
	if err == nil && whole {
		err = s.skip(in, s.immediate)
		u.gap, u.blank = u.gap+string(s.gap), string(s.blanks)
		if wide := lookup.Visible(u.blank); wide != "" { // others have no width
			u.blank = wide
		}
		if s.count != nil {
			s.offset += s.count(string(s.gap))
		}
		u.last = endsSentence(s.given, u.blank)
	}
	if err != nil {
		u.broken = !u.last && err != io.EOF
		u.last = true
	}
	return dst, lead, err
}

// add adds a sign that is not blank to the run, which began in a line.
func (s *scanner) add(in *textfile.Reader, c signs.Sign, line int) error {
	start := len(s.file)
	s.file = utf8.AppendRune(s.file, c.File)
	switch known := len(s.run); {
	case c.Shown >= 0:
		s.run = utf8.AppendRune(s.run, c.Shown)
		for range s.run[known:] {
			s.places = append(s.places, place{start, len(s.file)})
		}
	case c.Shown == signs.Joined:
		first := s.places[known-1].start
		for i := known - 1; i >= 0 && s.places[i].start == first; i-- {
			s.places[i].end = len(s.file)
		}
	case len(s.file)-s.places[known-1].end > maxBlank:
		return s.tooLong(in, line)
	}
	return nil
}

// keep keeps the run from a place on.
func (s *scanner) keep(from int) {
	if from == len(s.run) {
		s.run, s.file, s.places = s.run[:0], s.file[:0], s.places[:0]
		return
	}
	start := s.places[from].start
	s.run, s.file, s.places = append(s.run[:0], s.run[from:]...), append(s.file[:0], s.file[start:]...), append(s.places[:0], s.places[from:]...)
	for i := range s.places {
		s.places[i].start, s.places[i].end = s.places[i].start-start, s.places[i].end-start
	}
}

// skip reads blanks, markup, and what is not seen before a word, only up to the end of a sentence if it must not wait for
// what follows.
func (s *scanner) skip(in *textfile.Reader, immediate bool) error {
	s.gap, s.blanks = s.gap[:0], s.blanks[:0]
	for line := s.line; ; {
		c, err := s.next(in)
		if err != nil {
			return err
		}
		if c.Shown >= 0 && !isUnseen(c.Shown) {
			s.back(c)
			return nil
		}
		if signs.IsBlank(c.Shown) {
			s.blanks = utf8.AppendRune(s.blanks, c.Shown)
		}
		if s.gap = utf8.AppendRune(s.gap, c.File); len(s.gap) > maxBlank {
			return s.tooLong(in, line)
		}
		if immediate && c.File == '\n' && endsSentence(s.given, string(s.blanks)) {
			return nil
		}
	}
}

// isUnseen reports whether a character is blank or only says how text is laid out, and so is no word.
func isUnseen(c rune) bool { return signs.IsBlank(c) || lookup.Invisible(c) }

func (s *scanner) next(in *textfile.Reader) (c signs.Sign, err error) {
	if c = s.held; s.holds {
		s.holds = false
	} else if c, err = s.signs.Next(in); err != nil {
		if err != io.EOF {
			err = fmt.Errorf("%s:%d: %w", in.Name, s.line, err)
		}
		return c, err
	}
	s.column += c.Size
	if c.File == utf8.RuneError && !c.IsUTF8() {
		s.pass(c)
		return c, s.bad(in, fmt.Errorf("%w: %s", conll.ErrEncoding, in.Misfit(nil)))
	}
	if c.File == '\n' {
		s.line, s.column = s.line+1, 0
	}
	return c, nil
}

// back undoes the last next; after the end of a line the column is unknown.
func (s *scanner) back(c signs.Sign) {
	s.held, s.holds = c, true
	if s.column -= c.Size; c.File == '\n' {
		s.line--
	}
}

// tooLong returns the error for blanks or markup without a word since a line.
func (s *scanner) tooLong(in *textfile.Reader, line int) error {
	return s.bad(in, fmt.Errorf("%w: more than %d bytes without a word, since line %d", conll.ErrTooLong, maxBlank, line))
}

// bad returns an error at the byte before this place, and goes to the end of its line or, if a sentence has several, of
// the sentence.
func (s *scanner) bad(in *textfile.Reader, cause error) error {
	err := &textfile.Error{File: in.Name, Line: s.line, Column: max(1, s.column), Err: cause}
	_, more := s.passLine(in)
	for blank := false; s.given == text.Vertical && !blank && more == nil; {
		blank, more = s.passLine(in)
	}
	return err
}

// passLine goes to the end of the line, and reports whether all of that was blank.
func (s *scanner) passLine(in *textfile.Reader) (blank bool, err error) {
	blank = true
	for c := (signs.Sign{}); err == nil && c.File != '\n'; {
		if c, err = s.signs.Next(in); err == nil {
			s.pass(c)
			blank = blank && signs.IsBlank(c.File)
		}
	}
	s.line, s.column = s.line+1, 0
	return blank, err
}

// pass notes a sign that is in no unit.
func (s *scanner) pass(c signs.Sign) {
	switch {
	case s.count == nil:
	case c.IsUTF8():
		s.passed += s.count(string(c.File))
	default:
		s.passed += s.count("?") // one byte
	}
}
