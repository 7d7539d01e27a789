package compare

import (
	"fmt"
	"io"
	"strings"

	"parser/eval/layout"
)

// table is what a report prints below an empty line and a title. The first so many
// columns are names, the first row is a head.
type table struct {
	title string
	names int
	rows  [][]string
}

func (t table) lines() []string {
	return append([]string{"", t.title}, layout.Lines(t.rows, t.names)...)
}

// Write prints the report as text. It returns the first error of the writer.
func (r *Report) Write(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		p.Lines(r.scoreLines()...)
		for _, tables := range [][]table{r.breakdownTables(), r.confusionTables()} {
			for _, t := range tables {
				if len(t.rows) > 1 {
					p.Lines(t.lines()...)
				}
			}
		}
		for i := range r.Examples {
			p.Lines(r.Examples[i].table(i + 1).lines()...)
		}
	})
}

// WriteScores prints the scores only.
func (r *Report) WriteScores(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) { p.Lines(r.scoreLines()...) })
}

// scoreLines is a table for each metric, with all differences.
func (r *Report) scoreLines() []string {
	lines := []string{fmt.Sprintf("%s: %s, %s", r.Gold, layout.Count(r.Sentences, "sentence"), r.Scored)}
	interval := fmt.Sprintf("%.4g %% interval", 100*r.Sampling.Confidence)
	head := []string{"", "system", "score", interval}
	if len(r.Systems) > 1 {
		head = append(head, "difference", interval, "p (randomisation)", "p (bootstrap)")
	}
	for _, m := range r.Scores {
		t := table{string(m.Metric), 2, [][]string{head}}
		if len(t.title) <= len(LAS) { // an abbreviation
			t.title = strings.ToUpper(t.title)
		}
		for i, s := range m.Systems {
			cells := []string{letter(i), r.Systems[i], s.Score.String(), s.Interval.String()}
			if d := s.Difference; d != nil {
				cells = append(cells, fmt.Sprintf("%+.2f", d.Value), d.Bootstrap.Interval.String(),
					pText(d.Randomisation.P()), pText(d.Bootstrap.P()))
			}
			t.rows = append(t.rows, cells)
		}
		lines = append(lines, t.lines()...)
	}
	return append(lines, "", fmt.Sprintf("%s, seed %d; differences are to A; p is two-sided",
		layout.Count(r.Sampling.Samples, "sample"), r.Sampling.Seed))
}

// String prints the bounds of the interval.
func (i Interval) String() string { return fmt.Sprintf("[%v, %v]", i.Low, i.High) }

// pText prints a p value, also a small one with a digit.
func pText(p float64) string {
	const least = 0.00005 // is the last that four digits show
	if p < least {
		return fmt.Sprintf("%.0e", p)
	}
	return fmt.Sprintf("%.4f", p)
}

// letter names a system in tables: A to Z, then by number.
func letter(i int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(letters) {
		return letters[i : i+1]
	}
	return fmt.Sprint("#", i+1)
}

// headed returns a row of a head and the letters of so many systems.
func headed(systems int, head ...string) []string {
	for i := range systems {
		head = append(head, letter(i))
	}
	return head
}

// absent stands for what there is nothing of.
const absent = "–"

// appendCells appends texts, or absent for [Nothing].
func appendCells(row []string, texts ...string) []string {
	for _, text := range texts {
		if text == Nothing {
			text = absent
		}
		row = append(row, text)
	}
	return row
}

func (r *Report) breakdownTables() (tables []table) {
	for _, b := range r.Breakdowns {
		t := table{b.Score + " by " + b.By, 1, [][]string{headed(len(r.Systems), "", "gold "+r.items)}}
		for _, g := range b.Groups {
			cells := []string{g.Name, fmt.Sprint(g.Gold())}
			for _, s := range g.Systems {
				score := s.F1().String()
				if s.Gold+s.System == 0 {
					score = absent
				}
				cells = append(cells, score)
			}
			t.rows = append(t.rows, cells)
		}
		tables = append(tables, t)
	}
	return tables
}

func (r *Report) confusionTables() (tables []table) {
	for _, c := range r.Confusions {
		title, head := "confusions of "+c.Of+", how often", []string{"gold", "system"}
		if len(c.Rows) > 0 && c.Rows[0].Word != "" { // of heads
			title, head = title+", by parts of speech and sides", []string{"word", "gold", "system"}
		}
		t := table{title, len(head), [][]string{headed(len(r.Systems), head...)}}
		for _, row := range c.Rows {
			cells := appendCells(nil, row.Word, row.Gold, row.System)[3-len(head):]
			for _, n := range row.Counts {
				cells = append(cells, fmt.Sprint(n))
			}
			t.rows = append(t.rows, cells)
		}
		tables = append(tables, t)
	}
	return tables
}

// table is a sentence with what is wrong in it.
func (e *Example) table(number int) table {
	right := make([]string, len(e.Counts))
	for i, c := range e.Counts {
		right[i] = fmt.Sprintf("%s %d of %d", letter(i), c.Right, c.Gold)
		if c.System != c.Gold {
			right[i] += fmt.Sprintf(" (%d given)", c.System)
		}
	}
	rows := [][]string{headed(len(e.Counts), "", "gold")}
	for _, row := range e.Rows {
		rows = append(rows, appendCells(appendCells([]string{row.Item}, row.Gold), row.Systems...))
	}
	title := fmt.Sprintf("example %d, %s, right: %s; %s: as gold\n%s", number, e.Place, strings.Join(right, ", "), Right, e.Text)
	return table{title, len(rows[0]), rows}
}
