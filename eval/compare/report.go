package compare

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/eval"
	"parser/eval/evalb"
	"parser/eval/layout"
)

// Report is what is to be said of several systems.
type Report struct {
	Gold       string           `json:"gold"`    // name, for headings
	Systems    []string         `json:"systems"` // names, for headings
	Sentences  int              `json:"sentences"`
	Sampling   Sampling         `json:"sampling"`
	Scores     []MetricScores   `json:"scores"`
	Breakdowns []Breakdown      `json:"breakdowns"`
	Confusions []ConfusionTable `json:"confusions"`
	Examples   []Example        `json:"examples"` // those in which the systems differ most first
	Scored     string           `json:"-"`        // what is scored, for headings
	items      string           // of which the first metric counts the right ones
}

// MetricScores are the scores of all systems by one metric.
type MetricScores struct {
	Metric  Metric        `json:"metric"`
	Systems []SystemScore `json:"systems"`
}

// SystemScore is a score, its confidence interval, and its difference to the
// score of the first system, which has none itself.
type SystemScore struct {
	eval.Counts
	Score      eval.Percent `json:"score"`
	Interval   Interval     `json:"interval"`
	Difference *Difference  `json:"difference,omitempty"`
}

// Difference is a system's score less the first one's, and how sure that is.
type Difference struct {
	Value         eval.Percent `json:"value"`
	Randomisation Randomised   `json:"randomisation"`
	Bootstrap     Resampled    `json:"bootstrap"`
}

// Breakdown is a score group by group.
type Breakdown struct {
	By     string  `json:"by"`    // what the groups are
	Score  string  `json:"score"` // what F1 is in the rows
	Groups []Group `json:"groups"`

	names  []string // of the groups, in order; nil for names in the order of their frequency
	shared bool     // only the gold tree tells the groups apart
	groups eval.Tally[Group]
}

// Ordered reports whether the groups are in an order of their own, such as that of lengths, and
// not in that of their frequency.
func (b *Breakdown) Ordered() bool { return b.names != nil }

// Group is what the systems do in one group: a row of a breakdown. Where only
// the gold tree tells the groups apart, recall, precision and F1 are the same.
type Group struct {
	Name    string             `json:"name"`
	Systems []evalb.LabelScore `json:"systems"`
}

// Gold returns the size of the group in the gold trees.
func (g Group) Gold() int {
	return slices.MaxFunc(g.Systems, func(x, y evalb.LabelScore) int { return cmp.Compare(x.Gold, y.Gold) }).Gold
}

// ConfusionTable has the most frequent confusions of something.
type ConfusionTable struct {
	Of   string      `json:"of"`
	Rows []Confusion `json:"rows"`

	counts map[Confused][]int // by system
}

// Nothing stands where a side has no bracket. No label is like it.
const Nothing = "(none)"

// Confused is what was taken for what.
type Confused struct {
	Word   string `json:"word,omitempty"` // the part of speech of the word, with heads
	Gold   string `json:"gold"`
	System string `json:"system"`
}

func (c Confused) compare(d Confused) int {
	return cmp.Or(cmp.Compare(c.Word, d.Word), cmp.Compare(c.Gold, d.Gold), cmp.Compare(c.System, d.System))
}

// Confusion says how often each system confuses something.
type Confusion struct {
	Confused
	Counts []int `json:"counts"`
}

// Right is what stands in an example where a system is as the gold tree.
const Right = "="

// Example is a sentence in which the systems differ much.
type Example struct {
	Sentence int           `json:"sentence"` // from 1
	Place    string        `json:"place"`    // file:line of the gold tree
	Text     string        `json:"text"`
	Counts   []eval.Counts `json:"counts"` // of each system: of words by the first metric, or of brackets
	Rows     []ExampleRow  `json:"rows"`
}

// ExampleRow is an item of the sentence that not all systems have right.
type ExampleRow struct {
	Item    string   `json:"item"` // the word or the words
	Gold    string   `json:"gold"`
	Systems []string `json:"systems"` // Right where it is as in the gold tree
}

// spread is by how many errors the systems differ, or what the only one has.
func (e *Example) spread() int {
	least, most := e.Counts[0].Errors(), e.Counts[0].Errors()
	for _, c := range e.Counts[1:] {
		least, most = min(least, c.Errors()), max(most, c.Errors())
	}
	if len(e.Counts) == 1 {
		return most
	}
	return most - least
}

// Write prints the report as text. It returns the first error of the writer.
func (r *Report) Write(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		r.printScores(p)
		for _, b := range r.Breakdowns {
			rows := [][]string{headed(len(r.Systems), "", "gold "+r.items)}
			for _, g := range b.Groups {
				row := []string{g.Name, fmt.Sprint(g.Gold())}
				for _, s := range g.Systems {
					score := s.F1().String()
					if s.Gold+s.System == 0 {
						score = Nothing
					}
					row = append(row, score)
				}
				rows = append(rows, row)
			}
			printTable(p, b.Score+" by "+b.By, 1, rows)
		}
		for _, c := range r.Confusions {
			title, head := "confusions of "+c.Of+", how often", []string{"gold", "system"}
			if len(c.Rows) > 0 && c.Rows[0].Word != "" { // of heads
				title, head = title+", by parts of speech and sides", []string{"word", "gold", "system"}
			}
			rows := [][]string{headed(len(r.Systems), head...)}
			for _, c := range c.Rows {
				row := []string{c.Word, c.Gold, c.System}[3-len(head):]
				for _, n := range c.Counts {
					row = append(row, fmt.Sprint(n))
				}
				rows = append(rows, row)
			}
			printTable(p, title, len(head), rows)
		}
		for i, e := range r.Examples {
			right := make([]string, len(e.Counts))
			for i, c := range e.Counts {
				right[i] = fmt.Sprintf("%s %d of %d", letter(i), c.Right, c.Gold)
				if c.System != c.Gold {
					right[i] += fmt.Sprintf(" (%d given)", c.System)
				}
			}
			rows := [][]string{headed(len(e.Counts), "", "gold")}
			for _, row := range e.Rows {
				rows = append(rows, append([]string{row.Item, row.Gold}, row.Systems...))
			}
			title := fmt.Sprintf("example %d, %s, right: %s; %s: as gold\n%s", i+1, e.Place, strings.Join(right, ", "), Right, e.Text)
			printTable(p, title, len(rows[0]), rows)
		}
	})
}

// WriteScores prints the scores only.
func (r *Report) WriteScores(w io.Writer) error { return layout.Print(w, r.printScores) }

// printScores prints a table for each metric, with all differences.
func (r *Report) printScores(p layout.Printer) {
	p.Printf("%s: %s, %s\n", r.Gold, layout.Count(r.Sentences, "sentence"), r.Scored)
	interval := fmt.Sprintf("%.4g %% interval", 100*r.Sampling.Confidence)
	head := []string{"", "system", "score", interval}
	if len(r.Systems) > 1 {
		head = append(head, "difference", interval, "p (randomisation)", "p (bootstrap)")
	}
	for _, m := range r.Scores {
		title, rows := string(m.Metric), [][]string{head}
		if len(title) <= len(LAS) { // an abbreviation
			title = strings.ToUpper(title)
		}
		for i, s := range m.Systems {
			row := []string{letter(i), r.Systems[i], s.Score.String(), s.Interval.String()}
			if d := s.Difference; d != nil {
				row = append(row, fmt.Sprintf("%+.2f", d.Value), d.Bootstrap.Interval.String(),
					pText(d.Randomisation.P), pText(d.Bootstrap.P))
			}
			rows = append(rows, row)
		}
		printTable(p, title, 2, rows)
	}
	p.Printf("\n%s, seed %d; differences are to A; p is two-sided\n", layout.Count(r.Sampling.Samples, "sample"), r.Sampling.Seed)
}

// printTable prints a table, if it has rows below its head, behind an empty line and a
// title. The first so many columns are names.
func printTable(p layout.Printer, title string, names int, rows [][]string) {
	if len(rows) == 1 {
		return
	}
	for _, row := range rows {
		for i, cell := range row {
			if cell == Nothing {
				row[i] = "–"
			}
		}
	}
	p.Lines("", title)
	p.Lines(layout.Lines(rows, names)...)
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
	if i < 26 {
		return string(rune('A' + i))
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
