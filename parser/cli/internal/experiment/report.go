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

const (
	Text     = "text"
	Markdown = "markdown"
	LaTeX    = "latex"
	CSV      = "csv"
	JSON     = "json"
)

// Formats lists the formats of reports; "md" is another name of Markdown.
func Formats() []string { return []string{Text, Markdown, LaTeX, CSV, JSON} }

// Report is the result of an experiment: an Ablation or a Table. Its JSON has everything that other formats show.
type Report interface {
	// Add adds the results of all runs with the report's seeds, in the order of Plan; program is this version of the
	// program. It returns how many runs are done, have failed, and were planned.
	Add(runs []*Run, program string) (done, failed, asked int)

	// Scores returns the scores of a run in short.
	Scores(r *Run) string

	printed
}

// printed is what can be written as a table.
type printed interface{ page() page }

// Write writes a report in a format. For CSV, the notes go to a writer of their own.
func Write(w, notes io.Writer, format string, r printed) error {
	p := r.page()
	lines := p.text
	switch format {
	case JSON:
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(r)
	case CSV:
		var records [][]string
		for _, record := range p.records {
			texts := make([]string, len(record))
			for i, field := range record {
				texts[i] = fmt.Sprint(field)
			}
			records = append(records, texts)
		}
		if err := csv.NewWriter(w).WriteAll(records); err != nil {
			return err
		}
		return layout.Print(notes, func(out layout.Printer) { out.Lines(p.notes...) })
	case Markdown, "md":
		lines = p.markdown
	case LaTeX:
		lines = p.latex
	}
	return layout.Print(w, func(out layout.Printer) { out.Lines(lines()...) })
}

// page is a table with the text above and below it.
type page struct {
	caption []string
	command string   // that makes it
	names   int      // columns that are flush left
	rows    [][]cell // the head first; if it begins with "", the others begin with the names of their groups
	notes   []string
	records [][]any // for CSV: the head first, and numbers with all digits
}

type cell struct {
	text   string
	rivals string  // the name of the cells that it is compared with; "" for none
	mean   float64 // by which it is compared
}

// add adds a row of cells and other values to print.
func (p *page) add(values ...any) {
	row := make([]cell, len(values))
	for i, value := range values {
		c, ok := value.(cell)
		if !ok {
			c.text = fmt.Sprint(value)
		}
		row[i] = c
	}
	p.rows = append(p.rows, row)
}

// grouped reports whether rows begin with the name of their group, which is printed once.
func (p *page) grouped() bool { return p.rows[0][0].text == "" }

// texts returns the rows with their cells as print returns them. The rivals with the highest printed mean are best.
func (p *page) texts(print func(text string, best bool) string) [][]string {
	const inOne = 100 // two digits are printed
	top := map[string]float64{}
	for _, row := range p.rows {
		for _, c := range row {
			top[c.rivals] = max(top[c.rivals], math.Round(c.mean*inOne))
		}
	}
	table := make([][]string, len(p.rows))
	for i, row := range p.rows {
		for k, c := range row {
			if k == 0 && i > 0 && p.grouped() && c.text == p.rows[i-1][0].text {
				c.text = ""
			}
			table[i] = append(table[i], print(c.text, c.rivals != "" && math.Round(c.mean*inOne) == top[c.rivals]))
		}
	}
	return table
}

// text marks the best cells with stars. In columns with stars, digits stay below digits.
func (p *page) text() []string {
	const star = "*"
	table := p.texts(func(text string, best bool) string {
		if best {
			text += star
		}
		return text
	})
	for column := range p.rows[0] {
		if slices.ContainsFunc(table, func(row []string) bool { return strings.HasSuffix(row[column], star) }) {
			for _, row := range table {
				if !strings.HasSuffix(row[column], star) {
					row[column] += " "
				}
			}
		}
	}
	return slices.Concat(p.caption, []string{p.command, ""}, layout.Lines(table, p.names), []string{""}, p.notes)
}

func (p *page) markdown() []string {
	table := layout.Pad(p.texts(func(text string, best bool) string {
		if best {
			return "**" + text + "**"
		}
		return text
	}), p.names)
	var rule []string
	for column, cell := range table[0] {
		end := ":"
		if column < p.names {
			end = "-"
		}
		rule = append(rule, strings.Repeat("-", utf8.RuneCountInString(cell)-1)+end)
	}
	lines := []string{strings.Join(append(p.caption, "`"+p.command+"`"), "  \n"), ""}
	for _, cells := range slices.Insert(table, 1, rule) {
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	lines = append(lines, "")
	for _, note := range p.notes {
		lines = append(lines, "- "+note)
	}
	return lines
}

// latex prints a tabular of the package booktabs, with a rule before each group, and the other text as comments.
func (p *page) latex() []string {
	var lines []string
	for _, line := range append(p.caption, p.command) {
		lines = append(lines, "% "+line)
	}
	table := p.texts(func(text string, best bool) string {
		positive, negative := strings.CutPrefix(text, "-")
		if text = inLaTeX(positive); negative {
			text = "$-$" + text // a minus sign, not a hyphen
		}
		if best {
			return `\textbf{` + text + "}"
		}
		return text
	})
	columns := strings.Repeat("l", p.names) + strings.Repeat("r", len(p.rows[0])-p.names)
	lines = append(lines, fmt.Sprintf(`\begin{tabular}{%s}`, columns), `\toprule`)
	for i, cells := range layout.Pad(table, p.names) {
		if i == 1 || i > 1 && p.grouped() && table[i][0] != "" {
			lines = append(lines, `\midrule`)
		}
		lines = append(lines, strings.Join(cells, " & ")+` \\`)
	}
	lines = append(lines, `\bottomrule`, `\end{tabular}`)
	for _, note := range p.notes {
		lines = append(lines, "% "+note)
	}
	return lines
}

func inLaTeX(text string) string {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "$", `\$`,
		"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`,
		"α", `$\alpha$`, "τ", `$\tau$`, "µ", `$\mu$`, "±", `$\pm$`, "–", "--",
	).Replace(text)
}

// unknown stands for a missing figure.
const unknown = "–"

// Spread is the mean of some numbers and their standard deviation, that of a sample (n−1); 0 for a single number.
type Spread struct {
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"`
}

func spreadOf[T any](things []T, number func(T) float64) (s Spread) {
	n := float64(len(things))
	for _, x := range things {
		s.Mean += number(x) / n
	}
	if n < 2 {
		return s
	}
	for _, x := range things {
		s.Deviation += float64((number(x) - s.Mean) * (number(x) - s.Mean))
	}
	s.Deviation = math.Sqrt(s.Deviation / (n - 1))
	return s
}

// cell returns a spread over n runs as a cell, which has rivals only if there are runs.
func (s Spread) cell(n int, rivals string) cell {
	switch n {
	case 0:
		return cell{text: unknown}
	case 1:
		return cell{fmt.Sprintf("%.2f", s.Mean), rivals, s.Mean}
	}
	return cell{fmt.Sprintf("%.2f ± %.2f", s.Mean, s.Deviation), rivals, s.Mean}
}

// Source says where a part of a treebank is from.
type Source struct {
	Name      string `json:"name"`
	Sentences int    `json:"sentences"` // the first ones …
	Of        int    `json:"of"`        // … of this many
}

// String describes the source.
func (s Source) String() string {
	first := ""
	if s.Sentences < s.Of {
		first = fmt.Sprintf("the first %d of ", s.Sentences)
	}
	return fmt.Sprintf("%s, %s%s", s.Name, first, layout.Count(s.Of, "sentence"))
}

// listed joins names as in a sentence.
func listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// seedsText is the end of a caption about scores.
func seedsText(seeds []uint64) string {
	list := strings.ReplaceAll(strings.Trim(fmt.Sprint(seeds), "[]"), " ", ", ")
	if len(seeds) > 1 {
		return ", mean ± standard deviation over the seeds " + list
	}
	return ", seed " + list
}

// interrupted returns a note if not all runs are over.
func interrupted(done, failed, asked int) []string {
	if done+failed == asked {
		return nil
	}
	return []string{fmt.Sprintf("interrupted after %d of %s", done, layout.Count(asked, "run"))}
}
