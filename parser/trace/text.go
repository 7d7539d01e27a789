package trace

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
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

// Heading writes what the steps are about, behind a title.
func (x Text) Heading(title string, h Heading) error {
	system := h.System
	if h.Params != "" {
		system += ", " + h.Params
	}
	text := fmt.Sprintf("%s: %s\n%s\n", title, system, fold(h.Words, x.Width))
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
	rows := [][3]string{
		{fmt.Sprint(s.Step), "stack", tail(strings.Split(strings.Join(s.Stack, " "), " "), columns)},
		{"", "buffer", head(s.Buffer, columns)},
	}
	for i, line := range aligned(s.Costs) {
		mark := ""
		if s.Costs[i].Differs {
			mark = Differs
		}
		rows = append(rows, [3]string{mark, s.Costs[i].Oracle, line})
	}
	if s.Move != "" {
		rows = append(rows, [3]string{"", "move", s.Move + "   " + s.Arc})
	}
	if s.Loss != nil {
		rows = append(rows, [3]string{"", "loss", fmt.Sprint(*s.Loss)})
	}
	text := "\n"
	for _, r := range rows {
		text += strings.TrimRight(fmt.Sprintf("%*s %-*s  %s", gutter, r[0], names, r[1], r[2]), " ") + "\n"
	}
	_, err := io.WriteString(x.W, text)
	return err
}

// aligned returns a line per oracle: its moves, each in a column, and what was paid.
func aligned(costs []Costs) []string {
	lines := make([]string, len(costs))
	for m := range costs[0].Moves {
		widest := 0
		for i := range costs {
			widest = max(widest, utf8.RuneCountInString(costs[i].Moves[m].String()))
		}
		for i := range costs {
			lines[i] += fmt.Sprintf("%-*s   ", widest, costs[i].Moves[m])
		}
	}
	for i := range costs {
		lines[i] += fmt.Sprint("paid ", costs[i].Paid)
	}
	return lines
}

// String writes the move as in a script, and its cost.
func (m Move) String() string {
	text, mark := m.Move, ""
	if len(m.Labels) > 0 {
		text += "-" + strings.Join(m.Labels, ",")
	}
	if m.Best {
		mark = "*"
	}
	return fmt.Sprintf("%s %d%s", text, m.Cost, mark)
}

const ellipsis = "…"

// head joins words, from the first on, that fit into some columns.
func head(words []string, columns int) string {
	n := fitting(len(words), columns, func(i int) string { return words[i] })
	text := strings.Join(words[:n], " ")
	if n < len(words) {
		text += " " + ellipsis
	}
	return text
}

// tail joins words, up to the last, that fit into some columns.
func tail(words []string, columns int) string {
	n := fitting(len(words), columns, func(i int) string { return words[len(words)-1-i] })
	text := strings.Join(words[len(words)-n:], " ")
	if n < len(words) {
		text = ellipsis + " " + text
	}
	return text
}

// fold joins words to lines of at most so many columns.
func fold(words []string, columns int) string {
	var text strings.Builder
	left := columns
	for i, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case n < left:
			text.WriteByte(' ')
			left--
		default:
			text.WriteByte('\n')
			left = columns
		}
		text.WriteString(word)
		left -= n
	}
	return text.String()
}

// fitting returns how many of n words, at least the first, fit into some columns, with
// room for an ellipsis if these are not all.
func fitting(n, columns int, word func(i int) string) int {
	more := len(" ") + utf8.RuneCountInString(ellipsis)
	left := columns + len(" ")
	for i := range n {
		left -= len(" ") + utf8.RuneCountInString(word(i))
		if last := i == n-1; left < 0 || !last && left < more {
			return max(i, 1)
		}
	}
	return n
}
