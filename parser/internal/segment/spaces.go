package segment

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/segment/signs"
)

// Attributes of MISC from which the text can be restored.
const (
	spaceAfter    = "SpaceAfter"    // No: nothing follows; otherwise, without SpacesAfter, a space
	spacesAfter   = "SpacesAfter"   // the blanks that follow, with markup
	spacesBefore  = "SpacesBefore"  // blanks before the first token of the text
	spacesInToken = "SpacesInToken" // the token as it stands in the file, if that is not its form
	tokenRange    = "TokenRange"    // start:end of the token in the text, in characters
)

// What UDPipe writes after a backslash, and what each sign means.
const (
	codes   = `strnp\`
	meaning = " \t\r\n|\\"
)

// escape writes blanks as UDPipe does; those without a sign, and what cannot be printed, are written as \u00A0. All
// other characters are those of markup, and stay.
func escape(text string) string {
	var b strings.Builder
	for _, c := range text {
		if i := strings.IndexRune(meaning, c); i >= 0 {
			b.WriteString(`\` + codes[i:i+1])
		} else if unicode.IsPrint(c) || c > 0xFFFF {
			b.WriteRune(c)
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
		if sign := strings.IndexByte(codes, code[1]); sign >= 0 {
			return meaning[sign : sign+1]
		}
		c, _ := strconv.ParseUint(code[2:], 16, 16) // which are digits
		return string(rune(c))
	})
}

// AppendText appends the text of a sentence to dst, as given by SpaceAfter, SpacesAfter, SpacesBefore and
// SpacesInToken in MISC. The texts of all sentences of a [Reader] together are the text that it
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
			dst = append(dst, d.blanks(blanks)...)
		}
		form := t.Form
		if file, ok := conll.MiscValue(t.Misc, spacesInToken); ok && !d.shown {
			form = unescape(file)
		}
		d.note(len(dst), form, t.Multiword, i == len(tokens)-1)
		dst = append(dst, form...)
		blanks, told := conll.MiscValue(t.Misc, spacesAfter)
		if blanks = d.blanks(blanks); blanks == "" && t.SpaceAfter() && (!told || d.shown) {
			blanks = " "
		}
		dst = append(dst, blanks...)
		d.exact, d.told = told, told || !t.SpaceAfter()
	}
	return dst, nil
}

// blanks returns the blanks that are escaped in MISC, with markup unless that is not to be shown.
func (d *document) blanks(escaped string) string {
	text := unescape(escaped)
	if !d.shown {
		return text
	}
	return strings.Map(func(c rune) rune {
		if signs.IsBlank(c) {
			return c
		}
		return -1
	}, text)
}
