package pipe

import (
	"strconv"
	"strings"

	"parser/conll/textfile"
)

// rawTextHint says what can be done about raw text where something else is read.
const rawTextHint = "raw text needs --text, as in parser parse --text"

// numberedHint says what can be done about lines of a number and a token.
const numberedHint = "tokens alone, one a line and without their numbers (cut -f 2), are read by --format vertical"

// hasNumberedTokens reports whether a file that was just opened begins with a line of a number and a token.
func hasNumberedTokens(f *textfile.Reader) bool {
	start, _ := f.Peek(f.Buffered())
	for line := range strings.Lines(string(start)) {
		if number, token, two := strings.Cut(strings.TrimSpace(line), "\t"); number != "" && !strings.HasPrefix(line, "#") {
			_, err := strconv.Atoi(number)
			return two && err == nil && !strings.Contains(token, "\t")
		}
	}
	return false
}

// LooksRaw reports whether a file that was just opened begins with a line not of columns, brackets or word/TAG.
func LooksRaw(f *textfile.Reader) bool {
	_, known := Holds(f)
	return !known && f.Detect() != textfile.Tagged
}
