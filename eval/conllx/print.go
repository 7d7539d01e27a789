package conllx

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"parser/eval/layout"
)

// reportText is eval.pl's report, with its irregularities. As there, tags and
// labels are padded in bytes, and words in characters, see [layout.Fill].
//
//go:embed report.txt
var reportText string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"scores": scoreLines, "right": rightRow, "wrong": wrongRow, "errors": ErrorCount.row,
	"pad": padBytes, "fill": layout.Fill, "dashes": dashes,
}).Parse(reportText))

// Write prints the report byte for byte as eval.pl does. It returns the first
// error of the writer.
func (r *Report) Write(w io.Writer) error {
	return layout.Execute(w, reportTemplate, "report", newPage(r))
}

// WriteScores prints the three scores only, as eval.pl -q does.
func (r *Report) WriteScores(w io.Writer) error {
	_, err := io.WriteString(w, scoreLines(r.Attachment))
	return err
}

func scoreLines(a Attachment) (text string) {
	for line := range strings.Lines(a.String()) {
		text += "  " + line
	}
	return text
}

func padBytes(s string, width int) string { return s + strings.Repeat(" ", max(width-len(s), 0)) }

func dashes(n int) string { return strings.Repeat("-", n) }

// rightRow is what is right in the words of a tag.
func rightRow(tag string, a Attachment) string {
	return tagText(tag, a, func(n int) float64 { return float64(rest(a.Scored-n, a.Scored)) }, a.Heads, a.Labels, a.Both)
}

// wrongRow is what is wrong in the words of a tag.
func wrongRow(tag string, a Attachment) string {
	e := errorsOf(tag, a)
	return tagText(tag, a, func(n int) float64 { return float64(n) * 100 / float64(a.Scored) }, e.Head, e.Label, e.Both())
}

func tagText(tag string, a Attachment, percent func(n int) float64, counts ...int) string {
	row := fmt.Sprintf("%s | %5d", padBytes(tag, 10), a.Scored)
	for _, n := range counts {
		row += fmt.Sprintf(" | %5d | %3.0f%%", n, percent(n))
	}
	return row
}

// row is a padded text and the four counts beside it.
func (e ErrorCount) row(text string) string {
	return fmt.Sprintf("%s | %4d | %4d | %4d | %4d", text, e.Any, e.Head, e.Label, e.Both())
}

// page is a report as it is printed.
type page struct {
	*Report
	Retrievals    []retrievalTable
	FocusWidth    int
	ContextTables []contextPage
	ContextRule   string
	// The widths of the columns of local contexts, the same in all tables: tag and
	// word before, in focus, and after; their rule, and the two lines of their head.
	widths                            [6]int
	LocalRule, LocalGroups, LocalHead string
}

type retrievalTable struct {
	Of, Column string
	Rows       []Retrieval
}

// contextPage is a table with tags on the left and words on the right.
type contextPage struct {
	Of, Head string
	Rows     []string
}

func newPage(r *Report) *page {
	p := &page{Report: r, FocusWidth: len("word"), Retrievals: []retrievalTable{
		{"DEPREL", "deprel", r.Labels}, {"DEPREL + ATTACHMENT", "deprel", r.Attachments},
		{"binned HEAD direction", "direction", r.Directions}, {"binned HEAD distance", "distance", r.Distances},
	}}
	for _, row := range r.Focus {
		p.FocusWidth = max(p.FocusWidth, layout.Width(row.Text))
	}
	p.layContexts()
	p.layLocals()
	return p
}

func (p *page) layContexts() {
	titles := []string{"one-token preceeding", "two-token preceeding", "one-token following", "two-token following"}
	tables := []ContextTable{p.Contexts.OneBefore, p.Contexts.TwoBefore, p.Contexts.OneAfter, p.Contexts.TwoAfter}
	tags, words := 0, 0 // widths
	for _, t := range tables {
		for _, row := range t.Tags {
			tags = max(tags, len(row.Text))
		}
		for _, row := range t.Words {
			words = max(words, layout.Width(row.Text))
		}
	}
	const head, rule, empty = " | any  | head | dep  | both", "-+------+------+------+-----", " |      |      |      |     "
	p.ContextRule = dashes(tags) + rule + "--++--" + dashes(words) + rule
	for i, t := range tables {
		lines := contextPage{Of: titles[i], Head: padBytes("CPOS", tags) + head + "  ||  " + layout.Fill("word", words) + head}
		for i := range max(len(t.Tags), len(t.Words)) {
			left, right := padBytes("", tags)+empty, layout.Fill("", words)+empty
			if i < len(t.Tags) {
				left = t.Tags[i].row(padBytes(t.Tags[i].Text, tags))
			}
			if i < len(t.Words) {
				right = t.Words[i].row(layout.Fill(t.Words[i].Text, words))
			}
			lines.Rows = append(lines.Rows, left+"  ||  "+right)
		}
		p.ContextTables = append(p.ContextTables, lines)
	}
}

func (p *page) layLocals() {
	const minimum, between = len("CPOS"), " | "
	w := [6]int{minimum, minimum, minimum, minimum, minimum, minimum}
	for _, row := range p.Tags {
		w[2] = max(w[2], len(row.Tag))
	}
	for _, e := range p.Specific {
		for _, c := range e.Contexts {
			w[0] = max(w[0], len(c.BeforeTag), len(c.AfterTag))
			w[1] = max(w[1], layout.Width(c.Before))
			w[3] = max(w[3], layout.Width(c.Word))
			w[5] = max(w[5], layout.Width(c.After))
		}
	}
	w[4] = w[0]
	var rules, groups, heads []string
	for i, title := range []string{"  Before", "   Focus", "  After"} {
		tag, word := w[2*i], w[2*i+1]
		rules = append(rules, dashes(tag), dashes(word))
		groups = append(groups, padBytes(title, tag+word+len(between)))
		heads = append(heads, padBytes("CPOS", tag)+"   "+padBytes("word", word))
	}
	p.widths, p.LocalRule = w, strings.Join(rules, "-+-")+"-"
	p.LocalGroups, p.LocalHead = strings.Join(groups, between), strings.Join(heads, between)
}

// Local is a pattern without what follows it. Asterisks inside texts become
// blanks, since eval.pl blanks out its wildcards that way.
func (p *page) Local(c LocalContext) string {
	w := p.widths
	return strings.ReplaceAll(strings.Join([]string{
		padBytes(c.BeforeTag, w[0]), layout.Fill(c.Before, w[1]),
		padBytes(c.Tag, w[2]), layout.Fill(c.Word, w[3]),
		padBytes(c.AfterTag, w[4]), layout.Fill(c.After, w[5]),
	}, " | "), wildcard, " ")
}

// Title is a specific error with its rank.
func (p *page) Title(rank int) string {
	return fmt.Sprintf("%2d. %s", rank, p.Specific[rank-1].Description)
}
