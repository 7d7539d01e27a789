package conllx

import (
	"strings"

	"parser/eval/layout"
)

// printer prints the tables of a report.
type printer struct{ layout.Printer }

// padBytes fills up to a width in bytes: that is how eval.pl pads tags and
// labels. Words are padded by [layout.Fill].
func padBytes(s string, width int) string {
	return s + strings.Repeat(" ", max(width-len(s), 0))
}

func dashes(n int) string { return strings.Repeat("-", n) }
