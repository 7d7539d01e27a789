// Package layout prints plain text for people to read: tables with aligned columns,
// numbers with their nouns, and lines to a writer whose first error is returned at the
// end. Reports of scores use it, and so do all other packages that print such text.
//
//	rows := [][]string{{"", "system", "LAS"}, {"A", "mine.conllu", "91.20"}, {"B", "theirs.conllu", "8.05"}}
//	err := layout.Print(os.Stdout, func(p layout.Printer) { p.Lines(layout.Lines(rows, 2)...) })
//
// prints
//
//	   system           LAS
//	A  mine.conllu    91.20
//	B  theirs.conllu   8.05
package layout

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/template"
	"unicode"

	"github.com/rivo/uniseg"
)

// Lines returns a line for each row, with columns padded as by [Pad] and two blanks
// between them. No line ends in blanks.
func Lines(rows [][]string, names int) []string {
	lines := make([]string, len(rows))
	for i, cells := range Pad(rows, names) {
		lines[i] = strings.TrimRight(strings.Join(cells, "  "), " ")
	}
	return lines
}

// Pad returns the rows with the cells of every column padded with blanks to the same width in a terminal, where a
// character may be two columns wide, or none. The first columns, as many as names says, are names and are padded on the
// right; the others are numbers and are padded on the left. A row may be shorter than others.
func Pad(rows [][]string, names int) [][]string {
	var widths []int
	for _, cells := range rows {
		widths = append(widths, make([]int, max(len(cells)-len(widths), 0))...)
		for i, cell := range cells {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	padded := make([][]string, len(rows))
	for n, cells := range rows {
		padded[n] = make([]string, len(cells))
		for i, cell := range cells {
			blanks := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			if i < names {
				padded[n][i] = cell + blanks
			} else {
				padded[n][i] = blanks + cell
			}
		}
	}
	return padded
}

// Count returns a number and the noun that it counts: 1 word, 2 words.
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

// Fill pads a text on the right with blanks to a width, see [Width].
func Fill(s string, width int) string {
	return s + strings.Repeat(" ", max(width-Width(s), 0))
}

// Width counts the characters of a text without non-spacing marks, such as vowels of Arabic.
func Width(s string) int {
	n := 0
	for _, c := range s {
		if !unicode.Is(unicode.Mn, c) {
			n++
		}
	}
	return n
}

// Printer prints to a writer and ignores everything after its first error, which Print returns.
type Printer struct{ out *bufio.Writer }

// Print lets f print to w, and returns the first error of w.
func Print(w io.Writer, f func(Printer)) error {
	p := Printer{bufio.NewWriter(w)}
	f(p)
	return p.out.Flush()
}

// Execute prints data by the template of this name. The function makes the templates: as a variable they would be in every
// program that computes scores, even one that never prints them.
func Execute(w io.Writer, t func() *template.Template, name string, data any) error {
	out := bufio.NewWriter(w)
	if err := t().ExecuteTemplate(out, name, data); err != nil {
		return err
	}
	return out.Flush()
}

// Printf formats like [fmt.Printf].
func (p Printer) Printf(format string, args ...any) {
	_, _ = fmt.Fprintf(p.out, format, args...) // the error comes from Print
}

// Lines prints lines.
func (p Printer) Lines(lines ...string) {
	for _, line := range lines {
		p.Printf("%s\n", line)
	}
}
