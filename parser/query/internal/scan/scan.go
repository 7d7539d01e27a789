// Package scan cuts patterns into signs, names and regular expressions, and says where in a pattern something is wrong.
package scan

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a pattern, and where.
type Error struct {
	Column  int // in characters, from 1
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// Scanner stands somewhere in a pattern.
type Scanner struct {
	text string
	at   int // in bytes
}

// New returns a scanner at the beginning of a pattern.
func New(text string) *Scanner { return &Scanner{text: text} }

// Failf returns an error about what follows blanks.
func (s *Scanner) Failf(format string, args ...any) *Error {
	s.Blanks()
	return s.FailAt(s.at, format, args...)
}

// FailAt returns an error about a place that Place returned.
func (s *Scanner) FailAt(place int, format string, args ...any) *Error {
	return &Error{utf8.RuneCountInString(s.text[:place]) + 1, fmt.Sprintf(format, args...)}
}

// Place returns where what follows blanks begins.
func (s *Scanner) Place() int {
	s.Blanks()
	return s.at
}

// Blanks goes past blanks and ends of lines.
func (s *Scanner) Blanks() {
	s.at += len(s.text[s.at:]) - len(strings.TrimLeft(s.text[s.at:], " \t\r\n"))
}

// Done reports whether only blanks follow.
func (s *Scanner) Done() bool {
	s.Blanks()
	return s.at == len(s.text)
}

// Rest returns what follows blanks, for messages: its first sign or word.
func (s *Scanner) Rest() string {
	if s.Done() {
		return "the end"
	}
	word := s.text[s.at:]
	if end := strings.IndexAny(word, " \t\r\n"); end >= 0 {
		word = word[:end]
	}
	const most = 20
	if utf8.RuneCountInString(word) > most {
		word = string([]rune(word)[:most]) + "…"
	}
	return strconv.Quote(word)
}

// Sees reports whether a sign follows blanks.
func (s *Scanner) Sees(sign string) bool {
	s.Blanks()
	return strings.HasPrefix(s.text[s.at:], sign)
}

// Take goes past a sign, if it follows blanks.
func (s *Scanner) Take(sign string) bool {
	sees := s.Sees(sign)
	if sees {
		s.at += len(sign)
	}
	return sees
}

// Touches reports whether a sign follows without blanks before it.
func (s *Scanner) Touches(sign string) bool { return strings.HasPrefix(s.text[s.at:], sign) }

// Expect goes past a sign, or says that it is missing.
func (s *Scanner) Expect(sign string) error {
	if s.Take(sign) {
		return nil
	}
	return s.Failf("%q is missing before %s", sign, s.Rest())
}

// Longest goes past the longest of signs that follows blanks, and returns it; "" if none does.
func (s *Scanner) Longest(signs []string) string {
	s.Blanks()
	found := ""
	for _, sign := range signs {
		if len(sign) > len(found) && strings.HasPrefix(s.text[s.at:], sign) {
			found = sign
		}
	}
	s.at += len(found)
	return found
}

// Word goes past the letters that follow blanks, and returns them.
func (s *Scanner) Word(letter func(r rune) bool) string {
	s.Blanks()
	rest := s.text[s.at:]
	end := strings.IndexFunc(rest, func(r rune) bool { return !letter(r) })
	if end < 0 {
		end = len(rest)
	}
	s.at += end
	return rest[:end]
}

// Reset goes back to a place that Place returned.
func (s *Scanner) Reset(place int) { s.at = place }

// Regexp goes past a regular expression between slashes that follows blanks. It is anchored at both ends if whole is true. It
// returns nil if no slash follows.
func (s *Scanner) Regexp(whole bool) (*regexp.Regexp, error) {
	if !s.Sees("/") {
		return nil, nil
	}
	start := s.at
	for end := start + 1; end < len(s.text) && s.text[end] != '\n'; end++ {
		switch s.text[end] {
		case '\\':
			if end+1 < len(s.text) && s.text[end+1] == '/' {
				end++
			}
		case '/':
			text := s.text[start+1 : end]
			s.at = end + 1
			return s.compile(start, text, whole)
		}
	}
	return nil, s.FailAt(start, "the regular expression has no end: %q is missing", "/")
}

// slash is how a pattern writes a slash in a regular expression.
var slash = strings.NewReplacer(`\/`, `/`)

func (s *Scanner) compile(start int, text string, whole bool) (*regexp.Regexp, error) {
	for _, ahead := range []string{"(?=", "(?!", "(?<=", "(?<!", "(?>"} {
		if at := strings.Index(text, ahead); at >= 0 && !strings.HasSuffix(text[:at], `\`) {
			return nil, s.FailAt(start+1+at, "%s…) is not supported in regular expressions", ahead)
		}
	}
	plain := slash.Replace(text)
	if _, err := regexp.Compile(plain); err != nil { // before it is put in brackets, which errors would show
		return nil, s.FailAt(start, "%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	if whole {
		plain = `^(?:` + plain + `)$`
	}
	re, err := regexp.Compile(plain)
	if err != nil {
		return nil, s.FailAt(start, "%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}

// Names numbers names in the order in which they come.
type Names []string

// Number returns the number of a name, which is added if it is new.
func (n *Names) Number(name string) int {
	if i := slices.Index(*n, name); i >= 0 {
		return i
	}
	*n = append(*n, name)
	return len(*n) - 1
}
