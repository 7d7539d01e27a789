package amr

import (
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// Symbol returns a text as it can stand for a concept or a constant: unchanged if every reader of
// PENMAN takes it for one symbol, otherwise in quotation marks.
func Symbol(text string) string {
	if text == "" || text[0] == '#' || strings.ContainsAny(text, `()/:~"`) || strings.ContainsFunc(text, unwritten) {
		return Quote(text)
	}
	return text
}

// Quote returns a text as a string in quotation marks, with a backslash before quotation marks and backslashes. What no
// file can contain, control characters and bytes that are not UTF-8, becomes U+FFFD, and a new line becomes a blank.
func Quote(text string) string {
	quoted := []byte{'"'}
	for _, c := range text {
		if c == '"' || c == '\\' {
			quoted = append(quoted, '\\')
		}
		quoted = utf8.AppendRune(quoted, written(c))
	}
	return string(append(quoted, '"'))
}

// written returns a character as it can be written inside a line.
func written(c rune) rune {
	switch {
	case c < utf8.RuneSelf && blank(byte(c)):
		return ' '
	case unwritten(c):
		return utf8.RuneError
	}
	return c
}

// NewMeta returns a comment with this pair, as far as a comment can express it: blanks are single characters and are
// trimmed at both ends, what no file can contain becomes U+FFFD, and "::", where another pair would begin, is split.
func NewMeta(key, value string) Meta {
	value = strings.Trim(strings.Map(written, value), textfile.Blanks)
	for at := nextPair(value, 0); at < len(value) && !sentenceKey(key); at = nextPair(value, at) {
		value = value[:at+1] + " " + value[at+1:]
	}
	return Meta{Key: key, Value: value}
}

// Unquote returns what a concept or constant says: for a string the text that Quote was given, for
// anything else the text itself.
func Unquote(text string) string {
	if len(text) < 2 || text[0] != tokenString {
		return text
	}
	text = text[1 : len(text)-1]
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		plain.WriteByte(text[i])
	}
	return plain.String()
}

// unwritten reports whether a character can occur in no symbol: blanks, control characters, and
// what stands for bytes that are not UTF-8.
func unwritten(c rune) bool { return c <= ' ' || c == 0x7f || c == utf8.RuneError }
