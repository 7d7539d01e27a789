package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"parser/conll"
)

// Attributes of MISC from which the text can be restored.
const (
	spaceAfter   = "SpaceAfter"   // No: nothing follows; otherwise, without SpacesAfter, a space
	spacesAfter  = "SpacesAfter"  // the blanks that follow
	spacesBefore = "SpacesBefore" // blanks before the first token of the text
	tokenRange   = "TokenRange"   // start:end of the token in the text, in characters
)

// What UDPipe writes after a backslash, and what each sign means.
const (
	signs   = `strnp\`
	meaning = " \t\r\n|\\"
)

// escape writes blanks as UDPipe does; those without a sign are written as \u00A0.
func escape(blanks string) string {
	var b strings.Builder
	for _, c := range blanks {
		if i := strings.IndexRune(meaning, c); i >= 0 {
			b.WriteString(`\` + signs[i:i+1])
		} else {
			fmt.Fprintf(&b, `\u%04X`, c)
		}
	}
	return b.String()
}

// unescape undoes escape. What is not escaped stays.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		c, size := utf8.DecodeRuneInString(rest)
		if c == '\\' && len(rest) > 1 {
			if sign := strings.IndexByte(signs, rest[1]); sign >= 0 {
				c, size = rune(meaning[sign]), 2
			} else if rest[1] == 'u' && len(rest) >= 6 {
				if n, err := strconv.ParseUint(rest[2:6], 16, 16); err == nil {
					c, size = rune(n), 6
				}
			}
		}
		if c == utf8.RuneError {
			b.WriteString(rest[:size])
		} else {
			b.WriteRune(c)
		}
		i += size
	}
	return b.String()
}

// AppendText appends the text of a sentence to dst, as given by SpaceAfter, SpacesAfter and
// SpacesBefore in MISC. The texts of all sentences of a [Reader] together are the text that it
// read, unless that was blank. An error has the cause conll.ErrRange.
func AppendText(dst []byte, s *conll.Sentence) ([]byte, error) {
	return appendSentence(dst, s, nil)
}

// appendSentence also notes the tokens in a document, unless that is nil.
func appendSentence(dst []byte, s *conll.Sentence, d *document) ([]byte, error) {
	tokens, err := s.Tokens()
	if err != nil {
		return dst, err
	}
	for i := range tokens {
		t := &tokens[i]
		if blanks, ok := conll.MiscValue(t.Misc, spacesBefore); ok {
			dst = append(dst, unescape(blanks)...)
		}
		if d != nil {
			d.note(len(dst), t, i == len(tokens)-1)
		}
		dst = append(dst, t.Form...)
		if blanks, ok := conll.MiscValue(t.Misc, spacesAfter); ok {
			dst = append(dst, unescape(blanks)...)
		} else if t.SpaceAfter() {
			dst = append(dst, ' ')
		}
		if d != nil {
			_, told := conll.MiscValue(t.Misc, spacesAfter)
			d.told = told || !t.SpaceAfter()
		}
	}
	return dst, nil
}
