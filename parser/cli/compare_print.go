package cli

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval/compare"
	"parser/eval/layout"
)

// lines returns the report as text.
func (c *comparing) lines(r *compare.Report) []string {
	lines := []string{fmt.Sprintf("%s: %s, %s", r.Gold, count(r.Sentences, "sentence"), c.scored(r))}
	for _, m := range r.Scores {
		lines = append(lines, scoreLines(r, m)...)
	}
	lines = append(lines, "", samplingLine(r.Sampling))
	if c.quiet {
		return lines
	}
	counted := countedBy(r.Scores[0].Metric)
	for _, b := range r.Breakdowns {
		lines = append(lines, breakdownLines(b, counted)...)
	}
	for _, t := range r.Confusions {
		lines = append(lines, confusionLines(t, len(r.Systems))...)
	}
	for i, e := range r.Examples {
		lines = append(lines, exampleLines(i+1, e)...)
	}
	return lines
}

// The things of which metrics count the right ones.
const (
	countedWords    = "words"
	countedBrackets = "brackets"
)

func countedBy(m compare.Metric) string {
	if slices.Contains(compare.ArcMetrics(), m) {
		return countedWords
	}
	return countedBrackets
}

// scored says what is counted.
func (c *comparing) scored(r *compare.Report) string {
	first := r.Scores[0]
	words := count(first.Systems[0].Gold, "word")
	switch {
	case countedBy(first.Metric) == countedBrackets:
		return "brackets by " + c.brackets.param
	case c.punctuation:
		return words
	}
	return words + " without punctuation"
}

func samplingLine(s compare.Sampling) string {
	return fmt.Sprintf("%s, seed %d; differences are to A; p is two-sided", count(s.Samples, "sample"), s.Seed)
}

// letter names a system in tables: A to Z, then by number.
func letter(i int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(letters) {
		return letters[i : i+1]
	}
	return fmt.Sprint("#", i+1)
}

func letters(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = letter(i)
	}
	return list
}

// tableLines returns a table, below an empty line and a title.
func tableLines(title string, left int, rows [][]string) []string {
	return append([]string{"", title}, layout.Lines(rows, left)...)
}

// scoreLines is the table of a metric.
func scoreLines(r *compare.Report, m compare.MetricScores) []string {
	interval := fmt.Sprintf("%.4g %% interval", certain*r.Sampling.Confidence)
	head := []string{"", "system", "score", interval}
	if len(m.Systems) > 1 {
		head = append(head, "difference", interval, "p (randomisation)", "p (bootstrap)")
	}
	rows := [][]string{head}
	for i, s := range m.Systems {
		cells := []string{letter(i), r.Systems[i], s.Score.String(), intervalText(s.Interval)}
		if d := s.Difference; d != nil {
			cells = append(cells, fmt.Sprintf("%+.2f", d.Value), intervalText(d.Bootstrap.Interval),
				pText(d.Randomisation.P()), pText(d.Bootstrap.P()))
		}
		for len(cells) < len(head) {
			cells = append(cells, "")
		}
		rows = append(rows, cells)
	}
	return tableLines(metricName(m.Metric), 2, rows)
}

func metricName(m compare.Metric) string {
	switch m {
	case compare.Recall, compare.Precision, compare.Complete:
		return string(m)
	}
	return strings.ToUpper(string(m))
}

func intervalText(i compare.Interval) string { return fmt.Sprintf("[%v, %v]", i.Low, i.High) }

// pText prints a p value, also a small one with a digit.
func pText(p float64) string {
	const least = 0.00005 // is the last that four digits show
	if p < least {
		return fmt.Sprintf("%.0e", p)
	}
	return fmt.Sprintf("%.4f", p)
}

// breakdownLines is the table of a breakdown, if there is anything in it.
func breakdownLines(b compare.Breakdown, counted string) []string {
	if len(b.Groups) == 0 {
		return nil
	}
	rows := [][]string{append([]string{"", "gold " + counted}, letters(len(b.Groups[0].Systems))...)}
	for _, g := range b.Groups {
		cells := []string{g.Name, fmt.Sprint(g.Gold())}
		for _, s := range g.Systems {
			if s.Gold+s.System == 0 {
				cells = append(cells, unknown)
			} else {
				cells = append(cells, s.F1().String())
			}
		}
		rows = append(rows, cells)
	}
	return tableLines(b.Score+" by "+b.By, 1, rows)
}

// confusionLines is a table of confusions, if there are any.
func confusionLines(t compare.ConfusionTable, systems int) []string {
	if len(t.Rows) == 0 {
		return nil
	}
	title, left := "confusions of "+t.Of+", how often", 2
	head := []string{"gold", "system"}
	if t.Rows[0].Word != "" { // of heads
		title, left = title+", by parts of speech and sides", 3
		head = append([]string{"word"}, head...)
	}
	rows := [][]string{append(head, letters(systems)...)}
	for _, row := range t.Rows {
		cells := []string{row.Word, orUnknown(row.Gold), orUnknown(row.System)}[3-left:]
		for _, n := range row.Counts {
			cells = append(cells, fmt.Sprint(n))
		}
		rows = append(rows, cells)
	}
	return tableLines(title, left, rows)
}

func orUnknown(text string) string {
	if text == compare.Nothing {
		return unknown
	}
	return text
}

// exampleLines is a sentence with what is wrong in it.
func exampleLines(number int, e compare.Example) []string {
	right := make([]string, len(e.Counts))
	for i, c := range e.Counts {
		right[i] = fmt.Sprintf("%s %d of %d", letter(i), c.Right, c.Gold)
		if c.System != c.Gold {
			right[i] += fmt.Sprintf(" (%d given)", c.System)
		}
	}
	rows := [][]string{append([]string{"", "gold"}, letters(len(e.Counts))...)}
	for _, row := range e.Rows {
		cells := []string{row.Item, orUnknown(row.Gold)}
		for _, cell := range row.Systems {
			cells = append(cells, orUnknown(cell))
		}
		rows = append(rows, cells)
	}
	title := fmt.Sprintf("example %d, %s, right: %s; %s: as gold", number, e.Place, strings.Join(right, ", "), compare.Right)
	lines := tableLines(title, len(rows[0]), rows)
	return append(lines[:2:2], append([]string{e.Text}, lines[2:]...)...)
}
