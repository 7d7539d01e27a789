package trace

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/eval/layout"
)

// gutter is the width of the first column of text: the number of a step, or Differs.
const gutter = 4

// Differs marks an oracle whose best moves differ from those of the first.
const Differs = "≠"

// Text writes a trace as text, in lines of about Width columns.
type Text struct {
	W     io.Writer
	Width int
}

// Heading writes the sentence, the system and the model.
func (x Text) Heading(h Heading) error {
	system := h.System
	if h.Params != "" {
		system += ", " + h.Params
	}
	text := fmt.Sprintf("%s: %s\n", h.Origin, system)
	if h.Model != "" {
		text += "model: " + h.Model + "\n"
	}
	text += fold(h.Words, x.Width) + "\n"
	for _, r := range h.Refused {
		text += fmt.Sprintf("%s is left out: %s\n", r.Oracle, r.Reason)
	}
	_, err := io.WriteString(x.W, text)
	return err
}

// Step writes a step as rows with names, and after the last step the finished tree.
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
	if s.Graph != nil {
		row("", "graph", head(strings.Split(s.Graph.String(), " "), columns))
		if asked := s.of.config.Graph.Candidates; len(asked) > 0 {
			row("", "search", head(s.of.nodes(asked), columns))
		}
	}
	var costs [][]string // of the moves by each oracle, and what was paid
	for _, c := range s.Costs {
		var cells []string
		for _, m := range c.Moves {
			cells = append(cells, m.String())
		}
		costs = append(costs, append(cells, fmt.Sprint("paid ", c.Paid)))
	}
	for i, cells := range layout.Pad(costs, math.MaxInt) {
		mark := ""
		if s.Costs[i].Differs {
			mark = Differs
		}
		row(mark, s.Costs[i].Oracle, strings.Join(cells, "   "))
	}
	var scores, labels []string
	for _, m := range s.Scores {
		scores = append(scores, m.String())
	}
	for _, l := range s.scored(s.moved()).Labels {
		labels = append(labels, l.String())
	}
	if len(scores) > 0 {
		row("", "model", strings.Join(scores, "   "))
	}
	if s.Move != "" {
		row("", "move", s.Move+"   "+s.Arc)
	}
	if len(labels) > 1 {
		row("", "labels", strings.Join(labels, "   "))
	}
	if s.Error != nil {
		row("", "error", s.Error.String())
	}
	if s.Loss != nil {
		row("", "loss", fmt.Sprint(*s.Loss))
	}
	for i, e := range s.Errors {
		name := "errors"
		if i > 0 {
			name = ""
		}
		row("", name, fmt.Sprintf("step %d: %v", e.Step, e))
	}
	if s.Tree != "" {
		text += "\n" + s.Tree
	}
	_, err := io.WriteString(x.W, text)
	return err
}

func (Text) Close() error { return nil }

func (m Move) name() string {
	if len(m.Labels) == 0 {
		return m.Move
	}
	return m.Move + "-" + strings.Join(m.Labels, ",")
}

// String writes the move as in a script, and its cost.
func (m Move) String() string { return fmt.Sprintf("%s %d%s", m.name(), m.Cost, starred(m.Best)) }

// String writes the move under its best label, its score and its probability.
func (s Score) String() string {
	text := s.Move
	if len(s.Labels) > 0 {
		text += "-" + s.Labels[0].Label
	}
	return fmt.Sprintf("%s %.2f %s%s", text, s.Score, percent(s.Probability), starred(s.Best))
}

// String writes the label, its score and its probability.
func (l LabelScore) String() string {
	return fmt.Sprintf("%s %.2f %s", l.Label, l.Score, percent(l.Probability))
}

func percent(p float64) string { return fmt.Sprintf("%.1f%%", 100*p) }

func starred(best bool) string {
	if best {
		return "*"
	}
	return ""
}

// head joins the first words that fit into some columns, and tail the last ones.
func head(words []string, columns int) string { return strings.Join(fitting(words, columns), " ") }
func tail(words []string, columns int) string { return strings.Join(fromEnd(words, columns), " ") }

// fromEnd returns the words, up to the last, that fit into some columns.
func fromEnd(words []string, columns int) []string {
	words = slices.Clone(words)
	slices.Reverse(words)
	words = fitting(words, columns)
	slices.Reverse(words)
	return words
}

// fitting returns the words that fit into some columns, at least the first, with an ellipsis in place of the others.
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

// fold joins words into lines of at most the given number of columns.
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
