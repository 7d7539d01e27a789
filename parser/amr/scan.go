package amr

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// Kinds of tokens; the first three stand for themselves.
const (
	tokenOpen   = '('
	tokenClose  = ')'
	tokenSlash  = '/'
	tokenRole   = ':'
	tokenString = '"'
	tokenSymbol = 'a'
	tokenEnd    = '\n' // of the line
)

// token is a bracket, a slash or a text with its alignment, both without their markers, but a string
// with its quotation marks: "ARG0" and "e.3" for ":ARG0~e.3".
type token struct {
	kind        byte
	text, align string
}

// String is the token as it is written.
func (t token) String() string {
	text := t.text
	if t.kind == tokenRole {
		text = ":" + text
	}
	if t.align != "" {
		text += "~" + t.align
	}
	return text
}

type scanner struct {
	line  string
	at    int // after the last token
	start int // of the last token
}

// next returns the next token. Only a variable ends before a slash.
func (s *scanner) next(variable bool) (token, error) {
	for s.at < len(s.line) && blank(s.line[s.at]) {
		s.at++
	}
	s.start = s.at
	if s.at == len(s.line) {
		return token{kind: tokenEnd}, nil
	}
	t := token{kind: s.line[s.at]}
	switch t.kind {
	case tokenOpen, tokenClose, tokenSlash:
		s.at++
		t.text = s.line[s.start:s.at]
		return t, nil
	case '~':
		s.at++
		s.skipText("")
		return t, fmt.Errorf("%w: found %.*q, expected an alignment directly after "+
			"a role, a concept, a constant or the mention of a variable", ErrSyntax, maxQuote, s.line[s.start:s.at])
	case tokenString:
		if !s.skipString() {
			return t, fmt.Errorf("%w: found %.*q, expected a quotation mark at its end", ErrSyntax, maxQuote, s.line[s.start:])
		}
		t.text = s.line[s.start:s.at]
	case tokenRole:
		s.at++
		s.skipText("/:")
		t.text = s.line[s.start+1 : s.at]
	default:
		t.kind = tokenSymbol
		if variable {
			s.skipText("/")
		} else {
			s.skipText("")
		}
		t.text = s.line[s.start:s.at]
	}
	var err error
	if s.at < len(s.line) && s.line[s.at] == '~' {
		t.align, err = s.alignment()
	}
	return t, err
}

// skipText goes to the next blank, bracket, quotation mark, tilde or byte of ends.
func (s *scanner) skipText(ends string) {
	for ; s.at < len(s.line); s.at++ {
		switch c := s.line[s.at]; {
		case blank(c), c == '(', c == ')', c == '"', c == '~', strings.IndexByte(ends, c) >= 0:
			return
		}
	}
}

// skipString goes past a string in quotation marks, in which a backslash escapes the next byte.
func (s *scanner) skipString() (closed bool) {
	for s.at++; s.at < len(s.line); s.at++ {
		switch s.line[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return true
		}
	}
	s.at = len(s.line)
	return false
}

// alignment reads "~e.3,4" or "~3", which may end where a role begins, and returns it without its tilde.
func (s *scanner) alignment() (string, error) {
	start := s.at
	s.at++
	s.skipText(":")
	if text := s.line[start+1 : s.at]; aligned().MatchString(text) {
		return text, nil
	}
	s.start = start
	return "", fmt.Errorf("%w: found %.*q, expected an alignment such as ~e.3,4 or ~3", ErrSyntax, maxQuote, s.line[start:s.at])
}

// aligned matches an alignment: an optional letter, optionally with a stop, and numbers separated by commas.
var aligned = textfile.Pattern(`^([A-Za-z]\.?)?[0-9]+(,[0-9]+)*$`)

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func blank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// check returns the place of the first byte that a line must not contain, and the reason; in is what it was read from, nil
// if from no file.
func check(in *textfile.Reader, line string, limit int) (at int, err error) {
	if len(line) > lineLimit(limit) {
		return 0, fmt.Errorf("%w: a line of more than %d bytes", errTooLong, lineLimit(limit))
	}
	for i := 0; i < len(line); {
		c, size := rune(line[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(line[i:])
		}
		switch {
		case c == utf8.RuneError && size == 1:
			if in == nil {
				return i, fmt.Errorf("%w: found the byte %#x", errEncoding, line[i])
			}
			return i, fmt.Errorf("%w: %s", errEncoding, in.Misfit([]byte(line)))
		case c < ' ' && (c == '\n' || !blank(line[i])), c == 0x7f:
			return i, fmt.Errorf("%w: found the control character %U, expected text", ErrSyntax, c)
		}
		i += size
	}
	return 0, nil
}

// comment returns the pairs of a line that begins with "#". Pairs begin with "::" after "#" or a
// blank; a line that does not begin with a pair is one text.
func comment(line string) []Meta {
	rest := strings.Trim(line[1:], textfile.Blanks)
	if rest == "" || nextPair(rest, 0) > 0 {
		return []Meta{{Value: rest}}
	}
	var pairs []Meta
	for rest != "" {
		end := len(rest)
		key, _ := cutBlank(rest[2:])
		if !sentenceKey(key) {
			end = nextPair(rest, 1)
		}
		key, value := cutBlank(rest[2:end])
		pairs = append(pairs, Meta{Key: key, Value: strings.Trim(value, textfile.Blanks)})
		rest = rest[end:]
	}
	return pairs
}

// sentenceKey reports whether the value of a comment is a sentence, which may contain "::".
func sentenceKey(key string) bool { return key == "snt" || key == "tok" }

// nextPair returns where the next pair begins at or after from, or the end.
func nextPair(text string, from int) int {
	for i := from; i+2 < len(text); i++ {
		if text[i] == ':' && text[i+1] == ':' && !blank(text[i+2]) && text[i+2] != ':' && (i == 0 || blank(text[i-1])) {
			return i
		}
	}
	return len(text)
}

func cutBlank(text string) (before, after string) {
	if i := strings.IndexAny(text, textfile.Blanks); i >= 0 {
		return text[:i], text[i+1:]
	}
	return text, ""
}
