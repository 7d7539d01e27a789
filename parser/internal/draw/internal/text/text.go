// Package text draws pictures with characters, for terminals and plain letters in a font of fixed width.
package text

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/bidi"

	"parser/eval/layout"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

// maxLevels limits how many vertical lines of arcs stand side by side, and how deep rows are indented.
const maxLevels = 200

// Write draws a picture.
//
// A word with its dependency is a row: the arcs on the left, then the word, its tag and its relation. A constituent is
// a row, indented below its parent, and so is an edge of a graph, with the node it leads to. Rows of marked arcs and
// nodes begin with - for gold only, + for system only, and * for new. Arcs of the enhanced layer only are dashed, in rows
// of their own with their relations in a further column, and relations of the basic layer only stand in parentheses.
// Empty nodes are words in square brackets.
//
// Compact leaves out the tags of words and half of the space between arcs, and puts the first child
// of a constituent beside it. If Width is too narrow, the arcs move together; if that is not enough,
// the numbers of the words' heads replace them.
func Write(w io.Writer, p *draw.Picture, o draw.Options) error {
	var lines []string
	if title := strings.TrimSpace(isolated(p.Title)); title != "" {
		lines = append(lines, title)
	}
	switch {
	case plan.HasGraph(p):
		if words := label.Sentence(p, isolated); words != "" {
			lines = append(lines, words)
		}
		lines = append(lines, fitted(o, graphRows(p), 2, 1)...)
	case plan.HasTrees(p):
		lines = append(lines, fitted(o, treeRows(p), 0, 2, 1)...)
	default:
		lines = append(lines, arcs(p, o)...)
	}
	if p.Compares {
		texts := label.Legend(p)
		lines = append(lines, prefix(draw.GoldOnly)+" "+texts[0], prefix(draw.SystemOnly)+" "+texts[1])
	}
	return layout.Print(w, func(out layout.Printer) { out.Lines(lines...) })
}

// row is a row of a tree or a graph, with the rows that are indented below it.
type row struct {
	text  string
	mark  draw.Mark
	below []*row
}

// fitted returns the lines of rows with the first indent that fits the width, or else the last. An
// indent of 0 puts the first row below another one beside it; compact are the indents if o asks so.
func fitted(o draw.Options, rows []*row, compact ...int) (lines []string) {
	indents := compact
	if !o.Compact {
		indents = []int{3, 2, 1}
	}
	for _, indent := range indents {
		out := &indented{indent: indent}
		for _, r := range rows {
			out.add(r, "", "", 0)
		}
		if lines = prefixed(out.lines, out.marks); o.Width <= 0 || widest(lines) <= o.Width {
			break
		}
	}
	return lines
}

type indented struct {
	indent int
	lines  []string
	marks  []draw.Mark
}

// add adds the line of a row, which begins with first, and the lines below it, which begin with rest.
func (i *indented) add(r *row, first, rest string, depth int) {
	beside, text, mark := i.indent == 0, r.text, r.mark
	if beside {
		text, mark = strings.TrimLeft(prefix(mark), " ")+text, draw.Same
	}
	if !beside || len(r.below) == 0 {
		i.lines, i.marks = append(i.lines, strings.TrimRight(first+text, " ")), append(i.marks, mark)
	}
	first += text + " "
	if beside && depth < maxLevels {
		rest += strings.Repeat(" ", uniseg.StringWidth(text)+1)
	}
	tail := [...]string{" ", "", " ", "─ "}[i.indent]
	for k, below := range r.below {
		lead, corner, line := rest, "├", "│"
		if k == len(r.below)-1 {
			corner, line = "└", " "
		}
		switch {
		case beside && len(r.below) == 1:
			lead, corner = first, "─"
		case beside && k == 0:
			lead, corner = first, "┬"
		}
		under := rest
		if depth < maxLevels {
			under += line + strings.Repeat(" ", utf8.RuneCountInString(tail))
		}
		i.add(below, lead+corner+tail, under, depth+1)
	}
}

// prefixed puts marks before lines if any of them is marked.
func prefixed(lines []string, marks []draw.Mark) []string {
	if slices.Max(marks) == draw.Same {
		return lines
	}
	for i, m := range marks {
		lines[i] = strings.TrimRight(prefix(m)+" "+lines[i], " ")
	}
	return lines
}

// prefix is the beginning of lines for marked arcs and nodes, as in a diff.
func prefix(m draw.Mark) string { return [...]string{" ", "-", "+", "*", "*"}[m] }

// state is what follows words and vertices in a state.
func state(s draw.State) string { return [...]string{"", " stack", " buffer", " done"}[s] }

func widest(lines []string) int {
	width := 0
	for _, line := range lines {
		width = max(width, uniseg.StringWidth(line))
	}
	return width
}

// isolated returns a text such that its direction does not affect the rest of the line: texts
// written from right to left, and Arabic numbers, are enclosed in isolates.
func isolated(text string) string {
	text = label.Clean(text)
	for _, r := range text {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return "\u2068" + text + "\u2069" // first strong isolate, pop directional isolate
		}
	}
	return text
}
