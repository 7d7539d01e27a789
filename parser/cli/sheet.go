package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"parser/eval/layout"
)

// What --format may be.
const (
	formatText     = "text"
	formatMarkdown = "markdown"
	formatLaTeX    = "latex"
	formatCSV      = "csv"
	formatJSON     = "json"
)

// page is a table with what is said above and below it.
type page struct {
	caption []string
	command string // that makes it
	sheet   sheet
	notes   []string
}

// sheet is a table to be printed.
type sheet struct {
	names int // columns that are flush left
	head  []string
	rows  [][]cell
}

// cell is a text in a sheet.
type cell struct {
	text string
	best bool // of those that it is compared with
}

// sheetOf makes a sheet of cells of which none is the best; the first row is the head.
func sheetOf(table [][]string, names int) sheet {
	s := sheet{names: names, head: table[0]}
	for _, texts := range table[1:] {
		s.rows = append(s.rows, cellsOf(texts...))
	}
	return s
}

func cellsOf(texts ...string) []cell {
	cells := make([]cell, len(texts))
	for i, text := range texts {
		cells[i].text = text
	}
	return cells
}

// write prints the page as text, Markdown or LaTeX.
func (p *page) write(w io.Writer, format string) error {
	switch format {
	case formatMarkdown:
		return p.writeMarkdown(w)
	case formatLaTeX:
		return p.writeLaTeX(w)
	}
	lines := append(p.caption[:len(p.caption):len(p.caption)], p.command, "")
	lines = append(lines, layout.Lines(p.sheet.marked(), p.sheet.names)...)
	if err := writeLines(w, "", append(lines, "")); err != nil {
		return err
	}
	return writeLines(w, "", p.notes)
}

// marked returns the texts with the head, and a star behind what is best. In columns
// where there is such a star, digits stay below digits.
func (s *sheet) marked() [][]string {
	table := s.texts(func(c cell) string {
		if c.best {
			return c.text + "*"
		}
		return c.text
	})
	for column := range s.head {
		starred := false
		for _, row := range s.rows {
			starred = starred || row[column].best
		}
		for i := range table {
			if starred && !strings.HasSuffix(table[i][column], "*") {
				table[i][column] += " "
			}
		}
	}
	return table
}

// texts returns the head and the printed cells.
func (s *sheet) texts(print func(cell) string) [][]string {
	table := [][]string{append([]string(nil), s.head...)}
	for _, row := range s.rows {
		texts := make([]string, len(row))
		for i, c := range row {
			texts[i] = print(c)
		}
		table = append(table, texts)
	}
	return table
}

func (p *page) writeMarkdown(w io.Writer) error {
	caption := append(p.caption[:len(p.caption):len(p.caption)], "`"+p.command+"`")
	table := layout.Pad(p.sheet.texts(func(c cell) string {
		if c.best {
			return "**" + c.text + "**"
		}
		return c.text
	}), p.sheet.names)
	var b strings.Builder
	for i, cells := range table {
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		if i > 0 {
			continue
		}
		for column, cell := range cells {
			dashes := strings.Repeat("-", utf8.RuneCountInString(cell)-1)
			if column < p.sheet.names {
				b.WriteString("| " + dashes + "- ")
			} else {
				b.WriteString("| " + dashes + ": ")
			}
		}
		b.WriteString("|\n")
	}
	if _, err := fmt.Fprintf(w, "%s\n\n%s\n", strings.Join(caption, "  \n"), b.String()); err != nil {
		return err
	}
	return writeLines(w, "- ", p.notes)
}

// writeLines prints lines with a mark before each.
func writeLines(w io.Writer, mark string, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, mark+line); err != nil {
			return err
		}
	}
	return nil
}

// sheeted is what commands print as a sheet, or for programs.
type sheeted interface {
	page() page
	writeCSV(w io.Writer) error
}

// writeReport writes a report in a format. What a format has no place for goes to notes.
func writeReport(w, notes io.Writer, format string, r sheeted) error {
	switch format {
	case formatJSON:
		return writeJSON(w, r)
	case formatCSV:
		if err := r.writeCSV(w); err != nil {
			return err
		}
		return writeLines(notes, "", r.page().notes)
	}
	p := r.page()
	return p.write(w, format)
}
