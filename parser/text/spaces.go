package text

import (
	"fmt"
	"strconv"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
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

var escaped = textfile.Pattern(`\\([strnp\\]|u[0-9A-Fa-f]{4})`)

// unescape undoes escape. What is not escaped stays.
func unescape(text string) string {
	return escaped().ReplaceAllStringFunc(text, func(code string) string {
		if sign := strings.IndexByte(signs, code[1]); sign >= 0 {
			return meaning[sign : sign+1]
		}
		c, _ := strconv.ParseUint(code[2:], 16, 16) // which are digits
		return string(rune(c))
	})
}

// AppendText appends the text of a sentence to dst, as given by SpaceAfter, SpacesAfter and
// SpacesBefore in MISC. The texts of all sentences of a [Reader] together are the text that it
// read, unless that was blank. An error has the cause conll.ErrRange.
func AppendText(dst []byte, s *conll.Sentence) ([]byte, error) {
	return appendSentence(dst, s, &document{})
}

// appendSentence also notes the tokens in a document.
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
		d.note(len(dst), t, i == len(tokens)-1)
		dst = append(dst, t.Form...)
		blanks, told := conll.MiscValue(t.Misc, spacesAfter)
		if told {
			dst = append(dst, unescape(blanks)...)
		} else if t.SpaceAfter() {
			dst = append(dst, ' ')
		}
		d.told = told || !t.SpaceAfter()
	}
	return dst, nil
}
