package compare

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/eval"
	"parser/eval/layout"
)

// Report has the scores of several systems and their differences.
type Report struct {
	Gold       string           `json:"gold"`    // name, for headings
	Systems    []string         `json:"systems"` // names, for headings
	Sentences  int              `json:"sentences"`
	Sampling   Sampling         `json:"sampling"`
	Scores     []metricScores   `json:"scores"`
	Breakdowns []breakdown      `json:"breakdowns"`
	Confusions []confusionTable `json:"confusions"`
	Examples   []example        `json:"examples"` // sorted by how much the systems differ
	Scored     string           `json:"-"`        // what is scored, for headings
	items      string           // what the first metric counts, for headings
}

type metricScores struct {
	Metric  Metric        `json:"metric"`
	Systems []systemScore `json:"systems"`
}

// systemScore is a system's score. The first system has no difference.
type systemScore struct {
	eval.Counts
	Score      eval.Percent     `json:"score"`
	Interval   interval         `json:"interval"`
	Difference *scoreDifference `json:"difference,omitempty"`
}

type scoreDifference struct {
	Value         eval.Percent `json:"value"`
	Randomisation randomised   `json:"randomisation"`
	Bootstrap     resampled    `json:"bootstrap"`
}

type breakdown struct {
	By     string  `json:"by"`    // what the items are grouped by
	Score  string  `json:"score"` // which score F1 is in the rows
	Groups []Group `json:"groups"`

	names  []string // of the groups, in order; nil if they are sorted by frequency
	shared bool     // an item's group depends on the gold tree only
	groups map[string]*Group
}

// Ordered reports whether the groups have an order of their own, such as that of lengths,
// and are not sorted by frequency.
func (b *breakdown) Ordered() bool { return b.names != nil }

// Group has the scores of all systems in one group: a row of a breakdown.
type Group struct {
	Name    string       `json:"name"`
	Systems []eval.Label `json:"systems"`
}

// Gold returns the size of the group in the gold trees.
func (g Group) Gold() int {
	return slices.MaxFunc(g.Systems, func(x, y eval.Label) int { return cmp.Compare(x.Gold, y.Gold) }).Gold
}

type confusionTable struct {
	Of   string      `json:"of"`
	Rows []confusion `json:"rows"`

	counts map[confused][]int // by system
}

// nothing is the name of a missing item. It differs from all labels.
const nothing = "(none)"

type confused struct {
	Word   string `json:"word,omitempty"` // for heads, the part of speech of the word
	Gold   string `json:"gold"`
	System string `json:"system"`
}

func (c confused) compare(d confused) int {
	return cmp.Or(cmp.Compare(c.Word, d.Word), cmp.Compare(c.Gold, d.Gold), cmp.Compare(c.System, d.System))
}

type confusion struct {
	confused
	Counts []int `json:"counts"`
}

// asGold is the cell of an example in which a system agrees with the gold tree.
const asGold = "="

// example is a sentence in which the systems differ a lot.
type example struct {
	Sentence int           `json:"sentence"` // from 1
	Place    string        `json:"place"`    // file:line of the gold tree
	Text     string        `json:"text"`
	Counts   []eval.Counts `json:"counts"` // of each system: words by the first metric, brackets or triples
	Rows     []exampleRow  `json:"rows"`
}

// exampleRow is an item of the sentence that some system has wrong.
type exampleRow struct {
	Item    string   `json:"item"` // the word or the words
	Gold    string   `json:"gold"`
	Systems []string `json:"systems"` // asGold if it is as in the gold tree
}

// appendRow adds the row of an item unless all systems have what gold has.
func appendRow(rows []exampleRow, item, gold string, systems []string) []exampleRow {
	differs := false
	for i, text := range systems {
		if text == gold {
			systems[i] = asGold
		} else {
			differs = true
		}
	}
	if !differs {
		return rows
	}
	return append(rows, exampleRow{item, gold, systems})
}

func errorsOf(c eval.Counts) int { return c.Gold + c.System - 2*c.Right }

// spread is the difference between the most and the fewest errors of a system, or the errors of the only system.
func (e *example) spread() int {
	least, most := errorsOf(e.Counts[0]), errorsOf(e.Counts[0])
	for _, c := range e.Counts[1:] {
		least, most = min(least, errorsOf(c)), max(most, errorsOf(c))
	}
	if len(e.Counts) == 1 {
		return most
	}
	return most - least
}

// Write prints the report as text.
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
						score = nothing
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
			title := fmt.Sprintf("example %d, %s, right: %s; %s: as gold\n%s", i+1, e.Place, strings.Join(right, ", "), asGold, e.Text)
			printTable(p, title, len(rows[0]), rows)
		}
	})
}

// WriteScores prints the scores only.
func (r *Report) WriteScores(w io.Writer) error { return layout.Print(w, r.printScores) }

func (r *Report) printScores(p layout.Printer) {
	p.Printf("%s: %s, %s\n", r.Gold, layout.Count(r.Sentences, "sentence"), r.Scored)
	interval := fmt.Sprintf("%.4g %% interval", 100*r.Sampling.Confidence)
	head := []string{"", "system", "score", interval}
	if len(r.Systems) > 1 {
		head = append(head, "difference", interval, "p (randomisation)", "p (bootstrap)")
	}
	for _, m := range r.Scores {
		title, rows := string(m.Metric), [][]string{head}
		if len(title) <= len(eulas) { // an abbreviation
			title = strings.ToUpper(title)
		}
		for i, s := range m.Systems {
			row := []string{letter(i), r.Systems[i], s.Score.String(), s.Interval.String()}
			if d := s.Difference; d != nil {
				row = append(row, fmt.Sprintf("%+.2f", d.Value), d.Bootstrap.interval.String(),
					pText(d.Randomisation.P), pText(d.Bootstrap.P))
			}
			rows = append(rows, row)
		}
		printTable(p, title, 2, rows)
	}
	p.Printf("\n%s, seed %d; differences are to A; p is two-sided\n", layout.Count(r.Sampling.Samples, "sample"), r.Sampling.Seed)
}

// printTable prints a title and a table, names of whose columns are text, unless it is empty.
func printTable(p layout.Printer, title string, names int, rows [][]string) {
	if len(rows) == 1 {
		return
	}
	for _, row := range rows {
		for i, cell := range row {
			if cell == nothing {
				row[i] = "–"
			}
		}
	}
	p.Lines("", title)
	p.Lines(layout.Lines(rows, names)...)
}

// String prints the bounds of the interval.
func (i interval) String() string { return fmt.Sprintf("[%v, %v]", i.Low, i.High) }

// pText prints a p value so that at least one digit is not 0.
func pText(p float64) string {
	const least = 0.00005 // the smallest that is not 0 with four decimals
	if p < least {
		return fmt.Sprintf("%.0e", p)
	}
	return fmt.Sprintf("%.4f", p)
}

// letter names a system in tables: A to Z, then #27 and so on.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprint("#", i+1)
}

// headed returns a row of a head followed by the letters of all systems.
func headed(systems int, head ...string) []string {
	for i := range systems {
		head = append(head, letter(i))
	}
	return head
}
