package inspect

import (
	"fmt"
	"io"

	"parser/eval/layout"
)

// Listed is a model in a list.
type Listed struct {
	Name   string `json:"name"`
	Latest bool   `json:"latest"` // used unless another is named
	*Model
}

// PrintList writes a line for each model; the latest are marked by "*".
func PrintList(w io.Writer, models []Listed) error {
	rows := [][]string{{"", "name", "builds", "system", "scorer", "on dev", "bytes", "file"}}
	for _, m := range models {
		row := []string{"", m.Name, m.Builds, m.System, m.Scorer, "", fmt.Sprint(m.Bytes), m.File}
		if m.Latest {
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
