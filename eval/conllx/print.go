package conllx

import (
	"fmt"
	"strings"

	"parser/eval/layout"
)

// printer prints the tables of a report. Their rules and headings are eval.pl's,
// with its irregularities.
type printer struct{ layout.Printer }

// padBytes fills up to a width in bytes: that is how eval.pl pads tags and
// labels. Words are padded by [layout.Fill].
func padBytes(s string, width int) string {
	return s + strings.Repeat(" ", max(width-len(s), 0))
}

func dashes(n int) string { return strings.Repeat("-", n) }

func (p printer) scores(a Attachment) {
	for line := range strings.Lines(a.String()) {
		p.Printf("  %s", line)
	}
}

const tagRule = "  -----------+-------+-------+------+-------+------+-------+-------\n"

func (p printer) accuracy(r *Report) {
	p.Printf("  The overall accuracy and its distribution over CPOSTAGs\n\n" + tagRule)
	p.Printf("  Accuracy   | words | right |   %%  | right |   %%  | both  |   %%\n")
	p.Printf("             |       | head  |      |  dep  |      | right |\n")
	p.tagRows(r, func(a Attachment) [3]int { return [3]int{a.Heads, a.Labels, a.Both} },
		func(n, of int) float64 { return float64(rest(of-n, of)) })
	p.Printf("\n\n")
}

func (p printer) errorRate(r *Report) {
	p.Printf("  The overall error rate and its distribution over CPOSTAGs\n\n" + tagRule)
	p.Printf("  Error      | words | head  |   %%  |  dep  |   %%  | both  |   %%\n")
	p.Printf("  Rate       |       | err   |      |  err  |      | wrong |\n")
	p.tagRows(r, func(a Attachment) [3]int {
		head, label := a.Scored-a.Heads, a.Scored-a.Labels
		return [3]int{head, label, head + label - (a.Scored - a.Both)}
	}, func(n, of int) float64 { return float64(n) * 100 / float64(of) })
}

// tagRows prints three counts of all words and of each part of speech.
func (p printer) tagRows(r *Report, counts func(Attachment) [3]int, percent func(n, of int) float64) {
	row := func(name string, a Attachment) {
		p.Printf("  %s | %5d", padBytes(name, tagWidth), a.Scored)
		for _, n := range counts(a) {
			p.Printf(" | %5d | %3.0f%%", n, percent(n, a.Scored))
		}
		p.Printf("\n")
	}
	p.Printf(tagRule)
	row("total", r.Attachment)
	p.Printf(tagRule)
	for _, tag := range r.Tags {
		row(tag.Tag, tag.Attachment)
	}
	p.Printf(tagRule)
}

const retrievalRule = "  ----------------+------+---------+--------+------------+---------------\n"

func (p printer) retrievals(title, column string, rows []Retrieval) {
	p.Printf("\n\n  Precision and recall of %s\n\n%s", title, retrievalRule)
	p.Printf("  %s | gold | correct | system | recall (%%) | precision (%%) \n%s",
		padBytes(column, labelWidth), retrievalRule)
	for _, r := range rows {
		p.Printf("  %s | %4d | %7d | %6d | %10s | %13s\n",
			padBytes(r.Name, labelWidth), r.Gold, r.Correct, r.System, r.Recall(), r.Precision())
	}
}

// errorHead stands above the counts of errors.
const errorHead = " | any  | head | dep  | both"

// cells prints a padded text and the four counts beside it.
func (e ErrorCount) cells(text string) string {
	return fmt.Sprintf("%s | %4d | %4d | %4d | %4d", text, e.Any, e.Head, e.Label, e.Both())
}

func (p printer) focus(rows []ErrorCount) {
	width := len("word")
	for _, row := range rows {
		width = max(width, layout.Width(row.Text))
	}
	rule := "  " + dashes(width) + "-+------+------+------+------\n"
	p.Printf("\n\n  %d focus words where most of the errors occur:\n\n", len(rows))
	p.Printf("  %s%s\n%s", layout.Fill("", width), errorHead, rule)
	for _, row := range rows {
		p.Printf("  %s\n", row.cells(layout.Fill(row.Text, width)))
	}
	p.Printf("%s\n\n", rule)
}

// contexts prints tables with tags on the left and words on the right, all of the
// same width.
func (p printer) contexts(c Contexts) {
	tables := []struct {
		title string
		ContextTable
	}{
		{"one-token preceeding", c.OneBefore}, {"two-token preceeding", c.TwoBefore},
		{"one-token following", c.OneAfter}, {"two-token following", c.TwoAfter},
	}
	tags, words := 0, 0
	for _, t := range tables {
		for _, row := range t.Tags {
			tags = max(tags, len(row.Text))
		}
		for _, row := range t.Words {
			words = max(words, layout.Width(row.Text))
		}
	}
	const counts, empty = "-+------+------+------+-----", " |      |      |      |     "
	rule := "  " + dashes(tags) + counts + "--++--" + dashes(words) + counts + "\n"
	for _, t := range tables {
		p.Printf("  %s contexts where most of the errors occur:\n\n", t.title)
		p.Printf("  %s%s  ||  %s%s\n%s", padBytes("CPOS", tags), errorHead, layout.Fill("word", words), errorHead, rule)
		for i := range max(len(t.Tags), len(t.Words)) {
			left, right := padBytes("", tags)+empty, layout.Fill("", words)+empty
			if i < len(t.Tags) {
				left = t.Tags[i].cells(padBytes(t.Tags[i].Text, tags))
			}
			if i < len(t.Words) {
				right = t.Words[i].cells(layout.Fill(t.Words[i].Text, words))
			}
			p.Printf("  %s  ||  %s\n", left, right)
		}
		p.Printf("%s\n\n", rule)
	}
}

func (p printer) worst(kind string, e SentenceErrors, end string) {
	p.Printf("  Sentence with the highest number of %s errors:\n", kind)
	p.Printf("   Sentence %d line %d, %d head errors, %d dependency errors, %d word errors\n%s",
		e.Sentence, e.Line, e.Heads, e.Labels, e.Words, end)
}

func (p printer) specific(r *Report) {
	w := newLocalWidths(r)
	p.Printf("\n\n  Specific errors, %d most frequent errors:\n  %s\n", len(r.Specific), strings.Repeat("=", specificWidth))
	for _, e := range r.Specific {
		rule := w.rule() + "+------\n"
		p.Printf("\n  %s : %d times\n%s", e.title(), e.Count, rule)
		p.Printf("%s%s", w.header(" | Count", " |"), rule)
		for _, c := range e.Contexts {
			p.Printf("%s | %3d\n", w.row(c), c.Count)
		}
		p.Printf("%s", rule)
	}
	p.Printf("\n\n  Local contexts involved in several frequent errors:\n  %s\n\n\n", strings.Repeat("=", sharedWidth))
	rule := w.rule() + "\n"
	for _, c := range r.SharedLocals {
		p.Printf("%s%s%s", rule, w.header(" ", " "), rule)
		p.Printf("%s \n%s", w.row(c.LocalContext), rule)
		for _, e := range c.Errors {
			p.Printf("  %s : %d times\n", r.Specific[e.Rank-1].title(), e.Count)
		}
		p.Printf("\n")
	}
}

// title is the error with its rank.
func (e SpecificError) title() string { return fmt.Sprintf("%2d. %s", e.Rank, e.Description) }

// localWidths are the widths of the columns of local contexts, the same in all
// tables of a report: tag and word before, in focus, and after.
type localWidths [6]int

func newLocalWidths(r *Report) localWidths {
	const minimum = len("CPOS")
	w := localWidths{minimum, minimum, minimum, minimum, minimum, minimum}
	for _, row := range r.Tags {
		w[2] = max(w[2], len(row.Tag))
	}
	for _, e := range r.Specific {
		for _, c := range e.Contexts {
			w[0] = max(w[0], len(c.BeforeTag), len(c.AfterTag))
			w[1] = max(w[1], layout.Width(c.Before))
			w[3] = max(w[3], layout.Width(c.Word))
			w[5] = max(w[5], layout.Width(c.After))
		}
	}
	w[4] = w[0]
	return w
}

// rule is the line between the rows, without what follows the last column.
func (w localWidths) rule() string {
	var parts []string
	for _, n := range w {
		parts = append(parts, dashes(n))
	}
	return "  " + strings.Join(parts, "-+-") + "-"
}

// header is the two lines above the rows, each with its own end.
func (w localWidths) header(first, second string) string {
	const between = len(" | ")
	var groups, columns []string
	for i, title := range []string{"  Before", "   Focus", "  After"} {
		tag, word := w[2*i], w[2*i+1]
		groups = append(groups, padBytes(title, tag+word+between))
		columns = append(columns, padBytes("CPOS", tag)+"   "+padBytes("word", word))
	}
	return "  " + strings.Join(groups, " | ") + first + "\n  " + strings.Join(columns, " | ") + second + "\n"
}

// row is a pattern without what follows it. Asterisks inside texts become
// blanks, since eval.pl blanks out its wildcards that way.
func (w localWidths) row(c LocalContext) string {
	return "  " + strings.ReplaceAll(strings.Join([]string{
		padBytes(c.BeforeTag, w[0]), layout.Fill(c.Before, w[1]),
		padBytes(c.Tag, w[2]), layout.Fill(c.Word, w[3]),
		padBytes(c.AfterTag, w[4]), layout.Fill(c.After, w[5]),
	}, " | "), wildcard.Value(), " ")
}
