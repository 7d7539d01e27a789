// Package layout prints tables as plain text: columns of equal width, and lines
// to a writer whose first error is kept to the end.
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

// Lines returns a line for each row, in which columns are padded as by [Pad] and
// two blanks apart. There are no blanks at the end of a line.
func Lines(rows [][]string, names int) []string {
	lines := make([]string, len(rows))
	for i, cells := range Pad(rows, names) {
		lines[i] = strings.TrimRight(strings.Join(cells, "  "), " ")
	}
	return lines
}

// Pad returns the rows with the cells of every column padded to the same width in
// a terminal, where some characters are two columns wide and some none: of the
// first so many, which are names, at the end; of the others, which are numbers,
// before. A row may be shorter than others.
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

// Count prints a number and what it counts: 1 word, 2 words.
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

// Fill fills a text up with blanks to a width, see [Width].
func Fill(s string, width int) string {
	return s + strings.Repeat(" ", max(width-Width(s), 0))
}

// Width counts the characters of a text but for non-spacing marks, such as the
// vowel marks of Arabic.
func Width(s string) int {
	n := 0
	for _, c := range s {
		if !unicode.Is(unicode.Mn, c) {
			n++
		}
	}
	return n
}

// Printer prints to a writer until that fails, and then nothing more.
type Printer struct{ out *bufio.Writer }

// Print lets f print to w, and returns the first error of w.
func Print(w io.Writer, f func(Printer)) error {
	p := Printer{bufio.NewWriter(w)}
	f(p)
	return p.out.Flush()
}

// Execute prints what a template of this name makes of data.
func Execute(w io.Writer, t *template.Template, name string, data any) error {
	out := bufio.NewWriter(w)
	if err := t.ExecuteTemplate(out, name, data); err != nil {
		return err
	}
	return out.Flush()
}

// Printf prints as [fmt.Printf] does.
func (p Printer) Printf(format string, args ...any) {
	_, _ = fmt.Fprintf(p.out, format, args...) // the error comes from Print
}

// Lines prints lines.
func (p Printer) Lines(lines ...string) {
	for _, line := range lines {
		p.Printf("%s\n", line)
	}
}
