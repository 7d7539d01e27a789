package experiment

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/eval/layout"
)

// Formats of reports.
const (
	Text     = "text"
	Markdown = "markdown"
	LaTeX    = "latex"
	CSV      = "csv"
	JSON     = "json"
)

// Report is what came of an experiment: an Ablation or a Table. As JSON it has all that
// the other formats need.
type Report interface {
	page() page
	records() [][]string // for CSV, with their head
}

// Write writes a report in a format. What CSV has no place for goes to notes.
func Write(w, notes io.Writer, format string, r Report) error {
	p := r.page()
	switch format {
	case JSON:
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(r)
	case CSV:
		if err := csv.NewWriter(w).WriteAll(r.records()); err != nil {
			return err
		}
		return layout.Print(notes, func(out layout.Printer) { out.Lines(p.notes...) })
	}
	return layout.Print(w, func(out layout.Printer) {
		switch format {
		case Markdown:
			p.markdown(out)
		case LaTeX:
			p.latex(out)
		default:
			out.Lines(append(slices.Clone(p.caption), p.command, "")...)
			out.Lines(layout.Lines(p.starred(), p.names)...)
			out.Lines(append([]string{""}, p.notes...)...)
		}
	})
}

// page is a table with what is said above and below it.
type page struct {
	caption []string
	command string // that makes it
	names   int    // columns that are flush left
	head    []string
	rows    [][]cell
	notes   []string
}

// cell is a text in a table.
type cell struct {
	text string
	mean float64 // of a score, by which it is compared with others …
	runs int     // … if it is of some runs
	best bool    // of those that it is compared with
}

// cellsOf returns cells that are no scores.
func cellsOf(texts ...string) []cell {
	cells := make([]cell, len(texts))
	for i, text := range texts {
		cells[i].text = text
	}
	return cells
}

// markBest marks the scores in some columns than which none there is printed as higher.
func markBest(rows [][]cell, columns ...int) {
	const inOne = 100 // two digits are printed
	top := math.Inf(-1)
	for _, mark := range []bool{false, true} {
		for _, row := range rows {
			for _, k := range columns {
				if c := &row[k]; c.runs > 0 {
					top = max(top, math.Round(c.mean*inOne))
					c.best = mark && math.Round(c.mean*inOne) == top
				}
			}
		}
	}
}

// texts returns the head and the printed cells.
func (p *page) texts(print func(cell) string) [][]string {
	table := [][]string{slices.Clone(p.head)}
	for _, row := range p.rows {
		texts := make([]string, len(row))
		for i, c := range row {
			texts[i] = print(c)
		}
		table = append(table, texts)
	}
	return table
}

// starred returns the texts with the head, and a star behind what is best. In columns
// where there is such a star, digits stay below digits.
func (p *page) starred() [][]string {
	table := p.texts(func(c cell) string {
		if c.best {
			return c.text + "*"
		}
		return c.text
	})
	for column := range p.head {
		if !slices.ContainsFunc(p.rows, func(row []cell) bool { return row[column].best }) {
			continue
		}
		for _, row := range table {
			if !strings.HasSuffix(row[column], "*") {
				row[column] += " "
			}
		}
	}
	return table
}

func (p *page) markdown(out layout.Printer) {
	out.Lines(strings.Join(append(slices.Clone(p.caption), "`"+p.command+"`"), "  \n"), "")
	table := layout.Pad(p.texts(func(c cell) string {
		if c.best {
			return "**" + c.text + "**"
		}
		return c.text
	}), p.names)
	for i, cells := range table {
		out.Lines("| " + strings.Join(cells, " | ") + " |")
		if i > 0 {
			continue
		}
		for column, cell := range cells {
			end := ":"
			if column < p.names {
				end = "-"
			}
			out.Printf("| %s%s ", strings.Repeat("-", utf8.RuneCountInString(cell)-1), end)
		}
		out.Lines("|")
	}
	out.Lines("")
	for _, note := range p.notes {
		out.Lines("- " + note)
	}
}

// inLaTeX writes text that LaTeX prints as it is.
func inLaTeX(text string) string {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "$", `\$`,
		"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`,
		"α", `$\alpha$`, "τ", `$\tau$`, "µ", `$\mu$`, "±", `$\pm$`, "–", "--",
	).Replace(text)
}

// latex prints a tabular of the package booktabs, with all that is said beside the table
// as comments. A rule stands before each group of rows.
func (p *page) latex(out layout.Printer) {
	table := p.texts(func(c cell) string {
		text := inLaTeX(c.text)
		if positive, found := strings.CutPrefix(c.text, "-"); found {
			text = "$-$" + inLaTeX(positive) // a minus sign, not a hyphen
		}
		if c.best {
			return `\textbf{` + text + "}"
		}
		return text
	})
	for i, head := range table[0] {
		table[0][i] = inLaTeX(head)
	}
	comments := func(lines ...string) {
		for _, line := range lines {
			out.Lines("% " + line)
		}
	}
	comments(append(slices.Clone(p.caption), p.command)...)
	columns := strings.Repeat("l", p.names) + strings.Repeat("r", len(p.head)-p.names)
	out.Lines(fmt.Sprintf(`\begin{tabular}{%s}`, columns), `\toprule`)
	grouped := slices.ContainsFunc(table, func(row []string) bool { return row[0] == "" })
	for i, cells := range layout.Pad(table, p.names) {
		if i == 1 || i > 1 && grouped && table[i][0] != "" {
			out.Lines(`\midrule`)
		}
		out.Lines(strings.Join(cells, " & ") + ` \\`)
	}
	out.Lines(`\bottomrule`, `\end{tabular}`)
	comments(p.notes...)
}
