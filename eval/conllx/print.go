package conllx

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"parser/eval/layout"
)

// reportText is the template of eval.pl's report, with its irregularities. Like eval.pl
// it pads tags and labels in bytes, and words in characters, see [layout.Fill].
//
//go:embed report.txt
var reportText string

// reportTemplate makes the template.
func reportTemplate() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"scores": scoreLines, "pad": padBytes, "fill": layout.Fill, "rule": rule, "errors": errorCount.row,
		"right": func(tag string, a Attachment) string { return tagText(tag, a, a.Heads, a.Labels, a.Both) },
		"wrong": func(tag string, a Attachment) string {
			return tagText(tag, a, a.Scored-a.Heads, a.Scored-a.Labels, a.Scored-a.Heads-a.Labels+a.Both)
		},
	}).Parse(reportText))
}

// Write prints the report byte for byte as eval.pl does.
func (r *Report) Write(w io.Writer) error {
	p := &page{Report: r, FocusWidth: len("word"), Retrievals: []retrievalTable{
		{"DEPREL", "deprel", r.Labels}, {"DEPREL + ATTACHMENT", "deprel", r.Attachments},
		{"binned HEAD direction", "direction", r.Directions}, {"binned HEAD distance", "distance", r.Distances},
	}}
	for _, row := range r.Focus {
		p.FocusWidth = max(p.FocusWidth, layout.Width(row.Text))
	}
	p.layContexts()
	const least, between = len("CPOS"), " | "
	p.widths = [6]int{least, least, least, least, least, least}
	for _, row := range r.Tags {
		p.widths[2] = max(p.widths[2], len(row.Tag))
	}
	for _, e := range r.Specific {
		for _, c := range e.Contexts {
			p.widths[0] = max(p.widths[0], len(c.BeforeTag), len(c.AfterTag))
			p.widths[1] = max(p.widths[1], layout.Width(c.Before))
			p.widths[3] = max(p.widths[3], layout.Width(c.Word))
			p.widths[5] = max(p.widths[5], layout.Width(c.After))
		}
	}
	p.widths[4] = p.widths[0]
	groups := []string{"  Before", "   Focus", "  After"}
	for i, title := range groups {
		groups[i] = padBytes(title, p.widths[2*i]+len(between)+p.widths[2*i+1])
	}
	p.LocalRule, p.LocalGroups = rule(p.local(between, "", "", "", "", "", "")+" "), strings.Join(groups, between)
	p.LocalHead = p.local("   ", "CPOS", "word", "CPOS", "word", "CPOS", "word")
	return layout.Execute(w, reportTemplate, "report", p)
}

// WriteScores prints the three scores only, as eval.pl -q does.
func (r *Report) WriteScores(w io.Writer) error {
	_, err := io.WriteString(w, scoreLines(r.Attachment))
	return err
}

func scoreLines(a Attachment) string {
	return fmt.Sprintf(""+
		"  Labeled   attachment score: %d / %d * 100 = %s %%\n"+
		"  Unlabeled attachment score: %d / %d * 100 = %s %%\n"+
		"  Label accuracy score:       %d / %d * 100 = %s %%\n",
		a.Both, a.Scored, a.LAS(), a.Heads, a.Scored, a.UAS(),
		a.Labels, a.Scored, a.LabelAccuracy())
}

func padBytes(s string, width int) string { return s + strings.Repeat(" ", max(width-len(s), 0)) }

// rule makes the line above and below a table from a row without texts.
func rule(row string) string { return strings.NewReplacer(" ", "-", "|", "+").Replace(row) }

// tagText is the row of a tag: its number of words, and of each count also its share of them.
func tagText(tag string, a Attachment, counts ...int) string {
	row := fmt.Sprintf("%s | %5d", padBytes(tag, 10), a.Scored)
	for _, n := range counts {
		row += fmt.Sprintf(" | %5d | %3.0f%%", n, float64(n)*100/float64(a.Scored))
	}
	return row
}

func (e errorCount) row(text string) string {
	both := e.Head + e.Label - e.Any
	return fmt.Sprintf("%s | %4d | %4d | %4d | %4d", text, e.Any, e.Head, e.Label, both)
}

type page struct {
	*Report
	Retrievals    []retrievalTable
	FocusWidth    int
	ContextTables []contextPage
	ContextRule   string
	// The widths of the columns of local contexts, which are the same in all tables: tag
	// and word before, in focus and after. Then their rule and the two lines of their head.
	widths                            [6]int
	LocalRule, LocalGroups, LocalHead string
}

type retrievalTable struct {
	Of, Column string
	Rows       []retrieval
}

// contextPage is a table with tags on the left and words on the right.
type contextPage struct {
	Of, Head string
	Rows     []string
}

func (p *page) layContexts() {
	titles := []string{"one-token preceeding", "two-token preceeding", "one-token following", "two-token following"}
	tables := []contextTable{p.Contexts.OneBefore, p.Contexts.TwoBefore, p.Contexts.OneAfter, p.Contexts.TwoAfter}
	tags, words := 0, 0 // widths
	for _, t := range tables {
		for _, row := range t.Tags {
			tags = max(tags, len(row.Text))
		}
		for _, row := range t.Words {
			words = max(words, layout.Width(row.Text))
		}
	}
	const head, empty, between = " | any  | head | dep  | both", " |      |      |      |     ", "  ||  "
	cells := func(rows []errorCount, i int, pad func(string, int) string, width int) string {
		if i >= len(rows) {
			return pad("", width) + empty
		}
		return rows[i].row(pad(rows[i].Text, width))
	}
	p.ContextRule = rule(padBytes("", tags) + empty + between + padBytes("", words) + empty)
	for i, t := range tables {
		table := contextPage{Of: titles[i], Head: padBytes("CPOS", tags) + head + between + padBytes("word", words) + head}
		for i := range max(len(t.Tags), len(t.Words)) {
			table.Rows = append(table.Rows, cells(t.Tags, i, padBytes, tags)+between+cells(t.Words, i, layout.Fill, words))
		}
		p.ContextTables = append(p.ContextTables, table)
	}
}

// local is a row of local contexts: three pairs of tag and word, with a text inside each pair.
func (p *page) local(between string, cells ...string) string {
	var row []string
	for i := 0; i < len(cells); i += 2 {
		row = append(row, padBytes(cells[i], p.widths[i])+between+layout.Fill(cells[i+1], p.widths[i+1]))
	}
	return strings.Join(row, " | ")
}

// Local is the row of a local context. Asterisks inside texts become blanks,
// since that is how eval.pl hides its wildcards.
func (p *page) Local(c localContext) string {
	return strings.ReplaceAll(p.local(" | ", c.BeforeTag, c.Before, c.Tag, c.Word, c.AfterTag, c.After), "*", " ")
}

// Shared is the row of a shared context.
func (p *page) Shared(c sharedContext) string { return p.Local(c.localContext) }

// Title is the rank and the description of a specific error.
func (p *page) Title(rank int) string {
	return fmt.Sprintf("%2d. %s", rank, p.Specific[rank-1].Description)
}
