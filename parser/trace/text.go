package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/eval/layout"
)

// gutter is the width of the first column of text: the number of the step, or the
// mark of an oracle that differs.
const gutter = 4

// Differs marks an oracle whose best moves are others than those of the first.
const Differs = "≠"

// Text writes a trace as text, in lines of about Width columns.
type Text struct {
	W     io.Writer
	Width int
}

// Heading writes what the steps are about.
func (x Text) Heading(h Heading) error {
	system := h.System
	if h.Params != "" {
		system += ", " + h.Params
	}
	text := fmt.Sprintf("%s: %s\n%s\n", h.Origin, system, fold(h.Words, x.Width))
	for _, r := range h.Refused {
		text += fmt.Sprintf("%s is left out: %s\n", r.Oracle, r.Reason)
	}
	_, err := io.WriteString(x.W, text)
	return err
}

// Step writes a step: rows with a name each.
func (x Text) Step(s *Step) error {
	names := len("buffer")
	for _, c := range s.Costs {
		names = max(names, utf8.RuneCountInString(c.Oracle))
	}
	columns := x.Width - gutter - names - len("   ")
	text := "\n"
	row := func(mark, name, line string) {
		text += strings.TrimRight(fmt.Sprintf("%*s %-*s  %s", gutter, mark, names, name, line), " ") + "\n"
	}
	row(fmt.Sprint(s.Step), "stack", tail(strings.Split(strings.Join(s.Stack, " "), " "), columns))
	row("", "buffer", head(s.Buffer, columns))
	costs := make([][]string, len(s.Costs)) // of the moves by each oracle, and what was paid
	for i, c := range s.Costs {
		for _, m := range c.Moves {
			costs[i] = append(costs[i], m.String())
		}
		costs[i] = append(costs[i], fmt.Sprint("paid ", c.Paid))
	}
	for i, cells := range layout.Pad(costs, len(costs[0])) {
		mark := ""
		if s.Costs[i].Differs {
			mark = Differs
		}
		row(mark, s.Costs[i].Oracle, strings.Join(cells, "   "))
	}
	if s.Move != "" {
		row("", "move", s.Move+"   "+s.Arc)
	}
	if s.Loss != nil {
		row("", "loss", fmt.Sprint(*s.Loss))
	}
	_, err := io.WriteString(x.W, text)
	return err
}

// name writes the move with the labels that add nothing.
func (m Move) name() string {
	if len(m.Labels) == 0 {
		return m.Move
	}
	return m.Move + "-" + strings.Join(m.Labels, ",")
}

// String writes the move as in a script, and its cost.
func (m Move) String() string { return fmt.Sprintf("%s %d%s", m.name(), m.Cost, starred(m.Best)) }

// starred is the mark of the best moves.
func starred(best bool) string {
	if best {
		return "*"
	}
	return ""
}

// head joins words, from the first on, that fit into some columns.
func head(words []string, columns int) string { return strings.Join(fitting(words, columns), " ") }

// tail joins words, up to the last, that fit into some columns.
func tail(words []string, columns int) string {
	words = slices.Clone(words)
	slices.Reverse(words)
	words = fitting(words, columns)
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// fitting returns the words, at least the first, that fit into some columns, with an
// ellipsis if these are not all.
func fitting(words []string, columns int) []string {
	const ellipsis = "…"
	left := columns + len(" ")
	for i, word := range words {
		left -= utf8.RuneCountInString(word) + len(" ")
		full := left < 0 || i+1 < len(words) && left < utf8.RuneCountInString(" "+ellipsis)
		if n := max(i, 1); full && n < len(words) {
			return append(words[:n:n], ellipsis)
		}
	}
	return words
}

// fold joins words to lines of at most so many columns.
func fold(words []string, columns int) string {
	var lines []string
	for _, word := range words {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last]+" "+word) <= columns {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return strings.Join(lines, "\n")
}
