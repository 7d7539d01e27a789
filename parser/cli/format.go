package cli

import (
	"bufio"
	"bytes"
	"fmt"

	"parser/conll"
	"parser/conll/textfile"
)

// What sentences are written in: the values of parse's --format, and two more that
// only detectFormat answers.
const (
	formAuto     = "auto" // told by detectFormat and, between x and u, by a conll.Reader
	formX        = "x"
	formU        = "u"
	formTagged   = "tagged"   // word/TAG, a sentence a line
	formBrackets = "brackets" // Penn trees
	formCoNLL    = "conll"    // x or u
	formUnknown  = "unknown"
)

const blanks = " \t\r\n\v\f" // U+00A0 and its kind are parts of words

// conllFormat returns the format of CoNLL files that --format names.
func conllFormat(name string) (conll.Format, error) {
	switch name {
	case formAuto:
		return conll.FormatAuto, nil
	case formX:
		return conll.FormatX, nil
	case formU:
		return conll.FormatU, nil
	}
	return conll.FormatAuto, fmt.Errorf("%w: the format is x, u or auto, not %q", errUsage, name)
}

// detectFormat tells by the first line that is neither blank nor a comment what is
// written in a stream; see formOfLine. It takes nothing from the stream and
// never waits for more than that line. A stream without such a line is CoNLL.
func detectFormat(r *bufio.Reader) string {
	for seen, ends := 0, false; ; {
		text, _ := r.Peek(r.Buffered())
		for line, end := nextLine(text, seen, ends); end > 0; line, end = nextLine(text, seen, ends) {
			if form := formOfLine(line); form != "" {
				return form
			}
			seen = end
		}
		if ends {
			return formCoNLL
		}
		_, err := r.Peek(r.Buffered() + 1)
		ends = err != nil
	}
}

// nextLine returns the line of text that begins at start, and its end, or 0 if
// there is none. The last line needs no line break if the text ends there.
func nextLine(text []byte, start int, ends bool) (line []byte, end int) {
	line = text[start:]
	switch n := bytes.IndexByte(line, '\n'); {
	case n >= 0:
		line, end = line[:n], start+n+1
	case ends && len(line) > 0:
		end = len(text)
	default:
		return nil, 0
	}
	if start == 0 {
		line = bytes.TrimPrefix(line, []byte(textfile.ByteOrderMark))
	}
	return bytes.Trim(line, blanks), end
}

// formOfLine tells what a line is: tagged if it is made of word/TAG, brackets if
// it begins with one, CoNLL if it has tabs. What is none of these is tagged, with
// mistakes, where half of it is word/TAG, and CoNLL, with blanks for tabs, where
// it begins with a number. The answer for a blank line or a comment is "".
func formOfLine(line []byte) string {
	tokens := bytes.FieldsFunc(line, isBlank)
	tagged := 0
	for _, token := range tokens {
		if _, _, ok := cutTag(string(token)); ok {
			tagged++
		}
	}
	begins := func(text string) bool { return bytes.HasPrefix(line, []byte(text)) }
	switch {
	case len(tokens) == 0, begins("#") && !begins("#/"):
		return ""
	case tagged == len(tokens):
		return formTagged
	case begins("("), begins("%"), begins("*x*"), begins("/*"), begins("/~*"): // the others are ptb's comments
		return formBrackets
	case bytes.IndexByte(line, '\t') >= 0:
		return formCoNLL
	case 2*tagged >= len(tokens):
		return formTagged
	case '0' <= line[0] && line[0] <= '9':
		return formCoNLL
	}
	return formUnknown
}

func isBlank(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r'
}
