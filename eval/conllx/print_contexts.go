package conllx

import (
	"fmt"

	"parser/eval/layout"
)

func (p printer) focus(rows []ErrorCount) {
	width := len("word")
	for _, row := range rows {
		width = max(width, layout.Width(row.Text))
	}
	rule := "  " + dashes(width) + "-+------+------+------+------\n"
	p.Printf("\n\n  %d focus words where most of the errors occur:\n\n", len(rows))
	p.Printf("  %s | any  | head | dep  | both\n%s", layout.Fill("", width), rule)
	for _, row := range rows {
		p.Printf("  %s\n", errorCells(layout.Fill(row.Text, width), row))
	}
	p.Printf("%s\n\n", rule)
}

// errorCells prints a padded text and the four counts beside it.
func errorCells(text string, e ErrorCount) string {
	return fmt.Sprintf("%s | %4d | %4d | %4d | %4d", text, e.Any, e.Head, e.Label, e.Both())
}

func (p printer) contexts(c Contexts) {
	w := newContextWidths(c)
	p.context("one-token preceeding", c.OneBefore, w)
	p.context("two-token preceeding", c.TwoBefore, w)
	p.context("one-token following", c.OneAfter, w)
	p.context("two-token following", c.TwoAfter, w)
}

// contextWidths are the widths of the first columns, the same in all tables.
type contextWidths struct{ tags, words int }

func newContextWidths(c Contexts) contextWidths {
	var w contextWidths
	for _, table := range []ContextTable{c.OneBefore, c.TwoBefore, c.OneAfter, c.TwoAfter} {
		for _, row := range table.Tags {
			w.tags = max(w.tags, len(row.Text))
		}
		for _, row := range table.Words {
			w.words = max(w.words, layout.Width(row.Text))
		}
	}
	return w
}

func (w contextWidths) rule() string {
	const counts = "-+------+------+------+-----"
	return "  " + dashes(w.tags) + counts + "--++--" + dashes(w.words) + counts + "\n"
}

// context prints the table of tags on the left and that of words on the right.
func (p printer) context(title string, c ContextTable, w contextWidths) {
	const head, empty = " | any  | head | dep  | both", " |      |      |      |     "
	p.Printf("  %s contexts where most of the errors occur:\n\n", title)
	p.Printf("  %s%s  ||  %s%s\n%s", padBytes("CPOS", w.tags), head, layout.Fill("word", w.words), head, w.rule())
	for i := range max(len(c.Tags), len(c.Words)) {
		left, right := padBytes("", w.tags)+empty, layout.Fill("", w.words)+empty
		if i < len(c.Tags) {
			left = errorCells(padBytes(c.Tags[i].Text, w.tags), c.Tags[i])
		}
		if i < len(c.Words) {
			right = errorCells(layout.Fill(c.Words[i].Text, w.words), c.Words[i])
		}
		p.Printf("  %s  ||  %s\n", left, right)
	}
	p.Printf("%s\n\n", w.rule())
}

func (p printer) worst(w Worst) {
	p.worstSentence("word", w.Words)
	p.Printf("\n\n")
	p.worstSentence("head", w.Heads)
	p.Printf("\n\n")
	p.worstSentence("dependency", w.Labels)
}

func (p printer) worstSentence(kind string, e SentenceErrors) {
	p.Printf("  Sentence with the highest number of %s errors:\n", kind)
	p.Printf("   Sentence %d line %d, %d head errors, %d dependency errors, %d word errors\n",
		e.Sentence, e.Line, e.Heads, e.Labels, e.Words)
}
