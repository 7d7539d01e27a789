// Package text draws pictures with characters, for terminals and plain letters in a font of fixed
// width.
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

// maxLevels limits how many vertical lines of arcs stand side by side, and how deep rows are
// indented.
const maxLevels = 200

// Write draws a picture.
//
// A word with its dependency is a row: the arcs on the left, then the word, its tag and its
// relation. A constituent is a row, indented below its parent, and so is an edge of a graph, with
// the node it leads to. Rows of marked arcs and nodes begin with - for gold only, + for system only,
// and * for new.
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
		lines = append(lines, graph(p, o)...)
	case plan.HasTrees(p):
		lines = append(lines, trees(p, o)...)
	default:
		lines = append(lines, arcs(p, o)...)
	}
	if p.Compares {
		texts := label.Legend(p)
		lines = append(lines, prefix(draw.GoldOnly)+" "+texts[0], prefix(draw.SystemOnly)+" "+texts[1])
	}
	return layout.Print(w, func(out layout.Printer) { out.Lines(lines...) })
}

type rows struct {
	lines []string
	marks []draw.Mark
}

func (r *rows) add(line string, m draw.Mark) {
	r.lines, r.marks = append(r.lines, strings.TrimRight(line, " ")), append(r.marks, m)
}

// fitted returns the lines with the first of some indents that fits the width, or else the last.
func fitted(o draw.Options, indents []int, add func(r *rows, indent int)) (lines []string) {
	for _, indent := range indents {
		r := &rows{}
		add(r, indent)
		if lines = prefixed(r.lines, r.marks); o.Width <= 0 || widest(lines) <= o.Width {
			break
		}
	}
	return lines
}

// branch returns the lines that lead to one of several rows, and past it to those after it.
func branch(last bool) (corner, line string) {
	if last {
		return "└", " "
	}
	return "├", "│"
}

// below returns the beginning of the rows below one: rest, and under it a line as wide as the branch
// with its tail.
func below(rest, line, tail string, depth int) string {
	if depth >= maxLevels {
		return rest
	}
	return rest + line + strings.Repeat(" ", utf8.RuneCountInString(tail))
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
func prefix(m draw.Mark) string { return [...]string{" ", "-", "+", "*"}[m] }

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
