package draw

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/bidi"

	"parser/eval/layout"
)

// Text draws the picture with characters, for terminals and letters in a font of fixed width.
//
// A word of dependencies is a row, with the arcs on the left, its tag and its relation; a
// constituent is a row, indented below its parent, and so is an edge of a graph, with the
// node it leads to. Rows of marked arcs and nodes begin with -
// if they are in gold only, + if in the system's only, and * if they are new.
//
// Compact leaves out tags of words and half of the space between arcs, and puts a constituent
// beside its parent. Where Width is too narrow the arcs move together; if that is not enough
// the numbers of the words' heads stand for them.
func (p *Picture) Text(w io.Writer, o Options) error {
	if err := p.check(); err != nil {
		return err
	}
	var lines []string
	if title := strings.TrimSpace(isolated(p.Title)); title != "" {
		lines = append(lines, title)
	}
	switch {
	case len(p.Vertices) > 0:
		if words := p.written(isolated); words != "" {
			lines = append(lines, words)
		}
		lines = append(lines, p.graphLines(o)...)
	case len(p.Trees)+len(p.Below) > 0:
		lines = append(lines, p.treeLines(o)...)
	default:
		lines = append(lines, p.arcLines(o)...)
	}
	if p.Compares {
		texts := p.explained()
		lines = append(lines, "- "+texts[0], "+ "+texts[1])
	}
	return layout.Print(w, func(out layout.Printer) { out.Lines(lines...) })
}

// arcLines returns the rows of a picture of arcs.
func (p *Picture) arcLines(o Options) []string {
	c := newArcColumns(p)
	pitch := 2
	if o.Compact {
		pitch = 1
	}
	if len(c.rows) == 0 {
		return nil
	}
	var lines []string
	for ; pitch > 0 && c.levels <= maxLevels; pitch-- {
		rows := make([][]string, len(c.rows))
		for r := range rows {
			rows[r] = append([]string{c.line(r, pitch)}, p.cells(c.rows[r], !o.Compact)...)
		}
		if lines = p.columns(c, rows); o.Width <= 0 || widest(lines) <= o.Width {
			return lines
		}
	}
	rows := make([][]string, len(c.rows))
	for r, row := range c.rows {
		head := ""
		if row.arc != nil {
			head = strconv.Itoa(row.arc.Head)
		}
		rows[r] = append(append([]string{strconv.Itoa(row.word)}, p.cells(row, !o.Compact)...), head)
	}
	return p.columns(c, rows)
}

// cells returns what is said of a word beside its arcs.
func (p *Picture) cells(row arcLine, tags bool) []string {
	word := p.Words[row.word-1]
	cells := []string{isolated(word.Form)}
	if tags {
		cells = append(cells, isolated(word.Tag))
	}
	label := ""
	if row.arc != nil {
		label = isolated(row.arc.Label)
	}
	return append(cells, label)
}

// columns joins cells to lines, with marks before them, and what multiword tokens and states
// there are behind.
func (p *Picture) columns(c *arcColumns, rows [][]string) []string {
	tokens := make([]string, len(p.Words)+1)
	for _, t := range p.Tokens {
		for w := t.First; w <= t.Last; w++ {
			tokens[w] = "│"
		}
		tokens[t.Last] = "┘"
		tokens[t.First] = "┐ " + isolated(t.Form)
	}
	used := make([]bool, len(rows[0])+2)
	for r := range rows {
		word := c.rows[r].word
		rows[r] = append(rows[r], tokens[word], strings.TrimSpace(p.Words[word-1].State.class()))
		for i, cell := range rows[r] {
			used[i] = used[i] || cell != ""
		}
	}
	for r, cells := range rows {
		rows[r] = cells[:0]
		for i, cell := range cells {
			if used[i] {
				rows[r] = append(rows[r], cell)
			}
		}
	}
	marks := make([]Mark, len(rows))
	for r := range rows {
		if arc := c.rows[r].arc; arc != nil {
			marks[r] = arc.Mark
		}
	}
	return prefixed(layout.Lines(rows, len(used)), marks)
}

// prefixed puts marks before lines if any of them is marked.
func prefixed(lines []string, marks []Mark) []string {
	if slices.Max(marks) == Same {
		return lines
	}
	for i, m := range marks {
		lines[i] = strings.TrimRight(m.prefix()+" "+lines[i], " ")
	}
	return lines
}

// widest returns the width of the widest line.
func widest(lines []string) int {
	width := 0
	for _, line := range lines {
		width = max(width, uniseg.StringWidth(line))
	}
	return width
}

// isolated returns a text as it may stand in a line; what is written from right to left, and
// numbers, cannot turn around what is beside it.
func isolated(text string) string {
	text = clean(text)
	for _, r := range text {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return "\u2068" + text + "\u2069" // first strong isolate, pop directional isolate
		}
	}
	return text
}
