package eval

import (
	"bufio"
	"fmt"
	"strings"
	"unicode"
)

// printer prints text; its Flush returns the first error of the writer below.
type printer struct{ *bufio.Writer }

func (p printer) printf(format string, args ...any) {
	_, _ = fmt.Fprintf(p.Writer, format, args...)
}

// padBytes fills up to a width in bytes: that is how eval.pl pads tags and
// labels.
func padBytes(s string, width int) string {
	return s + strings.Repeat(" ", max(width-len(s), 0))
}

// padText fills up to a width in characters: that is how eval.pl pads words.
func padText(s string, width int) string {
	return s + strings.Repeat(" ", max(width-textWidth(s), 0))
}

// textWidth counts characters but for non-spacing marks, such as the vowel
// marks of Arabic.
func textWidth(s string) int {
	n := 0
	for _, c := range s {
		if !unicode.Is(unicode.Mn, c) {
			n++
		}
	}
	return n
}

func dashes(n int) string { return strings.Repeat("-", n) }
