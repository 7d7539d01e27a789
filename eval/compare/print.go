package compare

import (
	"fmt"
	"io"
	"strings"

	"parser/eval/layout"
)

// Write prints the report as text. It returns the first error of the writer.
func (r *Report) Write(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		p.Lines(r.scoreLines()...)
		for _, b := range r.Breakdowns {
			p.Lines(b.lines(r.items)...)
		}
		for _, t := range r.Confusions {
			p.Lines(t.lines(len(r.Systems))...)
		}
		for i, e := range r.Examples {
			p.Lines(e.lines(i + 1)...)
		}
	})
}

// WriteScores prints the scores only.
func (r *Report) WriteScores(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) { p.Lines(r.scoreLines()...) })
}

// scoreLines is a table for each metric, with all differences.
func (r *Report) scoreLines() []string {
	lines := []string{fmt.Sprintf("%s: %s, %s", r.Gold, count(r.Sentences, "sentence"), r.Scored)}
	interval := fmt.Sprintf("%.4g %% interval", 100*r.Sampling.Confidence)
	head := []string{"", "system", "score", interval}
	if len(r.Systems) > 1 {
		head = append(head, "difference", interval, "p (randomisation)", "p (bootstrap)")
	}
	for _, m := range r.Scores {
		rows := [][]string{head}
		for i, s := range m.Systems {
			cells := []string{letter(i), r.Systems[i], s.Score.String(), s.Interval.String()}
			if d := s.Difference; d != nil {
				cells = append(cells, fmt.Sprintf("%+.2f", d.Value), d.Bootstrap.Interval.String(),
					pText(d.Randomisation.P()), pText(d.Bootstrap.P()))
			}
			rows = append(rows, cells)
		}
		title := string(m.Metric)
		switch m.Metric {
		case LAS, UAS, LA, F1:
			title = strings.ToUpper(title)
		}
		lines = append(lines, tableLines(title, 2, rows)...)
	}
	return append(lines, "", fmt.Sprintf("%s, seed %d; differences are to A; p is two-sided",
		count(r.Sampling.Samples, "sample"), r.Sampling.Seed))
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
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

// tableLines returns a table, below an empty line and a title. The first so many
// columns are names.
func tableLines(title string, names int, rows [][]string) []string {
	return append([]string{"", title}, layout.Lines(rows, names)...)
}

// absent stands for what there is nothing of.
const absent = "–"

func orAbsent(text string) string {
	if text == Nothing {
		return absent
	}
	return text
}

// lines is the table of a breakdown, if there is anything in it.
func (b *Breakdown) lines(items string) []string {
	if len(b.Groups) == 0 {
		return nil
	}
	rows := [][]string{headed(len(b.Groups[0].Systems), "", "gold "+items)}
	for _, g := range b.Groups {
		cells := []string{g.Name, fmt.Sprint(g.Gold())}
		for _, s := range g.Systems {
			score := s.F1().String()
			if s.Gold+s.System == 0 {
				score = absent
			}
			cells = append(cells, score)
		}
		rows = append(rows, cells)
	}
	return tableLines(b.Score+" by "+b.By, 1, rows)
}

// lines is a table of confusions, if there are any.
func (t *ConfusionTable) lines(systems int) []string {
	if len(t.Rows) == 0 {
		return nil
	}
	title, head := "confusions of "+t.Of+", how often", []string{"gold", "system"}
	if t.Rows[0].Word != "" { // of heads
		title, head = title+", by parts of speech and sides", []string{"word", "gold", "system"}
	}
	rows := [][]string{headed(systems, head...)}
	for _, row := range t.Rows {
		cells := []string{row.Word, orAbsent(row.Gold), orAbsent(row.System)}[3-len(head):]
		for _, n := range row.Counts {
			cells = append(cells, fmt.Sprint(n))
		}
		rows = append(rows, cells)
	}
	return tableLines(title, len(head), rows)
}

// lines is a sentence with what is wrong in it.
func (e *Example) lines(number int) []string {
	right := make([]string, len(e.Counts))
	for i, c := range e.Counts {
		right[i] = fmt.Sprintf("%s %d of %d", letter(i), c.Right, c.Gold)
		if c.System != c.Gold {
			right[i] += fmt.Sprintf(" (%d given)", c.System)
		}
	}
	rows := [][]string{headed(len(e.Counts), "", "gold")}
	for _, row := range e.Rows {
		cells := []string{row.Item, orAbsent(row.Gold)}
		for _, cell := range row.Systems {
			cells = append(cells, orAbsent(cell))
		}
		rows = append(rows, cells)
	}
	title := fmt.Sprintf("example %d, %s, right: %s; %s: as gold\n%s", number, e.Place, strings.Join(right, ", "), Right, e.Text)
	return tableLines(title, len(rows[0]), rows)
}
