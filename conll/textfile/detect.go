package textfile

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// What a file holds, as [Reader.Detect] tells it.
const (
	CoNLL    = "conll"    // words with columns, one a line
	Tagged   = "tagged"   // word/TAG, a sentence a line
	Brackets = "brackets" // Penn trees
	Unknown  = "unknown"
)

// Blanks separate words. U+00A0 and its kind are parts of words.
const Blanks = " \t\r\n\v\f"

// Detect tells the format by the first line that is neither blank nor a comment. A
// line is Tagged if it is made of word/TAG, Brackets if it begins with one, CoNLL if
// it has tabs. What is none of these is Tagged, with mistakes, where half of it is
// word/TAG, and CoNLL, with blanks for tabs, where it begins with a number. A file
// without such a line is CoNLL. Nothing is taken from r, nor waited for beyond that
// line.
func (r *Reader) Detect() string {
	var end error
	for start := 0; ; {
		text, _ := r.Peek(r.Buffered())
		line, _, whole := bytes.Cut(text[start:], []byte("\n"))
		if !whole && end == nil {
			_, end = r.Peek(len(text) + 1)
			continue
		}
		first := start == 0
		start += len(line) + 1
		if first {
			line = bytes.TrimPrefix(line, []byte(ByteOrderMark))
		}
		if format := formatOf(bytes.Trim(line, Blanks)); format != "" {
			return format
		}
		if !whole {
			return CoNLL
		}
	}
}

// formatOf tells what a line is, "" for a blank line or a comment.
func formatOf(line []byte) string {
	tokens, tagged := Fields(string(line)), 0
	for _, token := range tokens {
		if _, _, ok := CutTag(token); ok {
			tagged++
		}
	}
	begins := func(text string) bool { return bytes.HasPrefix(line, []byte(text)) }
	switch {
	case len(tokens) == 0, begins("#") && !begins("#/"):
		return ""
	case tagged == len(tokens):
		return Tagged
	case begins("("), begins("%"), begins("*x*"), begins("/*"), begins("/~*"): // the others are comments between trees
		return Brackets
	case bytes.IndexByte(line, '\t') >= 0:
		return CoNLL
	case 2*tagged >= len(tokens):
		return Tagged
	case '0' <= line[0] && line[0] <= '9':
		return CoNLL
	}
	return Unknown
}

// Fields splits a line at [Blanks].
func Fields(line string) []string {
	return strings.FieldsFunc(line, func(c rune) bool { return c < utf8.RuneSelf && strings.IndexByte(Blanks, byte(c)) >= 0 })
}

// CutTag splits word/TAG at its last slash.
func CutTag(token string) (word, tag string, ok bool) {
	i := strings.LastIndexByte(token, '/')
	if i <= 0 || i == len(token)-1 {
		return "", "", false
	}
	return token[:i], token[i+1:], true
}
