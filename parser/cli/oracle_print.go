package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// gutter is the width of the first column of text: the number of the step, or the
// mark of an oracle that differs.
const gutter = 4

const differs = "≠"

// title prints the heading as text.
func (s *showing) title(h *heading) {
	system := h.System
	if h.Params != "" {
		system += ", " + h.Params
	}
	fmt.Fprintf(s.out, "%s: %s\n%s\n", h.origin, system, fold(h.Words, s.width))
	for _, r := range h.Refused {
		fmt.Fprintf(s.out, "%s is left out: %s\n", r.Oracle, r.Reason)
	}
}

// print prints a step as text: rows with a name each.
func (s *showing) print(shown *stepShown) error {
	names := len("buffer")
	for _, c := range shown.Costs {
		names = max(names, utf8.RuneCountInString(c.Oracle))
	}
	columns := s.width - gutter - names - len("   ")
	rows := [][3]string{
		{fmt.Sprint(shown.Step), "stack", tail(strings.Split(strings.Join(shown.Stack, " "), " "), columns)},
		{"", "buffer", head(shown.Buffer, columns)},
	}
	for i, line := range aligned(shown.Costs) {
		mark := ""
		if shown.Costs[i].Differs {
			mark = differs
		}
		rows = append(rows, [3]string{mark, shown.Costs[i].Oracle, line})
	}
	if shown.Move != "" {
		rows = append(rows, [3]string{"", "move", shown.Move + "   " + shown.Arc})
	}
	if shown.Loss != nil {
		rows = append(rows, [3]string{"", "loss", fmt.Sprint(*shown.Loss)})
	}
	text := "\n"
	for _, r := range rows {
		text += strings.TrimRight(fmt.Sprintf("%*s %-*s  %s", gutter, r[0], names, r[1], r[2]), " ") + "\n"
	}
	_, err := s.out.WriteString(text)
	return err
}

// aligned returns a line per oracle: its moves, each in a column, and what was paid.
func aligned(costs []costsShown) []string {
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
func (m moveShown) String() string {
	text, mark := m.Move, ""
	if len(m.Labels) > 0 {
		text += "-" + strings.Join(m.Labels, ",")
	}
	if m.Best {
		mark = "*"
	}
	return fmt.Sprintf("%s %d%s", text, m.Cost, mark)
}
