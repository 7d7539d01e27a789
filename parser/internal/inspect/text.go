package inspect

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"parser/eval/layout"
	"parser/parser/treebank"
)

// Print writes the description as text.
func (m *Model) Print(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		m.print(p)
		inner := slices.Clone(m.inner)
		if m.Base != nil {
			inner = append(inner, m.Base.inner...)
		}
		for _, in := range inner {
			p.Printf("\n")
			in.print(p)
		}
	})
}

func (m *Model) print(p layout.Printer) {
	var rows [][]string
	row := func(name, format string, values ...any) {
		if text := fmt.Sprintf(format, values...); text != "" {
			rows = append(rows, []string{name, strings.Map(printable, text)})
		}
	}
	row("model", "%s", m.File)
	what := m.Builds
	if m.Field != "" {
		what = "tagger of " + m.Field
	}
	if m.part == segmenter {
		what = segmenter
	}
	row("builds", "%s, by %s", what, m.System)
	row("language", "%s", m.Lang)
	row("scorer", "%s: %s", m.Scorer, m.Size)
	row("labels", "%d", m.Labels)
	if m.Lexicon != nil {
		row("lexicon", "%s, which offer %s", layout.Count(m.Lexicon.Lemmas, "lemma"), layout.Count(m.Lexicon.Offers, "label"))
	}
	row("weights", "%d", m.Weights)
	row("reads", "%s", strings.Join(m.Reads, ", "))
	row("fills", "%s", strings.Join(m.Fills, ", "))
	if len(m.Treebanks) > 0 {
		row("treebanks", "%s (parse --treebank)", strings.Join(m.Treebanks, ", "))
	}
	row("source", "%s", m.Source)
	row("licence", "%s", m.Licence)
	learned := layout.Count(m.Sentences, "sentence")
	if m.Skipped.Total() > 0 {
		learned += "; skipped: " + m.Skipped.Reasons()
	}
	row("trained on", "%s", learned)
	row("", "SHA-256 %s", m.Train)
	if m.Dev != "" {
		row("dev", "SHA-256 %s", m.Dev)
	}
	if m.Scores != nil {
		row("on dev", "%s", ScoresText(m.Scores))
	}
	row("epochs", "%s", strings.Trim(fmt.Sprint(m.Epochs), "[]"))
	row("packed", "%s", m.Packed)
	row("seed", "%d", m.Seed)
	row("command", "%s", m.Command)
	row("options", "%s", strings.Join(m.Unusual, ", "))
	row("format", "%d", m.Format)
	row("size", "%d bytes", m.Bytes)
	p.Lines(layout.Lines(rows, 2)...)
	rows = [][]string{{"  part", "bytes", "%"}}
	parts := slices.Clone(m.Parts)
	for _, in := range m.inner {
		name := in.part
		if in.Field != "" && name != segmenter {
			name = "tagger of " + in.Field
		}
		parts = append(parts, Part{name, in.Bytes})
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return int(b.Bytes - a.Bytes) })
	for _, part := range parts {
		rows = append(rows, []string{"  " + part.Name, fmt.Sprint(part.Bytes), fmt.Sprintf("%.1f", 100*float64(part.Bytes)/float64(m.Bytes))})
	}
	p.Lines(layout.Lines(rows, 1)...)
}

// printable marks invisible characters: a file may contain anything, even what a terminal takes for a command.
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

// ScoresText returns the scores that are set, as text.
func ScoresText(s *treebank.Scores) string {
	switch {
	case s.F1 > 0:
		return fmt.Sprintf("F1 %.2f", s.F1)
	case s.Smatch > 0:
		return fmt.Sprintf("Smatch %.2f", s.Smatch)
	case s.Accuracy > 0:
		return fmt.Sprintf("accuracy %.2f", s.Accuracy)
	}
	return fmt.Sprintf("UAS %.2f, LAS %.2f", s.UAS, s.LAS)
}

// Listed is a model in a list.
type Listed struct {
	Name   string `json:"name"`
	Latest bool   `json:"latest"`           // answers what it reads where none is named
	Chosen bool   `json:"chosen,omitempty"` // answers all where none is named
	*Model
}

// PrintList writes a line for each model; the latest are marked by "*", the chosen one by ">".
func PrintList(w io.Writer, models []Listed) error {
	rows := [][]string{{"", "name", "builds", "system", "scorer", "on dev", "bytes", "file"}}
	for _, m := range models {
		row := []string{"", m.Name, m.Builds, m.System, m.Scorer, "", fmt.Sprint(m.Bytes), m.File}
		switch {
		case m.Chosen:
			row[0] = ">"
		case m.Latest:
			row[0] = "*"
		}
		if m.Field != "" {
			row[2] = m.Field
		}
		if m.Scores != nil {
			row[5] = ScoresText(m.Scores)
		}
		rows = append(rows, row)
	}
	return layout.Print(w, func(p layout.Printer) { p.Lines(layout.Lines(rows, len(rows[0]))...) })
}
