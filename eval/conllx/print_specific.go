package conllx

import (
	"fmt"
	"strings"

	"parser/eval/layout"
)

// Widths of the lines under the headings.
const (
	specificWidth = 41
	sharedWidth   = 51
)

// localWidths are the widths of the columns of local contexts, the same in all
// tables of a report.
type localWidths struct{ tag, before, focusTag, focus, after int }

func newLocalWidths(r *Report) localWidths {
	const minimum = len("CPOS")
	w := localWidths{minimum, minimum, minimum, minimum, minimum}
	for _, row := range r.Tags {
		w.focusTag = max(w.focusTag, len(row.Tag))
	}
	for _, e := range r.Specific {
		for _, c := range e.Contexts {
			w.tag = max(w.tag, len(c.BeforeTag), len(c.AfterTag))
			w.before = max(w.before, layout.Width(c.Before))
			w.focus = max(w.focus, layout.Width(c.Word))
			w.after = max(w.after, layout.Width(c.After))
		}
	}
	return w
}

// rule is the line between the rows, without what follows the last column.
func (w localWidths) rule() string {
	columns := []int{w.tag, w.before, w.focusTag, w.focus, w.tag, w.after}
	parts := make([]string, len(columns))
	for i, n := range columns {
		parts[i] = dashes(n)
	}
	return "  " + strings.Join(parts, "-+-") + "-"
}

// header is the two lines above the rows, each with its own end.
func (w localWidths) header(first, second string) string {
	const between = len(" | ")
	groups := "  " + padBytes("  Before", w.tag+w.before+between) +
		" | " + padBytes("   Focus", w.focusTag+w.focus+between) +
		" | " + padBytes("  After", w.tag+w.after+between)
	pair := func(tag, word int) string { return padBytes("CPOS", tag) + "   " + padBytes("word", word) }
	columns := "  " + pair(w.tag, w.before) + " | " + pair(w.focusTag, w.focus) + " | " + pair(w.tag, w.after)
	return groups + first + "\n" + columns + second + "\n"
}

// row is a pattern without what follows it. Asterisks inside texts become
// blanks, since eval.pl blanks out its wildcards that way.
func (w localWidths) row(c LocalContext) string {
	return "  " + strings.ReplaceAll(strings.Join([]string{
		padBytes(c.BeforeTag, w.tag), layout.Fill(c.Before, w.before),
		padBytes(c.Tag, w.focusTag), layout.Fill(c.Word, w.focus),
		padBytes(c.AfterTag, w.tag), layout.Fill(c.After, w.after),
	}, " | "), wildcard, " ")
}

func (p printer) specific(r *Report) {
	w := newLocalWidths(r)
	p.Printf("\n\n  Specific errors, %d most frequent errors:\n  %s\n",
		len(r.Specific), strings.Repeat("=", specificWidth))
	for _, e := range r.Specific {
		p.specificError(e, w)
	}
	p.Printf("\n\n  Local contexts involved in several frequent errors:\n  %s\n\n\n", strings.Repeat("=", sharedWidth))
	for _, c := range r.SharedLocals {
		p.sharedContext(c, r, w)
	}
}

func (p printer) specificError(e SpecificError, w localWidths) {
	rule := w.rule() + "+------\n"
	p.Printf("\n  %s : %d times\n%s", e.title(), e.Count, rule)
	p.Printf("%s%s", w.header(" | Count", " |"), rule)
	for _, c := range e.Contexts {
		p.Printf("%s | %3d\n", w.row(c), c.Count)
	}
	p.Printf("%s", rule)
}

// title is the error with its rank.
func (e SpecificError) title() string { return fmt.Sprintf("%2d. %s", e.Rank, e.Description) }

func (p printer) sharedContext(c SharedContext, r *Report, w localWidths) {
	rule := w.rule() + "\n"
	p.Printf("%s%s%s", rule, w.header(" ", " "), rule)
	p.Printf("%s \n%s", w.row(c.LocalContext), rule)
	for _, e := range c.Errors {
		p.Printf("  %s : %d times\n", r.Specific[e.Rank-1].title(), e.Count)
	}
	p.Printf("\n")
}
